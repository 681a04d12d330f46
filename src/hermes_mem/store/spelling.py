"""From texts to what stands in a file for them, and back; what an entry keeps on its way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Identity
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import settled
from hermes_mem.model.target import PROJECT, Target, title_of
from hermes_mem.store.editing import Moved, Slot
from hermes_mem.store.layouts import layout_of

if TYPE_CHECKING:
    from hermes_mem.layouts.base import Layout


def identities(kind: str, target: str, entries: Iterable[str]) -> list[Identity]:
    """What the agent sees in entries that are spelled as in a target's file."""
    layout = layout_of(kind)
    return [layout.identity(target, entry) for entry in entries]


def texts(kind: str, target: str, entries: Iterable[str]) -> list[str]:
    """Their texts alone."""
    return [identity.text for identity in identities(kind, target, entries)]


def spelled(slots: Sequence[Slot], target: str, layout: Layout) -> list[str]:
    """How the agent would spell a list of entries: those that are there as they are, new ones as of today.

    A new one that the agent takes for one that is there is left out.
    """
    if all(slot.id for slot in slots):
        return [_spelled(slot, target, layout) for slot in slots]
    there = {layout.identity(target, slot.spelled or slot.text): slot.spelled for slot in slots if slot.id}
    entries = []
    for slot in slots:
        entry = _spelled(slot, target, layout)
        if slot.id or there.get(layout.identity(target, entry), entry) == entry:
            entries.append(entry)
    return entries


def rewritten(target: Target, kind: str, ids: Sequence[str], texts: Iterable[str]) -> Budget:
    """The budget with these texts instead of the entries with these ids, as the agent would spell them today.

    They come from the first of those entries: what the agent keeps of it is kept, and costs what it costs.
    """
    layout = layout_of(kind)
    kept = {entry.text: entry.spelled for entry in target.entries if entry.id not in ids}
    of = next((entry.spelled for entry in target.entries if ids and entry.id == ids[0]), None)
    new = [_new(text, target.name, layout, of, kept) for text in map(settled, texts) if text]
    entries = []
    for entry in target.entries:
        entries += [entry.spelled] if entry.id not in ids else new if entry.id == ids[0] else []
    used = layout.size(target.name, layout.unique(target.name, entries if ids else [*entries, *new]))
    return replace(target.budget, used=used)


def _new(text: str, target: str, layout: Layout, of: str | None, kept: Mapping[str, str]) -> str:
    """A text as the agent would spell it; one that it takes for an entry that is there, by its text, is that entry."""
    entry = layout.spelled(target, text, today(), of=of)
    one = layout.identity(target, entry)
    known = kept.get(one.text)
    return known if known is not None and layout.identity(target, known) == one else entry


def _spelled(slot: Slot, target: str, layout: Layout) -> str:
    if slot.id:
        return slot.spelled or slot.text
    return layout.spelled(target, slot.text, today(), of=slot.spelled, project=slot.project)


def left_behind(moved: Moved, kinds: Mapping[Path, str]) -> Finding | None:
    """What an entry that goes to another memory cannot take along, told; None when it takes all."""
    (home, source), (other, destination) = moved.source, moved.destination
    layout = layout_of(kinds[home])
    one, kept = layout.identity(source, moved.spelled), list[str]()
    if kinds[home] == kinds[other]:
        there = layout.spelled(destination, one.text, today(), of=moved.spelled)
        kept = layout.lost(destination, there, today())
        kept += [f"of project {one.project}"] if destination == f"{PROJECT}{one.project}" else []
    what = [clause for clause in layout.lost(source, moved.spelled, today()) if clause not in kept]
    if not what:
        return None
    says = (
        f"It was {'; '.join(what)}: {layout_of(kinds[other]).AGENT} keeps nothing of that in {title_of(destination)}."
    )
    return Finding("move.left-behind", Severity.INFO, says, "The history keeps it, and undo brings it back.")


def today() -> date:
    """The day as agents write it: that of UTC."""
    return datetime.now(UTC).date()
