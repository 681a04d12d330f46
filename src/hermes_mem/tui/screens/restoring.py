"""What can be had back of a change: the change undone, its files as they were, or one entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.store.differences import Difference
from hermes_mem.store.glimpse import glimpse
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.widgets.glyphs import own, own_masks

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

UNDO, FILES = "undo", "files"


async def choose_restore(desk: DeskScreen) -> None:
    """Ask what shall come back of the change in sight, and have it done."""
    change, view = desk.change_in_sight, desk.history
    if change is None or view is None:
        return
    picker = Picker(f"Change {change.id}", restorable(view.differences), glyphs=desk.session.glyphs)
    chosen = await desk.app.push_screen_wait(picker)
    if chosen == UNDO:
        desk.changes.undo_change(change)
    elif chosen == FILES:
        desk.changes.restore(change)
    elif chosen is not None:
        desk.changes.bring_back(change, chosen)


def restorable(differences: tuple[Difference, ...]) -> list[Choice]:
    """The ways back, one for each entry that the change took away or reworded among them."""
    gone = [one for one in differences if one.was and (one.now is None or one.now.text != one.was.text)]
    return [
        Choice(UNDO, "Take this change back", "By entry where others have written since; their entries stay."),
        Choice(FILES, "Restore the files as they were", "Byte for byte; what was written since goes, and u brings it."),
        *(
            Choice(one.was.id, _bring_back(one.was.text, one.home.kind), "As an entry at the end.")
            for one in gone
            if one.was
        ),
    ]


def _bring_back(text: str, kind: str) -> str:
    return own("Bring back “{}”").format(own_masks(glimpse(text, kind, cut=own("…"))))
