"""The memories of all stores on the left, each with its gauge, grouped by store."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.drawing import TargetRow, target_lines
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.virtual_list import VirtualList

LINES = 4
"""Of each memory, the last of which heads the next store."""


class TargetList(VirtualList[TargetRow]):
    """Is headed by the store of its uppermost row."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(
            lambda row, width, state: target_lines(row, width, state, glyphs),
            row_height=LINES,
            markable=False,
            glyphs=glyphs,
            id="targets",
        )

    def set_rows(self, rows: Sequence[TargetRow], *, cursor_key: str | None = None) -> None:
        super().set_rows(rows, cursor_key=cursor_key)
        self._head()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self._head()

    def _head(self) -> None:
        first = min(len(self.rows) - 1, (int(self.scroll_y) + LINES - 1) // LINES)
        self.border_title = Content(safe_line(self.rows[first].home.name) if self.rows else "Memories")
