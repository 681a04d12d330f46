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

LEAST, NARROWEST = 2, 40
"""Panes that are shown in any case, and the cells from which another one is."""


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
    """Has a pane for each memory that was ever in sight, so that marks and cursors stay; shows as many as fit."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="board")
        self._glyphs = glyphs
        self._made: dict[str, BoardPane] = {}
        self._first = 0
        self.targets: Sequence[TargetRow] = ()
        self.panes: tuple[BoardPane, ...] = ()

    @property
    def lists(self) -> list[EntryList]:
        """The lists of all panes, those not in sight last."""
        hidden = (pane for pane in self._made.values() if pane not in self.panes)
        return [pane.list for pane in (*self.panes, *hidden)]

    @property
    def part(self) -> str:
        """Which of the memories are in sight, `1-3 of 7`; empty when all are."""
        last, number = self._first + len(self.panes), len(self.targets)
        return f"{self._first + 1:,}-{last:,} of {number:,}" if len(self.panes) < number else ""

    async def show(self, rows: Sequence[TargetRow], here: TargetRow | None) -> None:
        """Show so many memories as fit of the store that is `here`, that one among them.

        `rows` are those of all stores: the panes of memories that are gone go too.
        """
        every = {row.key for row in rows}
        await self.remove_children([pane for key, pane in self._made.items() if key not in every])
        self._made = {key: pane for key, pane in self._made.items() if key in every}
        self.targets = [row for row in rows if here and row.home == here.home]
        seen = self._in_sight([row.key for row in self.targets].index(here.key)) if here else ()
        for row in reversed(seen):
            if row.key not in self._made:
                await self._make(row, [each.key for each in self.targets])
        self.panes = tuple(self._made[row.key] for row in seen)
        for pane in self._made.values():
            pane.display = pane in self.panes
        for pane, row in zip(self.panes, seen, strict=True):
            pane.show(row)

    async def _make(self, row: TargetRow, order: Sequence[str]) -> None:
        pane = self._made[row.key] = BoardPane(self._glyphs)
        behind = order[order.index(row.key) + 1 :]
        await self.mount(pane, before=next((self._made[key] for key in behind if key in self._made), None))

    def _in_sight(self, here: int) -> Sequence[TargetRow]:
        """The memories to show: as before, as far as the one that is `here` is among them."""
        number = self.fitting
        least, most = max(0, here - number + 1), min(here, max(0, len(self.targets) - number))
        self._first = max(least, min(self._first, most))
        return self.targets[self._first : self._first + number]

    @property
    def fitting(self) -> int:
        """How many panes there is room for; two in any case, since one is no board."""
        return max(LEAST, self.screen.size.width // NARROWEST)

    def pane_of(self, entry_list: EntryList) -> BoardPane | None:
        """The pane whose list this is."""
        return next((pane for pane in self.panes if pane.list is entry_list), None)
