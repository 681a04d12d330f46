"""What the system tells of another process."""

from __future__ import annotations

import os
from pathlib import Path


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
