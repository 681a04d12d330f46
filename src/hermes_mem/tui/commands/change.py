"""Commands of the Memory view that change memory; `u` takes each of them back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.model import plan
from hermes_mem.tui.commands.memory import Memory, NeedsEntry
from hermes_mem.tui.memory.messages import EditWanted, MoveWanted, Task

if TYPE_CHECKING:
    from hermes_mem.tui.memory.view import MemoryView


class Changing(NeedsEntry):
    group = "Change"


class RemoveEntries(Changing):
    """Remove the marked entries, else this one; u brings them back."""

    id, label, keys, footer = "entry.remove", "remove", ("d", "delete"), True

    def run(self, at: MemoryView) -> None:
        entries = at.chosen
        at.want([plan.Remove(entry.id) for entry in entries], f"removed {len(entries)} from {at.title}")


class Edit(Changing):
    """Edit the entry, with its budget and what the rules say of it beside the text."""

    id, label, keys, footer = "entry.edit", "edit", ("e",), True
    opens = True

    def run(self, at: MemoryView) -> None:
        at.post_message(EditWanted(Task.EDIT, at.under_cursor))


class EditOutside(Changing):
    """Edit the entry in $VISUAL or $EDITOR; one that opens a window leaves the screen as it is."""

    id, label, keys = "entry.edit-outside", "edit in $EDITOR", ("E",)
    opens = True

    def run(self, at: MemoryView) -> None:
        at.post_message(EditWanted(Task.EDIT, at.under_cursor, outside=True))


class New(Memory):
    """Write a new entry at the end of this memory."""

    id, label, keys, group = "entry.new", "new entry", ("N",), "Change"
    opens = True

    def unavailable(self, at: MemoryView) -> str | None:
        return None if at.here else "There is no memory here to write into."

    def run(self, at: MemoryView) -> None:
        at.post_message(EditWanted(Task.NEW, ()))


class Move(Changing):
    """Move the marked entries, else this one, to another memory or store."""

    id, label, keys, footer = "entry.move", "move", ("t",), True
    title = "move to…"
    opens = True

    def run(self, at: MemoryView) -> None:
        at.post_message(MoveWanted(tuple(at.chosen)))


class Join(Changing):
    """Join the marked entries into one; what it shall say is edited first."""

    id, label, keys = "entry.join", "join marked", ("m",)
    opens = True

    def unavailable(self, at: MemoryView) -> str | None:
        return None if len(at.chosen) > 1 else "Mark two entries or more with space, then m joins them."

    def run(self, at: MemoryView) -> None:
        at.post_message(EditWanted(Task.JOIN, tuple(at.chosen)))


class Split(Changing):
    """Split the entry: a line that is only § divides."""

    id, label, keys = "entry.split", "split", ("S",)
    opens = True

    def run(self, at: MemoryView) -> None:
        at.post_message(EditWanted(Task.SPLIT, at.under_cursor))


class Repair(Memory):
    """Write this memory as the agent's own next add would leave it: no stray blanks, no copies, nothing lost."""

    id, label, keys, group = "memory.repair", "repair this memory", ("F",), "Change"

    def unavailable(self, at: MemoryView) -> str | None:
        return None if at.here else "There is no memory here to repair."

    def run(self, at: MemoryView) -> None:
        if at.here:
            at.want([plan.Repair(at.here.target.name)], f"repaired {at.title}")


class Shift(Changing):
    """Moving an entry in the order of the file; only there does a place mean anything."""

    steps: int

    def unavailable(self, at: MemoryView) -> str | None:
        return super().unavailable(at) or at.no_order

    def run(self, at: MemoryView) -> None:
        (entry,) = at.under_cursor
        order = [other.id for other in at.here.target.entries] if at.here else []
        place = order.index(entry.id) + self.steps
        if 0 <= place < len(order):
            at.want([plan.Reorder(entry.id, place)], f"moved 1 in the order of {at.title}")


class ShiftUp(Shift):
    """Put the entry one place up in its file."""

    id, label, keys, steps = "entry.up", "put up", ("alt+up",), -1


class ShiftDown(Shift):
    """Put the entry one place down in its file."""

    id, label, keys, steps = "entry.down", "put down", ("alt+down",), 1


class Send(Changing):
    """On the board, entries go to the pane beside."""

    steps: int

    def unavailable(self, at: MemoryView) -> str | None:
        if not at.board:
            return "That sends entries to the pane beside, on the board (b)."
        beside = None if at.beside(self.steps) else "There is no pane on that side; [ and ] bring others into sight."
        return super().unavailable(at) or beside

    def run(self, at: MemoryView) -> None:
        target = at.beside(self.steps)
        if target is not None:
            entries = at.chosen
            moves = [plan.Move(entry.id, target.name) for entry in entries]
            at.want(moves, f"moved {len(entries)} from {at.title} to {target.title}")


class SendLeft(Send):
    """On the board, send the marked entries, else this one, to the pane on the left."""

    id, label, keys, steps = "entry.left", "send left", ("<",), -1


class SendRight(Send):
    """On the board, send the marked entries, else this one, to the pane on the right."""

    id, label, keys, steps = "entry.right", "send right", (">",), 1


CHANGE: tuple[Memory, ...] = (
    RemoveEntries(),
    Edit(),
    EditOutside(),
    New(),
    Move(),
    Join(),
    Split(),
    Repair(),
    ShiftUp(),
    ShiftDown(),
    SendLeft(),
    SendRight(),
)
