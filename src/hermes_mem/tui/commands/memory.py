"""Commands of the Memory view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.memory.messages import BoardChosen, CopyWanted

if TYPE_CHECKING:
    from hermes_mem.tui.memory.view import MemoryView


class Memory(Command):
    view = "memory"


class NeedsEntry(Memory):
    def unavailable(self, at: MemoryView) -> str | None:
        return None if at.entries_shown else "There is no entry here to do that with."


class NextTarget(Memory):
    """Go to the next memory; after the last one of a store comes the next store."""

    id, label, keys, key_label, group, footer = "target.next", "memory", ("]",), "[ ]", "Move", True
    title = "next memory"

    def run(self, at: MemoryView) -> None:
        at.step_target(1)


class PreviousTarget(Memory):
    """Go to the memory before."""

    id, label, keys, group = "target.previous", "previous memory", ("[",), "Move"

    def run(self, at: MemoryView) -> None:
        at.step_target(-1)


class Mark(NeedsEntry):
    """Mark the row, or take its mark away. What is marked shows what its removal would free."""

    id, label, keys, group, footer = "list.mark", "mark", ("space",), "Mark", True

    def run(self, at: MemoryView) -> None:
        at.toggle_mark()


class Range(NeedsEntry):
    """Begin a range: moving widens it, v again or esc ends it and leaves its rows marked."""

    id, label, keys, group = "list.range", "range", ("v",), "Mark"

    def run(self, at: MemoryView) -> None:
        at.move(lambda rows: rows.end_range() if rows.ranging else rows.start_range())


class ExtendDown(NeedsEntry):
    """Mark this row and the next one."""

    id, label, keys, group = "list.extend-down", "extend down", ("shift+down",), "Mark"

    def run(self, at: MemoryView) -> None:
        at.move(lambda rows: rows.extend(1))


class ExtendUp(NeedsEntry):
    """Mark this row and the one before."""

    id, label, keys, group = "list.extend-up", "extend up", ("shift+up",), "Mark"

    def run(self, at: MemoryView) -> None:
        at.move(lambda rows: rows.extend(-1))


class MarkAll(NeedsEntry):
    """Mark everything that the filter shows."""

    id, label, keys, group = "list.mark-all", "mark all shown", ("a",), "Mark"

    def run(self, at: MemoryView) -> None:
        at.move(lambda rows: rows.mark_all())


class ClearMarks(NeedsEntry):
    """Take all marks away."""

    id, label, keys, group = "list.clear-marks", "clear marks", ("n",), "Mark"

    def run(self, at: MemoryView) -> None:
        at.move(lambda rows: rows.clear_marks())


class Filter(Memory):
    """Filter as you type: every word must occur, and category:tool or project:shop ask for what Pi keeps."""

    id, label, keys, group, footer = "list.filter", "filter", ("/",), "Look", True

    def unavailable(self, at: MemoryView) -> str | None:
        return None if at.here else "There is no memory here to filter."

    def run(self, at: MemoryView) -> None:
        at.focus_filter()


class CycleSort(NeedsEntry):
    """Sort by the order in the file, by size, by flags, or by the alphabet."""

    id, label, keys, group = "list.sort", "sort", ("s",), "Look"

    async def run(self, at: MemoryView) -> None:
        at.desired.next_sort()
        await at.refresh_entries()


class CycleOnly(Memory):
    """Show all entries, only flagged ones, only those with a secret, only those kept out of the prompt, only copies."""

    id, label, keys, group = "list.only", "filter by flag", ("f",), "Look"

    async def run(self, at: MemoryView) -> None:
        at.desired.next_only()
        await at.refresh_entries()


class Open(NeedsEntry):
    """Open the entry in full, with the map of the budget. esc closes."""

    id, label, keys, key_label, group, footer = "entry.open", "zoom", ("enter", "z"), "z", "Look", True
    title = "open entry"

    def run(self, at: MemoryView) -> None:
        at.toggle_zoom()


class Board(Memory):
    """Show the memories of this store side by side, entries as cards. The choice is remembered."""

    id, label, keys, group, footer = "memory.board", "board", ("b",), "Look", True

    def unavailable(self, at: MemoryView) -> str | None:
        return at.no_board

    async def run(self, at: MemoryView) -> None:
        await at.set_board(not at.board)
        at.post_message(BoardChosen(at.board))


class Copy(Memory):
    """Copy what is shown: the marked entries, else this one; a broken memory gives the command that mends it."""

    id, label, keys, group = "entry.copy", "copy", ("y",), "Look"

    def unavailable(self, at: MemoryView) -> str | None:
        return None if at.to_copy else "There is nothing here to copy."

    def run(self, at: MemoryView) -> None:
        at.post_message(CopyWanted(at.to_copy or "", len(at.current_list.chosen)))


TARGETS: tuple[Memory, ...] = (NextTarget(), PreviousTarget())

MARK: tuple[Memory, ...] = (Mark(), Range(), ExtendDown(), ExtendUp(), MarkAll(), ClearMarks())

LOOK: tuple[Memory, ...] = (
    Filter(),
    Open(),
    Board(),
    CycleSort(),
    CycleOnly(),
    Copy(),
)
