"""Many changes in short: how many entries each memory had and has, and the texts that came or went."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History, Known
from hermes_mem.history.versions import Happened, happened
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileKind, Place
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.spelling import texts


@dataclass(frozen=True, slots=True)
class Counted:
    """How many entries a target had and has."""

    target: str
    before: int
    after: int

    @property
    def shrank(self) -> bool:
        """Whether that is a loss to look at."""
        return shrank(self.before, self.after)


@dataclass(frozen=True, slots=True)
class Short:
    """What a change did; a text that was reworded went and came. Nothing where a version was no text."""

    counts: tuple[Counted, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def shrank(self) -> Counted | None:
        """The first memory that lost most of its entries."""
        return next((counted for counted in self.counts if counted.shrank), None)


def shrank(before: int, after: int) -> bool:
    """Whether a memory lost more than half of its entries at once."""
    return after * 2 < before


def in_short(changes: Collection[int], env: Environment) -> dict[int, Short]:
    """Each of these changes in short, by its id, all of them in one look. Raises Unreadable, Damaged, Busy.

    What cannot be read any more is left out: this is for finding a change, not for judging it.
    """
    with History.opened_to_read(state_dir(env)) as history:
        reader = _Reader(history)
        found: dict[int, list[Happened]] = {change: [] for change in changes}
        for one in happened(history, sorted(changes)):
            found[one.change].append(one)
        return {change: _short(happenings, reader) for change, happenings in found.items()}


class _Reader:
    """Entries of versions. The one after a change is mostly the one before the next, so a few are kept."""

    def __init__(self, history: History) -> None:
        self._history = history
        self.entries = lru_cache(64)(self._entries)

    def _entries(self, place: Place, version: Known) -> tuple[str, ...]:
        if version.kind is not FileKind.FILE:
            return ()
        try:
            there = self._history.version(version)
            return tuple(layout_of(place.kind).parse(there.raw, place.target)) if there else ()
        except HermesMemError:
            return ()  # No text, or lost: the change itself says so to who opens it.


def _short(happenings: Sequence[Happened], reader: _Reader) -> Short:
    counts: list[Counted] = []
    came_or_went: list[str] = []
    for one in happenings:
        before, after = (reader.entries(one.place, version) for version in (one.before, one.after))
        counts.append(Counted(one.place.target, len(before), len(after)))
        came_or_went += _texts(one.place, before, after)
    return Short(tuple(counts), tuple(came_or_went))


def _texts(place: Place, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    stayed = set(before) & set(after)
    return iter(texts(place.kind, place.target, [entry for entry in (*before, *after) if entry not in stayed]))
