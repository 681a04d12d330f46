"""What the history holds of a change."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from hermes_mem.model.file import FileChange


class Origin(StrEnum):
    """How a change came about; `purged` is one of which a purge has left nothing that could be taken back."""

    FIRST = "first"
    CHANGE = "change"
    UNDO = "undo"
    REDO = "redo"
    OBSERVED = "observed"
    PURGE = "purge"
    PURGED = "purged"


class Fate(StrEnum):
    """What became of a change: `open` until its files are verified; `unknown` when others wrote over a crash."""

    OPEN = "open"
    DONE = "done"
    ROLLED_BACK = "rolled back"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a change when it is recorded.

    `home` is the real path of the store, whatever name led there; `undoes` the id of the change that it takes back or
    repeats.
    """

    actor: str
    kind: str
    home: Path
    target: str
    summary: str
    reason: str = ""
    origin: Origin = Origin.CHANGE
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A recorded change. `token` makes the names of its temporary files its own."""

    id: int
    time: datetime
    about: About
    token: str
    fate: Fate
    files: tuple[FileChange, ...] = ()
    in_place: frozenset[int] = frozenset()

    def temporary(self, position: int) -> Path:
        """Where the new version of the file at this position waits, beside the real file."""
        change = self.files[position]
        return change.path.with_name(change.temporary.format(f"{self.token}-{position}"))
