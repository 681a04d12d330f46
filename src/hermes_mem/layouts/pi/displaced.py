"""Versions of a memory file that Pi has written over, as it keeps them beside the file for weeks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing, plain_status, real_path
from hermes_mem.layouts.pi.homes import KIND
from hermes_mem.layouts.pi.writing import OURS, memory_path
from hermes_mem.model.file import KeptCopy, Moment

AT_ONCE = 100
"""Milliseconds between the names of two copies that were retired by the same write."""

_NAME = re.compile(
    r"\.(?P<file>.+)\.(?P<what>recovery|retired)-(?P<at>\d{1,18})"
    r"-[0-9a-f]{8}-[0-9a-f]{4}-(?P<version>[1-5])[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
    re.IGNORECASE | re.ASCII,
)


def copies(home: Path, target: str, env: Environment) -> list[KeptCopy]:
    """The retired and the recovery copies of a memory file, oldest first; what is no plain file is left out.

    A recovery copy is named by the moment at which it was displaced, a retired one by that at which Pi was about to let
    go of it, weeks later: it is older than every recovery copy there is (0.9.6 src/store/memory-store.ts,
    `pruneRecoveryFiles`). Which program displaced it nothing tells any more. What Pi keeps as `.conflict-local` never
    became the file, and is no version of it.
    """
    path = real_path(memory_path(home, target, env))
    found = [copy for name in listing(path.parent) if (copy := _copy(path, name))]
    retired = [copy for copy in found if copy.what == "retired"]
    recovery = sorted((copy for copy in found if copy.what == "recovery"), key=lambda copy: copy.at)
    return [copy.kept for copy in (*_as_they_aged(retired), *recovery)]


@dataclass(frozen=True, slots=True)
class _Copy:
    path: Path
    what: str
    at: int
    by_pi: bool

    @property
    def kept(self) -> KeptCopy:
        time = datetime.fromtimestamp(self.at / 1000, UTC)
        if self.what == "retired":
            return KeptCopy(self.path, time, Moment.PAST)
        return KeptCopy(self.path, time, Moment.REPLACED, KIND if self.by_pi else None)


def _copy(path: Path, name: str) -> _Copy | None:
    match = _NAME.fullmatch(name)
    if match is None or match["file"].casefold() != path.name.casefold() or plain_status(path.parent / name) is None:
        return None
    at = int(match["at"])
    try:
        datetime.fromtimestamp(at / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return None  # The number is no moment.
    return _Copy(path.parent / name, match["what"].lower(), at, match["version"] != OURS)


def _as_they_aged(retired: list[_Copy]) -> Iterator[_Copy]:
    """Oldest first: of those that one write has retired Pi takes the newest first."""
    together: list[_Copy] = []
    for copy in sorted(retired, key=lambda copy: copy.at):
        if together and copy.at - together[-1].at > AT_ONCE:
            yield from reversed(together)
            together = []
        together.append(copy)
    yield from reversed(together)
