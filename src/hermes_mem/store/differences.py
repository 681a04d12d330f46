"""What a change did to each entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from hermes_mem.model.entry import assign_ids
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home
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


def _of(effect: Effect) -> Iterator[Difference]:
    old, new = _versions(effect, effect.old), _versions(effect, effect.new)
    pairs = list(_pairs(old, new))
    came = {now.text for _, now in pairs if now}
    went = {was.text for was, _ in pairs if was}
    for was, now in pairs:
        before = was if was and was.text not in came else None  # What has another place is said where it stands now.
        if now and now.text in went:
            if before:
                yield Difference(effect.home, effect.target, before, None)
            before = now
        if before or now:
            yield Difference(effect.home, effect.target, before, now)


def _pairs(old: Sequence[Version], new: Sequence[Version]) -> Iterator[tuple[Version | None, Version | None]]:
    matcher = SequenceMatcher(None, [v.text for v in old], [v.text for v in new], autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind != "equal":
            yield from zip_longest(old[start:end], new[begin:stop])


def _versions(effect: Effect, entries: Sequence[str]) -> list[Version]:
    known = identities(effect.home.kind, effect.target, entries)
    return [Version(entry_id, one.text) for entry_id, one in zip(assign_ids(known), known, strict=True)]
