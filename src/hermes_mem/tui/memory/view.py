"""The Memory view: which memories there are, what is in the one in sight, and what one entry means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.lazy import Lazy
from textual.widget import Widget
from textual.widgets import Input

from hermes_mem.model.entry import Entry
from hermes_mem.model.plan import Operation
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.tui.memory import facts
from hermes_mem.tui.memory.board import Board
from hermes_mem.tui.memory.detail_pane import DetailPane, Shown
from hermes_mem.tui.memory.drawing import TargetRow, target_rows
from hermes_mem.tui.memory.entries_pane import EntriesPane, EntryList
from hermes_mem.tui.memory.messages import ChangeWanted, SightChanged
from hermes_mem.tui.memory.rows import Desired, EntryRow, Only, Past, Sort, entry_key, shown_text
from hermes_mem.tui.memory.strip import TargetStrip
from hermes_mem.tui.memory.targets_pane import TargetsPane
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.view import View
from hermes_mem.tui.walking import Walkable
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.virtual_list import VirtualList


class MemoryView(View):
    """Shows snapshots; changes nothing. Its commands are those of `tui/commands/memory.py`."""

    def __init__(self, glyphs: Glyphs, *, mark_advances: bool = False, today: Callable[[], date] = date.today) -> None:
        """With `mark_advances` the cursor goes to the next row after a mark, as in other programs.

        `today` is asked for the day at each reading; ages are counted from it.
        """
        super().__init__(id="memory")
        self._today = today
        self._mark_advances = int(mark_advances)
        self.desired = Desired()
        self._targets_pane = TargetsPane(glyphs)
        self._targets = self._targets_pane.list
        self._entries = EntriesPane(glyphs, self.desired)
        self._detail = DetailPane(glyphs)
        self._strip = TargetStrip(glyphs)
        self._board = Board(glyphs)
        self._stepped: TargetRow | None = None
        self._cursors: dict[str, str] = {}
        self._in_list: dict[EntryList, str] = {}

    def compose(self) -> ComposeResult:
        yield self._targets_pane
        with Vertical(id="main"):
            yield Lazy(self._strip)
            yield self._entries
            yield self._board
            yield self._detail

    def take_focus(self) -> None:
        """Have the keys go to the list."""
        self.current_list.focus()

    # What is shown

    async def show(self, snapshots: Sequence[Snapshot]) -> None:
        """Show these stores; cursor, marks and the memory in sight stay as far as they still exist."""
        self.desired.today = self._today()
        self.desired.forget()
        self._targets.set_rows(list(target_rows(snapshots)))
        await self.refresh_entries()

    async def show_past(self, past: Past) -> None:
        """Show from now on what the history knows: how memories filled, and since when entries are there."""
        if past.lines != self.desired.past.lines:
            self.desired.past = past
            self.desired.forget()
            await self.refresh_entries()
        self.desired.past = past
        await self._targets_pane.show_past(past)

    async def show_nothing(self, lines: Sequence[facts.Line]) -> None:
        """Say why there is no store to show."""
        self.remove_class("-board", "-zoom")
        self._entries.list.set_rows(())
        await self.show(())
        self._entries.list.empty = paragraph(lines)
        self._entries.list.focus()

    @property
    def here(self) -> TargetRow | None:
        """The memory in sight: the one of the board's pane that has the focus, else the one under the cursor."""
        pane = self._board.pane_of(self.current_list) if self.board else None
        return pane.row if pane and pane.row else self._targets.cursor_row

    @property
    def target_rows(self) -> Sequence[TargetRow]:
        """All memories of all stores, in the order of `[` and `]`."""
        return self._targets.rows

    @property
    def lists(self) -> Sequence[EntryList]:
        """The lists of entries: one, or one for each memory that was on the board, those in sight first."""
        return self._board.lists if self.board else [self._entries.list]

    @property
    def current_list(self) -> EntryList:
        """The list that the keys are about."""
        return next((each for each in self.lists if each.has_focus), self.lists[0])

    @property
    def board(self) -> bool:
        """Whether the memories are shown side by side."""
        return self.has_class("-board")

    @property
    def zoomed(self) -> bool:
        """Whether one entry has the whole view."""
        return self.has_class("-zoom")

    async def refresh_entries(self) -> None:
        """Fill the lists anew: after another memory, filter, order or masking was chosen."""
        if self.board:
            await self._board.show(self._targets.rows, self._targets.cursor_row)
        for target, entry_list in self._pairs():
            entry_list.set_rows(self.desired.rows(target.target), cursor_key=self._cursor_in(target, entry_list))
            entry_list.empty = paragraph(self.desired.why_empty(target.target))
        self._show_heads()
        self._show_entry()
        self.post_message(SightChanged())

    def _cursor_in(self, target: TargetRow, entry_list: EntryList) -> str | None:
        """The row to go to in a memory that comes into sight: the one of the last time, else the first."""
        if self._in_list.get(entry_list) == target.key:
            return None
        self._in_list[entry_list] = target.key
        first = next((entry_key(target.target, entry) for entry in target.target.entries), None)
        return self._cursors.get(target.key, first)

    def _pairs(self) -> Iterator[tuple[TargetRow, EntryList]]:
        if self.board:
            yield from ((pane.row, pane.list) for pane in self._board.panes if pane.row)
        elif self._targets.cursor_row is not None:
            yield self._targets.cursor_row, self._entries.list

    @property
    def _targets_of_store(self) -> list[TargetRow]:
        here = self._targets.cursor_row
        return [row for row in self._targets.rows if here and row.home == here.home]

    def _show_heads(self) -> None:
        here = self.here
        self._targets_pane.show_growth()
        self.set_class(here is None, "-nothing")
        self._entries.show_target(here)
        if here:
            self._strip.show(self._targets.rows, here)
            words = self.desired.status(len(self.current_list.rows), len(here.target.entries))
            part = [f"memories {self._board.part}"] if self.board and self._board.part else []
            self._entries.show_status([*part, *words])
        self._show_marked()

    def _show_marked(self) -> None:
        marked = _ids(self.current_list.marked_rows)
        self._entries.show_marked(len(marked))
        self._detail.show_what_if(self.here.target if self.here else None, marked)
        for pane in self._board.panes:
            if self.board and pane.row:
                pane.show(pane.row, _ids(pane.list.marked_rows))

    def _show_entry(self) -> None:
        here, row = self.here, self.current_list.cursor_row
        if here is None or row is None:
            self._detail.show(None)
            return
        self._cursors[here.key] = row.key
        place = f"Entry {self.current_list.cursor + 1:,} of {len(self.current_list.rows):,}"
        desired = self.desired
        line = desired.past.lines.get(here.target.path, {}).get(row.entry.id)
        shown = Shown(here.snapshot, here.target, row.entry, place, desired.today, desired.reveal, self.zoomed, line)
        self._detail.show(shown)

    # What the commands ask for

    @property
    def entries_shown(self) -> bool:
        """Whether the list has rows."""
        return bool(self.current_list.rows)

    @property
    def no_board(self) -> str | None:
        """Why the memories cannot stand side by side, None when they can."""
        return None if len(self._targets_of_store) > 1 else "There is nothing to put side by side here."

    @property
    def to_copy(self) -> str | None:
        """What `y` copies: the chosen entries as they are shown, else the command that mends a broken memory."""
        if chosen := self.current_list.chosen:
            return "\n\n".join(shown_text(row.entry, reveal=self.desired.reveal) for row in chosen)
        finding = facts.mending(self.here.target) if self.here else None
        return finding.command_in(self.here.home.path) if self.here and finding else None

    @property
    def chosen(self) -> list[Entry]:
        """What a verb is about: the marked entries, else the one under the cursor."""
        return [row.entry for row in self.current_list.chosen]

    @property
    def under_cursor(self) -> tuple[Entry, ...]:
        """The entry under the cursor alone, whatever is marked."""
        row = self.current_list.cursor_row
        return (row.entry,) if row else ()

    @property
    def title(self) -> str:
        """The name of the memory in sight, as people see it."""
        return self.here.target.title if self.here else ""

    @property
    def no_order(self) -> str | None:
        """Why the order of the file is not what is seen, None when it is."""
        in_order = self.desired.sort is Sort.FILE and self.desired.only is Only.ALL and not self.desired.query
        return None if in_order else "Order is seen only without a filter, sorted as in the file."

    def beside(self, steps: int) -> Target | None:
        """The memory of the pane beside the one in focus on the board; None at the edge."""
        row = self.here
        rows = [pane.row for pane in self._board.panes if pane.row]
        place = rows.index(row) + steps if row in rows else -1
        return rows[place].target if 0 <= place < len(rows) else None

    def want(self, operations: Sequence[Operation], summary: str) -> None:
        """Ask for a change of the store in sight."""
        if self.here:
            self.post_message(ChangeWanted(self.here.home, operations, summary))

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move in the pane that has the focus: the cursor of a list, the text of an entry."""
        if self._detail.text.has_focus:
            act(self._detail.text)
        else:
            self.move(act)

    def move(self, act: Callable[[VirtualList[Any]], None]) -> None:
        """Do something to the list that has the focus; from the filter, go to the list first."""
        if self.filtering:
            self.current_list.focus()
        else:
            act(self._targets if self._targets.has_focus else self.current_list)

    def toggle_mark(self) -> None:
        """Mark the row or take its mark away; the cursor moves on only for those who set it so."""
        if self.current_list.has_focus:
            self.current_list.toggle_mark()
            self.current_list.move_by(self._mark_advances)

    def step_target(self, steps: int) -> None:
        """Go to another memory, round the end."""
        rows = self._targets.rows
        here = self._stepped or self.here
        if here and here in rows:
            self._stepped = rows[(list(rows).index(here) + steps) % len(rows)]
            self._targets.move_to_key(self._stepped.key)

    def go_to(self, key: str) -> bool:
        """Go to the memory with this key of a TargetRow; False when there is none."""
        return self._targets.move_to_key(key)

    async def go_to_entry(self, key: str, entry: Entry | None) -> None:
        """Go to the memory with this key, and to an entry there, past a filter that would hide it."""
        with self._entries.query_input.prevent(Input.Changed):
            self._entries.query_input.value = self.desired.query = ""
        self.desired.only = Only.ALL
        self.desired.forget()
        row = next((row for row in self.target_rows if row.key == key), None)
        if row and entry:
            self._cursors[key] = entry_key(row.target, entry)
            self._in_list.clear()
        self.go_to(key)
        await self.refresh_entries()

    def focus_filter(self) -> None:
        """Go to the filter; what is typed filters at once."""
        self._zoom(False)
        self.screen.set_focus(self._entries.query_input)  # At once: the next key may be here already.

    def toggle_zoom(self) -> None:
        """Give the entry the whole view, or take it back; from the filter, go to the list first."""
        if self.filtering:
            self.current_list.focus()
            return
        self._zoom(not self.zoomed)

    def _zoom(self, zoomed: bool) -> None:
        self.set_class(zoomed, "-zoom")
        self._show_entry()

    def _shown_by_list(self) -> Iterator[tuple[EntryList, Sequence[TargetRow]]]:
        """Each list with the memories of this store that it is for: one each on the board, else all of them."""
        if self.board:
            yield from ((pane.list, [pane.row]) for pane in self._board.panes if pane.row)
        else:
            yield self._entries.list, self._targets_of_store

    async def set_board(self, board: bool) -> None:
        """Put the memories of this store side by side, or one into sight."""
        here, before = self._stepped or self.here, self.lists
        self.remove_class("-zoom")
        self.set_class(board and self.no_board is None, "-board")
        if here:
            self._targets.move_to_key(here.key)
        await self.refresh_entries()
        if self.lists != before:
            for entry_list, targets in self._shown_by_list():
                keys = frozenset(entry_key(row.target, entry) for row in targets for entry in row.target.entries)
                entry_list.take_over(before, keys)
        self._focus_target(here)

    def _focus_target(self, row: TargetRow | None) -> None:
        """Focus the list of this memory: the only one, or its pane of the board."""
        pane = next((pane for pane in self._board.panes if self.board and pane.row == row), None)
        self.screen.set_focus(pane.list if pane else self.current_list)  # At once: the next key may be here already.

    async def set_reveal(self, reveal: bool) -> None:
        """Show secrets, or mask them."""
        self.desired.reveal = reveal
        self.desired.forget()
        await self.refresh_entries()

    def scroll_detail(self, lines: int) -> None:
        """Scroll the text of the entry."""
        self._detail.text.scroll_by(lines)

    def focus_pane(self, steps: int) -> None:
        """Go to another pane, round the end; from the filter, to the list."""
        panes: list[Widget] = [self._targets, *self.lists, self._detail.text]
        shown = [pane for pane in panes if pane.region]
        here = next((number for number, pane in enumerate(shown) if pane.has_focus), None)
        pane = self.current_list if here is None else shown[(here + steps) % len(shown)]
        pane.focus()

    async def step_out(self) -> None:
        """One step out: the filter with its text, a range, the zoom, the board."""
        if self.filtering or self._entries.query_input.value:
            self._entries.query_input.value = ""
            self.current_list.focus()
        elif self.current_list.ranging:
            self.current_list.end_range()
        elif self.zoomed:
            self._zoom(False)
        elif self.board:
            await self.set_board(False)

    @property
    def filtering(self) -> bool:
        """Whether letters go to the filter."""
        return self._entries.query_input.has_focus

    # What happens

    @on(Input.Changed, "#query")
    async def filter_entries(self, event: Input.Changed) -> None:
        """Filters as one types."""
        event.stop()
        self.desired.query = event.value.strip()
        await self.refresh_entries()
        self.current_list.to_top()

    @on(Input.Submitted, "#query")
    def leave_filter(self, event: Input.Submitted) -> None:
        """Keeps the filter and goes to the list."""
        event.stop()
        self.current_list.focus()

    @on(VirtualList.Moved, "#targets")
    async def show_target(self, event: VirtualList.Moved) -> None:
        """Shows the memory under the cursor; on the board, goes to its pane."""
        event.stop()
        await self.refresh_entries()
        if self.board:
            self._focus_target(self._targets.cursor_row)
        self._stepped = None

    async def on_resize(self) -> None:
        """As many memories side by side as there is room for now."""
        if self.board and len(self._board.panes) != min(self._board.fitting, len(self._board.targets)):
            here = self.here
            if here:
                self._targets.move_to_key(here.key)
            await self.refresh_entries()
            self._focus_target(here)

    @on(events.DescendantFocus, ".entries")
    def show_pane(self) -> None:
        """Shows what the keys are about now: on the board, another pane is another memory."""
        self._show_heads()
        self._show_entry()
        self.post_message(SightChanged())

    @on(VirtualList.Moved, ".entries")
    def show_entry(self, event: VirtualList.Moved) -> None:
        """Shows the entry under the cursor."""
        event.stop()
        self._show_entry()

    @on(VirtualList.Marked)
    def show_what_if(self, event: VirtualList.Marked) -> None:
        """Shows what the removal of the marked ones would free."""
        event.stop()
        self._show_marked()

    @on(VirtualList.Chosen, ".entries")
    def open_entry(self, event: VirtualList.Chosen) -> None:
        """Opens the entry that was clicked again."""
        event.stop()
        self.toggle_zoom()


def _ids(rows: Sequence[EntryRow]) -> list[str]:
    return [row.entry.id for row in rows]
