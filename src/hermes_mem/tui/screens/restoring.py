"""What can be had back of a change: all of it, all that it took away, its files, one entry; and all of it to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hermes_mem.history.records import Change, Origin
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Add, Effect, Result
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe, safe_line
from hermes_mem.store.glimpse import glimpse
from hermes_mem.tui.history.lines import Opened
from hermes_mem.tui.memory.facts import Role, count, number_of
from hermes_mem.tui.memory.messages import ChangeWanted
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.widgets.glyphs import own, own_masks
from hermes_mem.tui.working import done, outcome

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

UNDO, FILES, PAGER, REMOVED = "undo", "files", "pager", "removed"


@dataclass(frozen=True, slots=True)
class Removed:
    """What a change took away and is missing now, as additions to their memories, and what would come of those."""

    home: Home
    adds: Sequence[Add]
    result: Result

    @property
    def titles(self) -> str:
        """The memories that it would go to."""
        return ", ".join(map(title_of, dict.fromkeys(add.target for add in self.adds)))


async def choose_restore(desk: DeskScreen) -> None:
    """Ask what shall come back of the change in sight, and have it done."""
    change, opened = desk.change_in_sight, desk.history.opened if desk.history else None
    if change is None:
        return
    removed = await done(desk, lambda: taken_away(desk, change), "restore") if opened and opened.removed else None
    choices = restorable(opened or Opened(change), removed)
    chosen = await desk.app.push_screen_wait(Picker(f"Change {change.id}", choices, glyphs=desk.session.glyphs))
    if chosen == UNDO:
        desk.changes.undo_change(change)
    elif chosen == FILES:
        desk.changes.restore(change)
    elif chosen == PAGER:
        page(desk)
    elif chosen == REMOVED and removed:
        summary = f"brought back {len(removed.adds)} to {removed.titles} that change {change.id} took away"
        desk.post_message(ChangeWanted(removed.home, removed.adds, summary))
    elif chosen is not None:
        desk.changes.bring_back(change, chosen)


def taken_away(desk: DeskScreen, change: Change) -> Removed | None:
    """For a worker: all that a change took away and no memory has now; None where that is nothing, or cannot be."""
    from hermes_mem.store import restoring
    from hermes_mem.store.writing import Order, preview

    env, late = desk.session.env, desk.session.settings.hermes_rules == "late"
    try:
        home, adds = restoring.taken_away(change.id, env)
        return Removed(home, adds, preview(Order(home, adds, "you", "", late=late), env))
    except HermesMemError:
        return None  # Nothing is missing, or its home is: the other ways back say so when they are taken.


def restorable(opened: Opened, removed: Removed | None = None) -> list[Choice]:
    """The ways back, one for each entry that the change took away or reworded among them.

    What others took away comes back first: a change of one's own is rather taken back whole.
    """
    gone = [one for one in opened.differences if one.was and (one.now is None or one.now.text != one.was.text)]
    undo = Choice(UNDO, "Take this change back", "By entry where others have written since; their entries stay.")
    everything = [_everything(removed)] if removed else []
    by_others = opened.change.about.origin is Origin.OBSERVED
    return [
        *((*everything, undo) if by_others else (undo, *everything)),
        Choice(FILES, "Restore the files as they were", "Byte for byte; what was written since goes, and u brings it."),
        Choice(PAGER, "Open the differences in $PAGER", "All of them, nothing cut; secrets masked unless shown."),
        *(
            Choice(one.was.id, _bring_back(one.was.text, one.home.kind), "As an entry at the end.")
            for one in gone
            if one.was
        ),
    ]


def _everything(removed: Removed) -> Choice:
    """Whether all that was taken away fits, and what the budget would be."""
    number = number_of(len(removed.adds), "removed entry", "removed entries")
    kept = sum(len(effect.old) for effect in removed.result.effects)
    against = [finding for finding in removed.result.findings if finding.severity is Severity.BLOCKING]
    fits = own(", ".join(_budget(effect) for effect in removed.result.effects))
    says = f"Keeps the {kept:,} that are there. {fits}."
    if against:
        says = f"{fits}. {safe_line(against[0].message)}"
    full = max((effect.after.percent_uncapped for effect in removed.result.effects), default=0)
    return Choice(REMOVED, f"Bring back the {number}", says, f"{full}%")


def _budget(effect: Effect) -> str:
    """`fits: 402 → 1,812 / 2,200 chars`."""
    sizes = f"{effect.before.used:,} → {count(effect.after.used, effect.after.unit)} of {effect.after.limit:,}"
    return f"OVER by {effect.after.over:,}: {sizes}" if effect.after.over else f"Fits: {sizes}"


def page(desk: DeskScreen) -> None:
    """Lend the terminal to the person's pager, with all that the change in sight did."""
    from textual.app import SuspendNotSupported

    from hermes_mem.disk.pager import paged, pager_of

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
