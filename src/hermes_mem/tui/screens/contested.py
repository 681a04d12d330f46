"""An entry that somebody else changed while the person wrote: theirs, ours, both, and the three side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from hermes_mem.model import plan
from hermes_mem.model.entry import Entry
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.text import safe
from hermes_mem.store.glimpse import masked
from hermes_mem.tui.drafts import About
from hermes_mem.tui.history.lines import by_word
from hermes_mem.tui.memory.facts import Line, Role, say
from hermes_mem.tui.memory.messages import ChangeWanted, Task, Written
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.widgets.glyphs import own_masks
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.working import done

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

LIKENESS = 60
"""Per cent of `rapidfuzz.fuzz.token_set_ratio` from which an entry is taken for the other's version of ours."""

CHANGED, GONE = "The entry changed while you wrote", "The entry went while you wrote"


async def settle(desk: DeskScreen, wanted: ChangeWanted, written: Written) -> None:
    """Ask what shall become of a text whose entry is no longer what it was, and do it; stepping out keeps the draft."""
    operation = wanted.operations[0]
    assert isinstance(operation, plan.Replace)
    mine, base = operation.text, written.base or ""
    memory = written.draft.memory
    written = replace(written, draft=desk.drafts.put_over(written.draft, About(memory, Task.NEW)))
    try:
        theirs = their_version(base, await _new_entries(desk, wanted, written))
    except HermesMemError as error:
        desk.say(safe(f"Your draft is kept, N opens it. {error.message} {error.hint or ''}"), Role.ERROR)
        return
    choices = _choices(theirs)
    while True:
        picker = Picker(GONE if theirs is None else CHANGED, choices, glyphs=desk.session.glyphs)
        chosen = await desk.app.push_screen_wait(picker)
        if chosen != "compare":
            break
        await desk.app.push_screen_wait(Comparison(wanted.home.kind, base, mine, theirs))
    if chosen == "mine" and theirs is not None:
        again = replace(written, base=theirs.text)
        desk.post_message(replace(wanted, operations=[plan.Replace(theirs.id, mine)], written=again))
    elif chosen == "new":
        add = [plan.Add(written.target, mine)]
        desk.post_message(replace(wanted, operations=add, summary="kept 1 as new", written=replace(written, base=None)))
    elif chosen == "theirs":
        desk.drafts.pop(written.draft, None)
    elif theirs is None:
        desk.say("Your draft is kept: N opens it.")
    else:
        desk.drafts.put_over(written.draft, About(memory, Task.EDIT, (theirs.id,)))
        desk.say("Your draft is kept: e on the changed entry opens it.")


async def _new_entries(desk: DeskScreen, wanted: ChangeWanted, written: Written) -> Sequence[Entry]:
    """What lies in the memory now and was not there when the person began: one of those is the other's version."""
    snapshot = await done(desk, lambda: desk.session.read(wanted.home), "read-again")
    target = snapshot.target(written.target)
    return [entry for entry in target.entries if entry.text not in written.known] if target else []


def their_version(base: str, entries: Sequence[Entry]) -> Entry | None:
    """The entry that is most like the one that is gone; None when none is like it."""
    from rapidfuzz import fuzz, process, utils

    texts = {entry.id: entry.text for entry in entries}
    found = process.extractOne(
        base, texts, scorer=fuzz.token_set_ratio, processor=utils.default_process, score_cutoff=LIKENESS
    )
    return next((entry for entry in entries if found and entry.id == found[2]), None)


def _choices(theirs: Entry | None) -> list[Choice]:
    if theirs is None:
        return [
            Choice("new", "Keep mine as a new entry", "It goes to the end of the memory."),
            Choice("theirs", "Discard mine", "Leave the memory as it is now."),
            Choice("compare", "Compare", "The text of before, and yours."),
        ]
    return [
        Choice("mine", "Mine", "Put my text in the place of theirs; theirs stays in the history."),
        Choice("theirs", "Theirs", "Leave the memory as it is now, and drop mine."),
        Choice("new", "Both", "Keep theirs, and mine as a new entry."),
        Choice("compare", "Compare", "The text of before, theirs and mine."),
    ]


class Comparison(Dialog[None]):
    """The versions of one entry, one below the other, with the words that are not those of before standing out."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,q", "dismiss(None)", "close")]

    def __init__(self, kind: str, base: str, mine: str, theirs: Entry | None) -> None:
        super().__init__()
        versions = {"Before": base, "Theirs": theirs.text if theirs else None, "Mine": mine}
        self._versions = {name: own_masks(masked(text, kind)) for name, text in versions.items() if text is not None}
        self._shown = Hanging()
        self._shown.lines = self._lines()

    def compose(self) -> ComposeResult:
        with Vertical(id="help") as box:
            box.border_title = Content("Compare")
            box.border_subtitle = Content("esc closes")
            with VerticalScroll():
                yield self._shown

    def _lines(self) -> list[Line]:
        before, *_ = shown = [safe(text) for text in self._versions.values()]
        lines: list[Line] = []
        for name, text in zip(self._versions, shown, strict=True):
            lines += [say(name, Role.STRONG), *by_word(" ", text, before, Role.KEY), ()]
        return lines
