"""Advisory locks as agents take them: flock on a file beside the one that is written, never removed."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

from hermes_mem.disk.process import program
from hermes_mem.model.errors import Busy, Unreadable
from hermes_mem.model.file import Lock

TIMEOUT = 5.0
"""Seconds that we wait for an agent, which holds its lock for milliseconds."""


@contextmanager
def held(path: Path, *, timeout: float | None = None) -> Iterator[None]:
    """Hold the exclusive lock of this lock file, which is made (0600) when it is not there and never removed.

    Not re-entrant. Raises Busy after `timeout` seconds (None: TIMEOUT), naming the holder where the system knows it;
    Unreadable when the lock file cannot be opened. A symbolic link in its place counts as that.
    """
    descriptor = _locked(path, time.monotonic() + (TIMEOUT if timeout is None else timeout))
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def all_held(locks: Iterable[Lock], *, timeout: float | None = None) -> Iterator[None]:
    """Hold several locks, taken in the order of their real paths so that no two processes can wait for each other."""
    with ExitStack() as stack:
        for lock in sorted(set(locks), key=lambda lock: (os.path.realpath(lock.path), lock.key)):
            stack.enter_context(_one_held(lock, timeout))
        yield


def _one_held(lock: Lock, timeout: float | None) -> AbstractContextManager[None]:
    if not lock.key:
        return held(lock.path, timeout=timeout)
    from hermes_mem.disk.lease import leased

    return leased(lock.path, lock.key, timeout=TIMEOUT if timeout is None else timeout)


def _locked(path: Path, deadline: float) -> int:
    """A descriptor that holds the lock of the file which has this name now."""
    while True:
        descriptor = _opened(path)
        try:
            _wait(descriptor, path, deadline)
            if _still_named(descriptor, path):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = "a symbolic link has its name" if error.errno == errno.ELOOP else error.strerror
        raise Unreadable(
            f"The lock {path} cannot be taken ({reason}).",
            "Without the agent's own lock nothing is written; make the file readable and writable for this user.",
        ) from error


def _wait(descriptor: int, path: Path, deadline: float) -> None:
    """Returns when the descriptor holds the lock. Raises Busy."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        if not _queued(descriptor, deadline - time.monotonic()):
            raise _busy(path) from error


def _queued(descriptor: int, seconds: float) -> bool:
    """Wait in the system's own queue, as agents do: who only tries now and then loses to those that stand in it.

    The lock is that of the open file, whichever descriptor took it. A thread that waits cannot be called back: when it
    gets the lock after we have given up, its descriptor is the last one, and closing that lets go again.
    """
    if seconds <= 0:
        return False
    taken = threading.Event()
    waiting = os.dup(descriptor)

    def wait() -> None:
        try:
            fcntl.flock(waiting, fcntl.LOCK_EX)
            taken.set()
        finally:
            os.close(waiting)

    threading.Thread(target=wait, name="lock", daemon=True).start()
    return taken.wait(seconds)


def _still_named(descriptor: int, path: Path) -> bool:
    """Whether nobody has put another lock file there meanwhile; then ours would lock nobody out."""
    try:
        there = path.stat()
    except OSError:
        return False
    ours = os.fstat(descriptor)
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)


def _busy(path: Path) -> Busy:
    holder = holder_of(path)
    who = f"process {holder[0]} ({holder[1]})" if holder else "another process"
    return Busy(
        f"{path.name} is held by {who}.",
        "An agent holds it for milliseconds; if this stays, that process hangs. Nothing was written. Try again.",
    )


def holder_of(path: Path) -> tuple[int, str] | None:
    """Process id and program name of the holder of a flock, None where the system does not tell (only Linux does)."""
    try:
        inode = path.stat().st_ino
        lines = Path("/proc/locks").read_text("ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        fields = line.split()
        if fields[1] == "FLOCK" and fields[5].rsplit(":", 1)[-1] == str(inode):
            return int(fields[4]), program(int(fields[4]))
    return None
