"""Sends a terminal only what has changed on it.

Textual 8.2.8 repaints every line of a widget that asks for it, changed or not. Over SSH that is 5 KB for a key that
moves a cursor and shows another entry beside it; of those, less than 1 KB differ from what the terminal shows already.
What is used of Textual here is not public, and is used nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeVar, cast

from rich.cells import cell_len
from rich.console import Console, RenderableType
from rich.control import Control
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.app import App
from textual.screen import Screen
from textual.strip import Strip

Result = TypeVar("Result")


Cell = object
"""A letter with its style; whatever cannot be told apart by cells is like nothing else, not even like itself."""

FAR = 48
"""Unchanged cells that are sent along rather than jumped over: a jump costs as many bytes, with its colours."""


class Frame:
    """What a terminal shows, cell by cell."""

    def __init__(self) -> None:
        self._lines: list[list[Cell]] = []

    def forget(self) -> None:
        """Something else may have written to the terminal: trust nothing."""
        self._lines = []

    def whole(self, update: LayoutUpdate, console: Console) -> str:
        """The sequences for a new screen; all of it is sent, so that it also mends what others have broken."""
        self._lines = [[cell for strip in strips for cell in _cells(strip)] for strips in update.strips]
        return update.render_segments(console)

    def changed(self, update: ChopsUpdate, console: Console) -> str:
        """The sequences for those cells of an update that differ from what is shown."""
        if [len(line) for line in self._lines] != [ends[-1] for ends in update.chop_ends]:
            self._lines = [[object() for _ in range(ends[-1])] for ends in update.chop_ends]
        return "".join(
            Control.move_to(x + start, y).segment.text + strip.crop(start, end).render(console)
            for y, x, strip in _pieces(update)
            for start, end in self._runs(y, x, _cells(strip))
        )

    def _runs(self, y: int, x: int, now: Sequence[Cell]) -> list[tuple[int, int]]:
        """First and last of the cells that change, counted from `x`, in stretches; remembers what is shown then."""
        line = self._lines[y]
        was = line[x : x + len(now)]
        line[x : x + len(now)] = now
        runs: list[tuple[int, int]] = []
        for index, pair in enumerate(zip(was, now, strict=True)):
            if pair[0] == pair[1]:
                continue
            start = runs.pop()[0] if runs and index - runs[-1][1] < FAR else index
            runs.append((start, index + 1))
        return runs


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
        """After an editor or a shell had the terminal, nothing is known of it; Textual 8.2.8 repaints only parts."""
        self.app_resume_signal.subscribe(self, lambda _: self._begin_anew())

    def _begin_anew(self) -> None:
        self._frame.forget()
        self.refresh(layout=True)

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


def _cells(strip: Strip) -> list[Cell]:
    """One for each cell of the strip; where a character takes more or less than one, they are never the same again."""
    if any(cell_len(letter) != 1 for letter in set(strip.text)):
        return [object() for _ in range(strip.cell_length)]
    return [(letter, style) for text, style, _ in strip for letter in text]
