"""Counting what else lies in a Hermes home, without opening it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from hermes_mem.model.store import Contents

_RECORD = re.compile(r"[a-f0-9]{8}\.json")
_PRUNED = frozenset(
    {".git", ".github", ".hub", ".archive", ".venv", "venv", "node_modules", "site-packages", "__pycache__"}
    | {".tox", ".nox", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
)
_SUPPORT = frozenset({"references", "templates", "assets", "scripts"})


def count(home: Path) -> Contents:
    """Pending writes and skills; sessions are None, since no database is opened. A closed directory counts as empty."""
    pending = sum(_records(home / "pending" / subsystem) for subsystem in ("memory", "skills"))
    return Contents(pending=pending, skills=sum(1 for _ in _skills(home / "skills", set())))


def _records(directory: Path) -> int:
    """Staged writes: 8 hex digits and `.json` (hermes-agent 0.19.0 tools/write_approval.py)."""
    return sum(1 for name, _ in _listing(directory) if _RECORD.fullmatch(name))


def _skills(directory: Path, seen: set[str]) -> Iterator[Path]:
    """Every SKILL.md; links are followed, each real directory once (hermes-agent 0.19.0 agent/skill_utils.py)."""
    real = os.path.realpath(directory)
    if real in seen:
        return
    seen.add(real)
    entries = dict(_listing(directory))
    is_skill = "SKILL.md" in entries
    if is_skill:
        yield directory
    for name, is_directory in entries.items():
        if is_directory and name not in _PRUNED and not (is_skill and name in _SUPPORT):
            yield from _skills(directory / name, seen)


def _listing(directory: Path) -> list[tuple[str, bool]]:
    """Names in a directory, and whether each is one itself, behind links too; empty where we may not look."""
    try:
        with os.scandir(directory) as entries:
            return [(entry.name, entry.is_dir()) for entry in entries]
    except OSError:
        return []
