"""A text that comes where another entry has it already: the agent keeps one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.target import title_of
from hermes_mem.store.editing import Doubled, Draft
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.spelling import spelled, texts

SAME_HERE, SAME_THERE = "entry.same", "move.same"

BACK = "The history keeps it, and undo brings it back."


def doubled_findings(draft: Draft, kinds: Mapping[Path, str]) -> Iterator[Finding]:
    """What goes because its text stands there already; `kinds` are those of the homes."""
    for doubled in draft.doubled:
        if (kept := _kept(doubled, draft, kinds[doubled.destination[0]])) is not None:
            yield _finding(doubled, kept)


def _kept(doubled: Doubled, draft: Draft, kind: str) -> str | None:
    """The id of the entry that stays; None when that went as well, or the agent tells the two apart."""
    slots, target, layout = draft.slots(doubled.destination), doubled.destination[1], layout_of(kind)
    entries = layout.unique(target, spelled(slots, target, layout))
    if texts(kind, target, entries).count(doubled.text) != 1:
        return None
    return next((slot.id for slot in slots if slot.id and slot.text == doubled.text), None)


def _finding(doubled: Doubled, kept: str) -> Finding:
    target, entry = doubled.destination[1], doubled.entry
    if doubled.source == doubled.destination:
        says = f"It says the same as {kept} now, so the agent keeps one of them; {entry} goes."
        return Finding(SAME_HERE, Severity.INFO, says, BACK, target=target)
    says = f"{title_of(target)} has {entry} already as {kept}: unchanged there, only taken away here."
    return Finding(SAME_THERE, Severity.INFO, says, BACK, target=target)
