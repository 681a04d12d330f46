"""Sends a terminal only what has changed on it.

Textual 8.2.8 repaints every line of a widget that asks for it, changed or not. Over SSH that is 5 KB for a key that
moves a cursor and shows another entry beside it; of those, less than 1 KB differ from what the terminal shows already.
What is used of Textual here is not public, and is used nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar, cast

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip

Result = TypeVar("Result")


class Frame:
    """What a terminal shows: for each line the strips that were sent, by their first column."""

    def __init__(self) -> None:
        self._lines: list[dict[int, Strip]] = []

    def forget(self) -> None:
        """Something else may have written to the terminal: trust nothing."""
        self._lines = []

    def whole(self, update: LayoutUpdate, console: Console) -> str:
        """The sequences for a new screen; all of it is sent, so that it also mends what others have broken."""
        self._lines = []
        for strips in update.strips:
            line, column = {}, 0
            for strip in strips:
                line[column] = strip
                column += strip.cell_length
            self._lines.append(line)
        return update.render_segments(console)

    def changed(self, update: ChopsUpdate, console: Console) -> str:
        """The sequences for those cells of an update that differ from what is shown."""
        if len(self._lines) != len(update.chops):
            self._lines = [{} for _ in update.chops]
        sent = []
        for y, x, strip in _pieces(update):
            start, changed = _difference(self._lines[y].get(x), strip)
            self._remember(y, x, strip)
            if changed.cell_length:
                sent.append(Control.move_to(x + start, y).segment.text + changed.render(console))
        return "".join(sent)

    def _remember(self, y: int, x: int, strip: Strip) -> None:
        line, end = self._lines[y], x + strip.cell_length
        covered = [start for start, old in line.items() if start < end and start + old.cell_length > x]
        for start in covered:
            del line[start]
        line[x] = strip


class Difference(CompositorUpdate):
    """An update that is compared with the frame when, and only when, it is sent."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate, frame: Frame) -> None:
        self._update = update
        self._frame = frame

    def render_segments(self, console: Console) -> str:
        """As Textual asks for it on the way to the terminal."""
        if isinstance(self._update, LayoutUpdate):
            return self._frame.whole(self._update, console)
        return self._frame.changed(self._update, console)


class ThriftyApp(App[Result]):
    """An application whose terminal is sent what has changed, and no more."""

    def on_mount(self) -> None:
        """After an editor or a shell had the terminal, nothing is known of it."""
        self.app_resume_signal.subscribe(self, lambda _: self._frame.forget())

    @cached_property
    def _frame(self) -> Frame:
        return Frame()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if isinstance(renderable, (ChopsUpdate, LayoutUpdate)):
            renderable = cast(RenderableType, Difference(renderable, self._frame))
        super()._display(screen, renderable)


def _pieces(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Line, column and strip of everything that the update would draw."""
    for y, first, last in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is None or x > last or end <= first:
                continue
            yield y, x, strip if end <= last else strip.crop(0, last - x)


def _difference(old: Strip | None, new: Strip) -> tuple[int, Strip]:
    """What of `new` has to be sent over `old`, and how many cells it begins to the right."""
    if old is None or old.cell_length != new.cell_length:
        return 0, new
    if old == new:
        return 0, Strip([])
    was, now = _cells(old), _cells(new)
    if was is None or now is None:
        return 0, new
    differ = [index for index, pair in enumerate(zip(was, now, strict=True)) if pair[0] != pair[1]]
    return (differ[0], new.crop(differ[0], differ[-1] + 1)) if differ else (0, Strip([]))


def _cells(strip: Strip) -> list[tuple[str, Style | None]] | None:
    """One letter and style for each cell; None when a character takes more or less than one cell."""
    if any(cell_len(letter) != 1 for letter in set(strip.text)):
        return None
    return [(letter, style) for text, style, _ in strip for letter in text]
