"""The memories of all stores on the left, each with its gauge, grouped by store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.drawing import TargetRow, target_lines
from hermes_mem.tui.memory.rows import Past
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.virtual_list import VirtualList

if TYPE_CHECKING:
    from hermes_mem.tui.memory.growth_pane import GrowthPane

LINES = 4
"""Of each memory, the last of which heads the next store."""


class TargetsPane(Vertical):
    """The list of memories, and below it, where that leaves room, how the one in sight filled."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="targets-pane")
        self._glyphs = glyphs
        self.list = TargetList(glyphs)
        self._growth: GrowthPane | None = None
        self._past = Past()

    def compose(self) -> ComposeResult:
        yield self.list

    async def show_past(self, past: Past) -> None:
        """Show from now on how memories filled."""
        self._past = past
        if self._growth is None and past.growth:
            from hermes_mem.tui.memory.growth_pane import GrowthPane

            self._growth = GrowthPane(self._glyphs)
            await self.mount(self._growth)
        self.show_growth()

    def show_growth(self) -> None:
        """Of the memory under the cursor; the first thing to go where there is no room."""
        if self._growth:
            row, inner = self.list.cursor_row, self.scrollable_content_region
            growth = self._past.growth.get(row.target.path) if row else None
            room = inner.height - len(self.list.rows) * LINES
            self._growth.show(row.target if row else None, growth, inner.width, room)

    def on_resize(self) -> None:
        """There may be room now, or none any more."""
        self.show_growth()


class TargetList(VirtualList[TargetRow]):
    """Heads its pane with the store of its uppermost row."""

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
        if isinstance(self.parent, TargetsPane):
            self.parent.border_title = Content(safe_line(self.rows[first].home.name) if self.rows else "Memories")
