"""What the system tells of another process."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple


def program(pid: int) -> str:
    """The name of the program that a process runs; "unknown" where the system does not tell (only Linux does)."""
    try:
        return Path(f"/proc/{pid}/comm").read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return "unknown"


def alive(pid: int) -> bool:
    """Whether there is a process of this id, whoever's it is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def started_at(pid: int) -> str | None:
    """When a process began, in ticks since the machine did: tells it from a later one of the same id.

    None where that cannot be known: there is no such process, or this is not Linux.
    """
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    return status.rpartition(")")[2].split()[19]


def processes() -> list[int]:
    """The ids of all processes that the system tells of; none elsewhere than on Linux."""
    try:
        return sorted(int(name) for name in os.listdir("/proc") if name.isdecimal())  # noqa: PTH208
    except OSError:
        return []


def open_files() -> set[str]:
    """The real paths of all files that processes have open, as far as the system tells us."""
    found = set[str]()
    for pid in processes():
        with suppress(OSError), os.scandir(f"/proc/{pid}/fd") as descriptors:  # It ended, or is another user's.
            for descriptor in descriptors:
                with suppress(OSError):
                    found.add(os.readlink(descriptor.path))  # noqa: PTH115
    return found


class Process(NamedTuple):
    """What a process was started with: its arguments, its variables and its working directory; and when (UTC).

    Only of processes that we may look into, and never to be shown.
    """

    pid: int
    arguments: tuple[str, ...]
    environ: Mapping[str, str]
    cwd: Path
    since: datetime | None


def arguments_of(pid: int) -> tuple[str, ...]:
    """The command line of a process; empty where the system does not tell."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return ()
    return tuple(os.fsdecode(part) for part in raw.rstrip(b"\0").split(b"\0")) if raw else ()


def looked_into(pid: int) -> Process | None:
    """The process; None when it has ended, or is another user's."""
    try:
        raw = Path(f"/proc/{pid}/environ").read_bytes()
        cwd = Path(f"/proc/{pid}/cwd").readlink()
    except OSError:
        return None
    pairs = (os.fsdecode(part).partition("=") for part in raw.split(b"\0") if b"=" in part)
    return Process(pid, arguments_of(pid), {name: value for name, _, value in pairs}, cwd, _began(pid))


def _began(pid: int) -> datetime | None:
    """When a process was started, by the clock of now; None where that cannot be known."""
    ticks = started_at(pid)
    try:
        lines = Path("/proc/stat").read_text("ascii").splitlines()
        boot = next(int(line.split()[1]) for line in lines if line.startswith("btime "))
    except (OSError, ValueError, StopIteration):
        return None
    return datetime.fromtimestamp(boot + int(ticks) / os.sysconf("SC_CLK_TCK"), UTC) if ticks else None
