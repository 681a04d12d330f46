"""The memories of one store side by side, entries as cards."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from hermes_mem.tui.memory.drawing import CARD_LINES, TargetRow, entry_card, reading
from hermes_mem.tui.memory.entries_pane import EntryList
from hermes_mem.tui.memory.facts import heading
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.virtual_list import VirtualList


class BoardPane(Vertical):
    """One memory of the board: its gauge, its cards."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(classes="board-pane")
        self.gauge = Gauge(form=Form.BARE, glyphs=glyphs)
        self.list: EntryList = VirtualList(entry_card, row_height=CARD_LINES + 1, glyphs=glyphs, classes="entries")
        self.row: TargetRow | None = None

    def compose(self) -> ComposeResult:
        yield self.gauge
        yield self.list

    def show(self, row: TargetRow, marked: Sequence[str] = ()) -> None:
        """Head the pane with the memory; with `marked`, the gauge shows it without them."""
        self.row = row
        self.border_title = Content(heading(row.target))
        self.border_subtitle = Content(f"{len(marked):,} marked" if marked else "")
        self.set_class(row.target.state.broken, "-broken")
        self.gauge.reading = reading(row.target, marked)


class Board(Horizontal):
    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="board")
        self._glyphs = glyphs
        self.panes: tuple[BoardPane, ...] = ()

    async def show_targets(self, targets: Sequence[TargetRow]) -> None:
        """As many panes as memories, kept where the number stays the same."""
        if len(targets) != len(self.panes):
            self.panes = tuple(BoardPane(self._glyphs) for _ in targets)
            await self.remove_children()
            await self.mount(*self.panes)
        for pane, row in zip(self.panes, targets, strict=True):
            pane.show(row)

    def pane_of(self, entry_list: EntryList) -> BoardPane | None:
        """The pane whose list this is."""
        return next((pane for pane in self.panes if pane.list is entry_list), None)
