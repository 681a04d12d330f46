"""What became of a file between two looks at it, as far as the copies beside it tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hermes_mem.disk.reading import plain_status
from hermes_mem.disk.writing import version_at
from hermes_mem.model.file import FileKind, FileVersion, KeptCopy, Moment, same

MOST, MOST_BYTES = 1000, 64 * 1024 * 1024
"""Copies that are read, the newest first: agents keep some sixty, and real homes with hundreds are known."""

AT_ONCE = timedelta(milliseconds=10)
"""An agent has written the new version before it moves the old one away; clocks of file systems tick this coarsely."""

SHORTLY = timedelta(minutes=1)
"""The longest time between those two."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A version of a file, with the moment at which it was written there and the copy in which it lies now, if known.

    One that is not `exact` may have had other line ends.
    """

    version: FileVersion | None
    written: datetime | None = None
    copy: KeptCopy | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Step:
    """From one version to the next, by whom if that is proven. `copy` is where the one before lies now, if it does."""

    before: FileVersion | None
    after: FileVersion | None
    time: datetime
    actor: str | None = None
    copy: KeptCopy | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """The first version of a file that is known, since when, and what became of it."""

    first: FileVersion | None
    began: datetime
    steps: tuple[Step, ...]

    @property
    def told(self) -> bool:
        """Whether copies tell anything of it, besides that it is another one than it was."""
        return len(self.steps) > 1 or any(step.copy for step in self.steps)


def read_copies(copies: Sequence[KeptCopy]) -> list[Stand]:
    """The copies with what is in them, in the same order; those that cannot be read are left out."""
    found, size = [], 0
    for copy in reversed(copies[-MOST:]):
        if (stand := _read(copy)) is not None and stand.version is not None:
            size += len(stand.version.raw)
            if size > MOST_BYTES:
                break
            found.append(stand)
    return found[::-1]


def _read(copy: KeptCopy) -> Stand | None:
    status = plain_status(copy.path)
    try:
        version = version_at(copy.path) if status else None
    except OSError:
        return None
    if status is None or version is None or version.kind is not FileKind.FILE:
        return None
    return Stand(version, moment_of(status.st_mtime), copy, copy.exact)


def moment_of(seconds: float) -> datetime | None:
    """A time of a file; None where the number is none."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def way(stands: Sequence[Stand], since: datetime | None, seen: datetime) -> Way:
    """What became of the first of these versions; the last is what lies there when it is `seen`.

    It was known `since`, if the history knows it. An actor is named where his copy proves that he wrote over the one
    version, and the next one is what he wrote: that was when the copy says. Else a change is as old as its file, and
    where that tells nothing it is of when the one version was written over, or the next one was there. Times never go
    back.
    """
    row = list(_differing(stands))
    ends = _ends(row, seen)
    began = last = since if since is not None else ends[0]
    steps = []
    for (before, after), (end, next_end) in zip(pairwise(row), pairwise(ends), strict=True):
        copy = before.copy
        if copy:
            last = max(last, end)
        actor = _actor(copy, after, end, next_end) if copy else None
        if after.written and last <= after.written <= next_end:
            last = after.written
        elif copy is None or copy.moment is not Moment.REPLACED:
            last = max(last, next_end)
        steps.append(Step(before.version, after.version, last, actor, _proven(copy)))
    return Way(row[0].version, began, tuple(steps))


def _proven(copy: KeptCopy | None) -> KeptCopy | None:
    return copy if copy is not None and copy.moment is Moment.REPLACED else None


def _differing(stands: Iterable[Stand]) -> Iterator[Stand]:
    """The same version twice is one, from when it was first written until it was last seen."""
    now: Stand | None = None
    for stand in stands:
        if now is None or not _alike(now, stand):
            if now is not None:
                yield now
            now = stand
            continue
        version = now.version if now.exact or not stand.exact else stand.version
        now = replace(stand, version=version, written=now.written or stand.written, exact=now.exact or stand.exact)
    if now is not None:
        yield now


def _alike(one: Stand, other: Stand) -> bool:
    if same(one.version, other.version):
        return True
    if (one.exact and other.exact) or one.version is None or other.version is None:
        return False
    return _plain(one.version.raw) == _plain(other.version.raw)


def _plain(raw: bytes) -> bytes:
    """Without what gets lost when a text is read and written again."""
    return raw.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _ends(row: Sequence[Stand], seen: datetime) -> list[datetime]:
    """The latest moment at which each version can have been there, none after one that comes later."""
    ends: list[datetime] = []
    latest, came = seen, None
    for stand in reversed(row):
        if stand.copy:
            if stand.copy.moment is Moment.PAST and came and came < latest:
                latest = came
            latest = min(stand.copy.time, latest)
        ends.append(latest)
        came = stand.written
    return ends[::-1]


def _actor(copy: KeptCopy, after: Stand, end: datetime, latest: datetime) -> str | None:
    """Who wrote over the version in the copy, if what he wrote is the next one.

    A file that was written at another moment is somebody else's, and he had written over what the agent wrote. Of a
    copy that was itself copied later the moment is not known: then it is the one that comes next.
    """
    if copy.by is None or after.version is None:
        return None
    if after.copy and (after.copy.moment is Moment.PAST or after.written is None or after.written > latest):
        return copy.by
    return copy.by if after.written and -SHORTLY <= after.written - end <= AT_ONCE else None
