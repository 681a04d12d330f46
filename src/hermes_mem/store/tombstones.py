"""Entries that a person removed and that came back, from whatever side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.history import History
from hermes_mem.history.lineage import How, Made, Row, removed_by
from hermes_mem.history.records import Origin
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Remove
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.store.glimpse import glimpse, masked
from hermes_mem.store.layouts import layout_of, layouts
from hermes_mem.store.lineage import Life, identity_of, known, lives, lives_of, living
from hermes_mem.store.matching import matched

RULE = "entry.returned"

REMOVING = {"you": "You", "script": "You", "agent": "An agent"}
"""Whose removals are remembered, and who that is to a person: what others take away, they may bring back."""

BY_HAND = ("you", "script")
"""Who brings an entry back, or rewords it, wants it there."""


class Tombstone(NamedTuple):
    """An entry that was removed, as it was then, and by whom, when and why."""

    row: Row
    removed: Made


class Return(NamedTuple):
    """An entry that lies there again: its tombstone, and the change that brought it."""

    target: Target
    entry: Entry
    tombstone: Tombstone
    came: Made


def returned(snapshot: Snapshot, env: Environment) -> list[Finding]:
    """That entries of a store were removed by a person and are back, exactly or reworded.

    Silent about one that was brought back or reworded by hand since, or by an undo. Looking makes no history; what is
    new in it is followed, and nothing is written where nothing is new. Raises Unreadable, Damaged, Busy.
    """
    if not known(env):
        return []
    home = real_path(snapshot.home.path)
    with lives([home], env, there=True) as (history, found):
        there = list(living(snapshot, found))
        returns = [*_exactly(there), *_reworded(there, home, history)]
    return [_finding(one, snapshot) for one in returns]


def marked(snapshot: Snapshot, env: Environment) -> Snapshot:
    """The store with those findings on its entries, for who shows it. Raises as `returned`."""
    found: dict[str, list[Finding]] = {}
    for finding in returned(snapshot, env):
        found.setdefault(finding.entry or "", []).append(finding)
    if not found:
        return snapshot
    targets = (
        replace(
            target,
            entries=tuple(
                replace(entry, findings=(*entry.findings, *found[entry.id])) if entry.id in found else entry
                for entry in target.entries
            ),
        )
        for target in snapshot.targets
    )
    return replace(snapshot, targets=tuple(targets))


def remedies(finding: Finding) -> list[Remedy]:
    """What removes the entry again."""
    if finding.rule != RULE or finding.entry is None:
        return []
    return [Remedy("remove-again", (RULE,), "Remove it again", (Remove(finding.entry),))]


def _exactly(there: Iterable[tuple[Life, Target, Entry]]) -> Iterator[Return]:
    """Those that have their line back, whatever became of their wording since."""
    for life, target, entry in there:
        for row, following in reversed(list(pairwise(life.rows))):
            if _wanted(life.came(following)):
                break
            if following.how is How.RETURNED and (stone := _stone(life, row)):
                yield Return(target, entry, stone, life.came(following))
                break


def _reworded(there: Iterable[tuple[Life, Target, Entry]], home: Path, history: History) -> Iterator[Return]:
    """Those that came as new entries, and say what a removed one said."""
    new = [one for one in there if one[0].rows[0].how is How.ADDED and not any(map(_wanted, one[0].brought))]
    if not new:
        return
    removed = lives_of(removed_by(history, home, REMOVING))
    stones = [stone for life in removed if not life.there and (stone := _stone(life, life.last))]
    old = [identity_of(stone.row.place, stone.row.spelled) for stone in stones]
    came = [identity_of(life.rows[0].place, life.rows[0].spelled) for life, _, _ in new]
    for pair in matched(old, came).reworded:
        tombstone, (life, target, entry) = stones[pair.old], new[pair.new]
        if (tombstone.row.until or 0) < life.rows[0].since:
            yield Return(target, entry, tombstone, life.came(life.rows[0]))


def _stone(life: Life, row: Row) -> Tombstone | None:
    """The tombstone of a version with which an entry went; None where nobody removed it who is remembered."""
    removed = life.went(row)
    return Tombstone(row, removed) if removed and removed.actor in REMOVING else None


def _wanted(made: Made) -> bool:
    return made.actor in BY_HAND or made.origin in (Origin.UNDO, Origin.REDO)


def _finding(one: Return, snapshot: Snapshot) -> Finding:
    kind, (row, removed) = snapshot.home.kind, one.tombstone
    was = identity_of(row.place, row.spelled).text
    worded = "" if was == one.entry.text else f", then worded “{glimpse(was, kind)}”"
    why = f": {masked(removed.reason, kind)}" if removed.reason else ""
    says = f"{REMOVING[removed.actor]} removed this on {_day(removed.time)}{worded}{why}"
    return Finding(
        RULE,
        Severity.WARNING,
        says if says.endswith((".", "!", "?")) else f"{says}.",
        f"{_who(one.came.actor)} brought it back on {_day(one.came.time)}.",
        target=one.target.name,
        entry=one.entry.id,
        fix=f"`hermes-mem memory remove {one.entry.id}` removes it again.",
    )


def _who(actor: str) -> str:
    if actor in layouts():
        return layout_of(actor).AGENT
    return "An agent" if actor == "agent" else "Somebody else"


def _day(time: datetime) -> str:
    """As people write it here; without the year while it is this one."""
    here = time.astimezone()
    year = "" if here.year == datetime.now().astimezone().year else f" {here.year}"
    return f"{here.day} {here:%b}{year}"
