"""What a change did to each entry."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home
from hermes_mem.store.matching import matched
from hermes_mem.store.spelling import identities


@dataclass(frozen=True, slots=True)
class Version:
    """An entry's text, and the id by which it is named as long as it has that text."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry as it was and as it is; None where it was not there or is not any more. Both alike: another place."""

    home: Home
    target: str
    was: Version | None
    now: Version | None


def differences(effects: Iterable[Effect]) -> list[Difference]:
    """Every entry that came, went, was reworded or has another place, in the order of the targets."""
    return [one for effect in effects for one in _of(effect)]


def _of(effect: Effect) -> list[Difference]:
    """In the order of the file as it is; what went stands where it stood, behind what was kept before it."""
    before, after = (identities(effect.home.kind, effect.target, entries) for entries in (effect.old, effect.new))
    old, new = _versions(before), _versions(after)
    became = matched(before, after)
    anchors = [pair.old for pair in became.kept]
    found: dict[tuple[int, int], tuple[Version | None, Version | None]] = {}
    found |= {(now, -1): (new[now], new[now]) for _, now in became.moved}
    found |= {(now, -1): (old[was], new[now]) for was, now in became.reworded}
    found |= {(now, -1): (None, new[now]) for now in became.added}
    for was in became.removed:
        behind = bisect_left(anchors, was)
        found[became.kept[behind - 1].new if behind else -1, was] = (old[was], None)
    return [Difference(effect.home, effect.target, *found[place]) for place in sorted(found)]


def _versions(known: Sequence[Identity]) -> list[Version]:
    return [Version(entry_id, one.text) for entry_id, one in zip(assign_ids(known), known, strict=True)]
