"""What can be had back of a change: the change undone, its files as they were, or one entry; and all of it to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.text import safe
from hermes_mem.store.glimpse import glimpse
from hermes_mem.tui.history.lines import Opened
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.widgets.glyphs import own, own_masks

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

UNDO, FILES, PAGER = "undo", "files", "pager"


async def choose_restore(desk: DeskScreen) -> None:
    """Ask what shall come back of the change in sight, and have it done."""
    change, opened = desk.change_in_sight, desk.history.opened if desk.history else None
    if change is None:
        return
    picker = Picker(f"Change {change.id}", restorable(opened or Opened(change)), glyphs=desk.session.glyphs)
    chosen = await desk.app.push_screen_wait(picker)
    if chosen == UNDO:
        desk.changes.undo_change(change)
    elif chosen == FILES:
        desk.changes.restore(change)
    elif chosen == PAGER:
        page(desk)
    elif chosen is not None:
        desk.changes.bring_back(change, chosen)


def restorable(opened: Opened) -> list[Choice]:
    """The ways back, one for each entry that the change took away or reworded among them."""
    gone = [one for one in opened.differences if one.was and (one.now is None or one.now.text != one.was.text)]
    return [
        Choice(UNDO, "Take this change back", "By entry where others have written since; their entries stay."),
        Choice(FILES, "Restore the files as they were", "Byte for byte; what was written since goes, and u brings it."),
        Choice(PAGER, "Open the differences in $PAGER", "All of them, nothing cut; secrets masked unless shown."),
        *(
            Choice(one.was.id, _bring_back(one.was.text, one.home.kind), "As an entry at the end.")
            for one in gone
            if one.was
        ),
    ]


def page(desk: DeskScreen) -> None:
    """Lend the terminal to the person's pager, with all that the change in sight did."""
    from textual.app import SuspendNotSupported

    from hermes_mem.disk.pager import paged, pager_of
    from hermes_mem.tui.working import outcome

    if desk.history is None:
        return
    text, env = desk.history.whole_text, desk.session.env
    try:
        command = pager_of(env)
        with desk.app.suspend():
            found = outcome(lambda: paged(text, command, env))  # What is raised in there leaves the screen suspended.
    except HermesMemError as error:
        found = error
    except SuspendNotSupported:
        desk.say("This terminal cannot be lent to another program; y copies what is shown.", Role.WARNING)
        return
    if found is not None:
        desk.say(safe(f"{found.message} {found.hint or ''}"), Role.WARNING)


def _bring_back(text: str, kind: str) -> str:
    return own("Bring back “{}”").format(own_masks(glimpse(text, kind, cut=own("…"))))
