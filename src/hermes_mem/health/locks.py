"""Locks of agents that are held longer than a moment, and lock files that nobody can take."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote

from hermes_mem.disk.lease import Holder, holders
from hermes_mem.disk.lock import holder_of
from hermes_mem.disk.process import alive, program
from hermes_mem.health.check import Check, Sight, no_remedies
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import Lock
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.store.layouts import layout_of

MOMENT = 1.0
"""Seconds for which a lease is held by an agent that is well."""

PAUSE = 0.05
"""Seconds between two looks at a lock that does not tell since when it is held: agents hold it for less."""


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for store in sight.stores:
        for lock in layout_of(store.home.kind).locks(store.home.path, sight.env):
            for finding in _of_leases(lock, store) if lock.key else _of_file(lock.path, store):
                yield store.home, finding


def _of_file(path: Path, store: Snapshot) -> Iterator[Finding]:
    """An empty lock file that nobody holds is as it should be: it stays there for ever."""
    agent = layout_of(store.home.kind).AGENT
    try:
        status = path.lstat()
    except OSError:
        return
    if not stat.S_ISREG(status.st_mode):
        what = "a symbolic link" if stat.S_ISLNK(status.st_mode) else "no file"
        message = f"The lock {path.name} is {what}."
        effect = f"hermes-mem writes nothing there; {agent} locks whatever it leads to, or fails."
        fix = f"mv {quote(str(path))} {quote(str(path))}.old"
        yield Finding("lock.odd", Severity.WARNING, message, effect, file=str(path), fix=fix)
    elif not os.access(path, os.R_OK | os.W_OK):
        message = f"The lock {path.name} cannot be opened by you."
        effect = f"Without it neither {agent} nor hermes-mem writes this memory."
        yield Finding("lock.odd", Severity.WARNING, message, effect, file=str(path), fix=_opening(path, status))
    elif holder := _held_for_long(path):
        pid, name = holder
        message = f"{path.name} is held by process {pid} ({name})."
        effect = f"Every change of this memory waits for it. {agent} holds it for milliseconds: that process hangs."
        fix = f"See what it does: ps -fp {pid}"
        yield Finding("lock.held", Severity.WARNING, message, effect, file=str(path), fix=fix)


def _held_for_long(path: Path) -> tuple[int, str] | None:
    """Who holds the lock of this file, when the same process still holds it a moment later."""
    first = holder_of(path)
    if first is None or first[0] == os.getpid():
        return None
    time.sleep(PAUSE)
    return first if holder_of(path) == first else None


def _opening(path: Path, status: os.stat_result) -> str:
    if status.st_uid == os.geteuid():
        return f"chmod 600 {quote(str(path))}"
    return f"sudo chown $USER {quote(str(path))}"


def _of_leases(lock: Lock, store: Snapshot) -> Iterator[Finding]:
    agent = layout_of(store.home.kind).AGENT
    try:
        rows = holders(lock.path)
    except HermesMemError as error:
        yield Finding("lock.odd", Severity.WARNING, error.message, error.hint or "", file=str(lock.path))
        return
    for key, holder in rows:
        if holder.pid != os.getpid() and (finding := _of_lease(key, holder, lock.path, agent)):
            yield finding


def _of_lease(key: str, holder: Holder, database: Path, agent: str) -> Finding | None:
    what, age = Path(key.partition(":")[2]).name or key, time.time() - holder.acquired_at / 1000
    since = f"Since {_when(holder.acquired_at)}, {_span(age)} ago."
    if holder.gone:
        why = "which does not run any more" if not alive(holder.pid) else "which has had it for too long"
        message = f"A lease on {what} was left by process {holder.pid}, {why}."
        effect = f"{since} It stops nobody: {agent} takes it over when it next writes there."
        return Finding("lock.stale", Severity.INFO, message, effect, file=str(database))
    if age < MOMENT:
        return None
    message = f"{what} is held by process {holder.pid} ({program(holder.pid)})."
    effect = f"{since} Every change of it waits; after five minutes {agent} takes it over all the same."
    fix = f"See what it does: ps -fp {holder.pid}"
    return Finding("lock.held", Severity.WARNING, message, effect, file=str(database), fix=fix)


def _when(milliseconds: int) -> str:
    with suppress(ValueError, OverflowError, OSError):
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    return "a time that is none"


def _span(seconds: float) -> str:
    for size, word in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count:,} {word}{'' if count == 1 else 's'}"
    return f"{max(0, int(seconds))} s"


LOCKS = Check("Locks", _examine, no_remedies)
"""What a living process holds is its own, and what a dead one has left its agent takes over: there is no remedy."""
