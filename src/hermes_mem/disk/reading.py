"""Reading a file of another program: never created, never locked, and never opened when it is no plain file."""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.rights import closed_directory, described, fix_command


@dataclass(frozen=True, slots=True)
class Present:
    """The bytes of a file, as they were at one moment."""

    raw: bytes


@dataclass(frozen=True, slots=True)
class Absent:
    """There is no such file. `dangling` is where a symbolic link of that name points to, if there is such a link."""

    dangling: Path | None = None


class Cause(StrEnum):
    """What stands between us and the bytes: programs react differently to each."""

    FORBIDDEN = "forbidden"
    CLOSED_DIRECTORY = "closed directory"
    LOOP = "loop"
    DIRECTORY = "directory"
    SPECIAL = "special file"
    TOO_LARGE = "too large"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """There is something, and it cannot be read.

    `reason` completes the sentence "MEMORY.md cannot be read (…)"; `fix` is a command for the person, where one helps.
    """

    cause: Cause
    reason: str
    fix: str | None = None


Reading = Present | Absent | Unreadable

LARGEST = 16 * 1024 * 1024
"""Bytes up to which a file is read: thousands of times what a memory may hold, and still shown within a minute."""

_SPECIAL = (
    (stat.S_ISFIFO, "named pipe"),
    (stat.S_ISSOCK, "socket"),
    (stat.S_ISCHR, "device"),
    (stat.S_ISBLK, "device"),
)


def read_bytes(path: Path) -> Reading:
    """All bytes of a regular file behind any symbolic links.

    A pipe or a device is recognised before it is opened: opening could wait for ever, or have an effect.
    """
    try:
        return _unfit(path.stat()) or Present(_read(path))
    except (FileNotFoundError, NotADirectoryError):
        return Absent(_pointed_at(path))
    except OSError as error:
        return _unreadable(path, error)


def read_head(path: Path, most: int) -> Reading:
    """The first bytes of a regular file behind any symbolic links, however long it is; `most` of them at most."""
    try:
        return _unfit(path.stat(), whole=False) or Present(_read(path, most))
    except (FileNotFoundError, NotADirectoryError):
        return Absent(_pointed_at(path))
    except OSError as error:
        return _unreadable(path, error)


class Named(NamedTuple):
    """A name in a directory; a link to a directory is both."""

    name: str
    is_directory: bool
    is_link: bool


def names_in(directory: Path) -> list[Named] | None:
    """What is in a directory, in no order; None where we may not look, or where there is none."""
    try:
        with os.scandir(directory) as entries:
            return [Named(entry.name, _leads_to_directory(entry), entry.is_symlink()) for entry in entries]
    except OSError:
        return None


def is_there(path: Path) -> bool:
    """Whether something of that name exists, be it a broken link; False where we may not look."""
    try:
        path.lstat()
    except OSError:
        return False
    return True


def is_directory(path: Path) -> bool:
    """Whether it is a directory, behind links too; False where we may not look."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError:
        return False


def listing(directory: Path) -> dict[str, bool]:
    """Names in a directory, and whether each is one itself, behind links too; empty where we may not look."""
    try:
        with os.scandir(directory) as entries:
            return {entry.name: _leads_to_directory(entry) for entry in entries}
    except OSError:
        return {}


def plain_status(path: Path) -> os.stat_result | None:
    """The status of a regular file that may be read as a whole; None for a link and for everything else."""
    try:
        status = path.lstat()
    except OSError:
        return None
    return status if stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST else None


def real_path(path: Path) -> Path:
    """The path without symbolic links; unlike Path.resolve it takes links that lead in a circle."""
    return Path(os.path.realpath(path))


def _read(path: Path, most: int = -1) -> bytes:
    """The bytes; without waiting, in case the file became a pipe since it was looked at, or behaves like one."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY)
    with os.fdopen(descriptor, "rb") as file:
        raw: bytes | None = file.read(most)
    if raw is None:
        raise BlockingIOError(errno.EAGAIN, "it has nothing to read now")
    return raw


def _unfit(status: os.stat_result, *, whole: bool = True) -> Unreadable | None:
    """Why what has this status is not opened at all."""
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        return Unreadable(Cause.DIRECTORY, "a directory has its name")
    if kind := next((word for test, word in _SPECIAL if test(mode)), None):
        return Unreadable(Cause.SPECIAL, f"it is a {kind}, not a file")
    if whole and status.st_size > LARGEST:
        return Unreadable(Cause.TOO_LARGE, f"it has {status.st_size:,} bytes, and {LARGEST:,} is the most that is read")
    return None


def _pointed_at(path: Path) -> Path | None:
    return real_path(path) if path.is_symlink() else None


def _unreadable(path: Path, error: OSError) -> Unreadable:
    if error.errno == errno.ELOOP:
        return Unreadable(Cause.LOOP, "its symbolic links lead in a circle")
    if isinstance(error, PermissionError):
        return _forbidden(path)
    return Unreadable(Cause.FAILED, error.strerror or str(error))


def _forbidden(path: Path) -> Unreadable:
    """Says whose the obstacle is: the file, or the first directory on the way that does not let us through."""
    if closed := closed_directory(path):
        return Unreadable(Cause.CLOSED_DIRECTORY, f"directory {closed.name}: {described(closed)}", fix_command(closed))
    return Unreadable(Cause.FORBIDDEN, described(path), fix_command(path))


def _leads_to_directory(entry: os.DirEntry[str]) -> bool:
    """False also for links that lead in a circle or to where we may not look."""
    try:
        return entry.is_dir()
    except OSError:
        return False
