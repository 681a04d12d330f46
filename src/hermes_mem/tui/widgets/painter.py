"""Rows of a list turned into strips for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.strip import Strip

from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.line import Line, Piece, fit, tame
from hermes_mem.tui.widgets.selection import R

CACHED_ROWS = 1024
"""Drawn rows that are kept: several screens full."""


@dataclass(frozen=True, slots=True)
class RowState:
    """How a row is drawn: its place, and what the person did with it. `focused` is the list's focus."""

    index: int
    cursor: bool
    marked: bool
    in_range: bool
    focused: bool


RenderRow = Callable[[R, int, RowState], Sequence[Line]]
"""Draws a row into `row_height` lines of at most so many cells: pieces of text, each with its part of `parts.STYLES`.

What is too long is cropped and what is missing is blank; the text must have passed `safe_line`.
"""


class Painter(Generic[R]):
    """Draws rows with a gutter for cursor and mark, and keeps what it has drawn until told to forget."""

    def __init__(self, render_row: RenderRow[R], row_height: int, markable: bool, glyphs: Glyphs) -> None:
        """`markable` is False where marks make no sense; the gutter is then one cell instead of two."""
        self.row_height = row_height
        self.markable = markable
        self.glyphs = glyphs
        self._render_row = render_row
        self._drawn: LRUCache[tuple[int, RowState], list[Strip]] = LRUCache(CACHED_ROWS)

    def forget(self) -> None:
        """Draw everything anew from now on."""
        self._drawn.clear()

    def strips(self, row: R, width: int, state: RowState, style: Callable[..., Style]) -> list[Strip]:
        """One strip of `width` cells for each of the row's lines; `style` gives the colours for parts, by name."""
        strips = self._drawn.get((width, state))
        if strips is None:
            strips = self._drawn[(width, state)] = self._draw(row, width, state, style)
        return strips

    def _draw(self, row: R, width: int, state: RowState, style: Callable[..., Style]) -> list[Strip]:
        gutter = self._gutter(state)
        room = max(0, width - len(gutter))
        lines = list(self._render_row(row, room, state))[: self.row_height]
        lines += [()] * (self.row_height - len(lines))
        blank = [(" " * len(gutter), "")]
        strips = []
        for number, line in enumerate(lines):
            pieces = [*(blank if number else gutter), *fit(tame(line), room, self.glyphs.ellipsis)]
            segments = [Segment(text, style(*_parts(part, state))) for text, part in pieces if text]
            strips.append(Strip(segments).adjust_cell_length(width, style(*_parts("", state))).simplify())
        return strips

    def _gutter(self, state: RowState) -> list[Piece]:
        pointer = (self.glyphs.pointer, "sign") if state.cursor else (" ", "")
        tick = (self.glyphs.tick, "sign") if state.marked or state.in_range else (" ", "")
        return [pointer, tick] if self.markable else [pointer]


def _parts(part: str, state: RowState) -> list[str]:
    """Names of the styles that lie on one another; under the focused cursor a part keeps only bold and underline."""
    parts = [part] if part else []
    if not state.cursor:
        return parts
    return [*parts, "cursor"] if state.focused else ["cursor-blurred", *parts]
