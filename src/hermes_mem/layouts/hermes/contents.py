"""Counting what else lies in a Hermes home, without opening it."""

from __future__ import annotations

import re
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing
from hermes_mem.layouts.hermes.paths import PRUNED, SUPPORT
from hermes_mem.model.store import Contents

_RECORD = re.compile(r"[a-f0-9]{8}\.json")
_DIRECTORIES = 20_000
"""How many directories are looked into before counting is given up: a link can lead to a whole disk."""


def count(home: Path, env: Environment) -> Contents:  # noqa: ARG001 - Pi needs it
    """Pending writes and skills; sessions are None, since no database is opened. A closed directory counts as empty."""
    pending = sum(_records(home / "pending" / subsystem) for subsystem in ("memory", "skills"))
    return Contents(pending=pending, skills=_skills(home / "skills"))


def _records(directory: Path) -> int:
    """Staged writes: 8 hex digits and `.json` (hermes-agent 0.19.0 tools/write_approval.py)."""
    return sum(1 for name in listing(directory) if _RECORD.fullmatch(name))


def _skills(top: Path) -> int | None:
    """Directories with a SKILL.md, each once however many links lead there; None when there is no end of directories.

    Prunes as hermes-agent 0.19.0 agent/skill_utils.py (`iter_skill_index_files`).
    """
    found, ahead = 0, [top]
    seen: set[tuple[int, int] | None] = {None}
    while ahead:
        directory = ahead.pop()
        identity = _identity(directory)
        if identity in seen:
            continue
        if len(seen) > _DIRECTORIES:
            return None
        seen.add(identity)
        entries = listing(directory)
        is_skill = entries.get("SKILL.md") is False
        found += is_skill
        skipped = PRUNED | SUPPORT if is_skill else PRUNED
        ahead += [directory / name for name, is_directory in entries.items() if is_directory and name not in skipped]
    return found


def _identity(directory: Path) -> tuple[int, int] | None:
    """What is the same for all links to one directory; None where we may not look."""
    try:
        status = directory.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
