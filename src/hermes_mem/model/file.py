"""Files as values: what lay at a path, and what shall lie there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class FileKind(StrEnum):
    """What can lie at a path that we change."""

    FILE = "file"
    LINK = "link"
    DIRECTORY = "directory"


@dataclass(frozen=True, slots=True)
class FileVersion:
    """What lies at a path at one moment.

    `raw` holds the bytes of a file, the target of a link, and nothing for a directory. `mode` holds the permission bits
    (None for a link); `owner` user and group ids, None where they do not matter.
    """

    kind: FileKind
    raw: bytes = b""
    mode: int | None = None
    owner: tuple[int, int] | None = None

    @property
    def digest(self) -> str:
        """SHA-256 over the bytes, 64 hex digits: the name of the version in the history."""
        from hashlib import sha256

        return sha256(self.raw).hexdigest()

    def same_as(self, other: FileVersion | None) -> bool:
        """Whether a reader could not tell them apart: kind and bytes. Mode and owner are no content."""
        return other is not None and (self.kind, self.raw) == (other.kind, other.raw)


@dataclass(frozen=True, slots=True)
class Lock:
    """What an agent locks while it writes a file: the lock file at `path`, or the lease `key` in the database there."""

    path: Path
    key: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """The memory that a file holds: kind and real path of the home, and the name of the target."""

    kind: str
    home: Path
    target: str


@dataclass(frozen=True, slots=True)
class FileChange:
    """A path with what lies there and what shall; None is nothing at all.

    `temporary` is the name under which the new version waits beside the old one, `{}` being replaced by a unique word.
    `lock` is the lock of the agent that writes this file too, `copy` the name under which that agent keeps the version
    before, `place` the memory that the file holds; None where there is no such thing.
    """

    path: Path
    before: FileVersion | None
    after: FileVersion | None
    temporary: str = ".hermes-mem-{}.tmp"
    lock: Lock | None = None
    copy: Path | None = None
    place: Place | None = None


class Moment(StrEnum):
    """What the time of a copy says of the version in it: it was written over then, it lay there then, or it had been
    written over before.
    """

    REPLACED = "replaced"
    THERE = "there"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class KeptCopy:
    """A version of a memory file that lies beside it under another name, and a moment of its life.

    `by` is the actor who is proven by this copy to have written over that version; None where it proves nobody. One
    that is not `exact` has its text with other line ends, or without a byte order mark.
    """

    path: Path
    time: datetime
    moment: Moment
    by: str | None = None
    exact: bool = True


class Sort(StrEnum):
    """What may become of a leftover.

    `UNFINISHED` is of a write that was cut off, `COPY` a version of before that nobody looks after; `VERSION` is one
    that its agent removes by itself one day, `UNPUBLISHED` what an agent could not write, `DATABASE` one set aside.
    """

    UNFINISHED = "unfinished"
    COPY = "copy"
    VERSION = "version"
    UNPUBLISHED = "unpublished"
    DATABASE = "database"


@dataclass(frozen=True, slots=True)
class Leftover:
    """Something that nobody reads any more: its bytes, its age by modification time, and what such things are.

    `what` is a phrase in the plural, so that they can be counted, `of` the file of which it is a copy.
    """

    path: Path
    size: int
    modified: datetime
    what: str
    sort: Sort
    of: Path | None = None


def same(one: FileVersion | None, other: FileVersion | None) -> bool:
    """Whether two versions, or nothing twice, are the same to a reader."""
    return other is None if one is None else one.same_as(other)
