"""How a Hermes memory file is written: the agent's lock, its bytes, its temporary names.

Follows hermes-agent 0.19.0 tools/memory_tool.py (`_file_lock`, `_write_file`) and utils.py (`atomic_replace`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts.hermes.format import serialise, unique
from hermes_mem.layouts.hermes.paths import FILES, memory_path
from hermes_mem.model.file import FileChange, FileKind, FileVersion

NEW_FILE_MODE = 0o600
"""Of a file that the agent makes (0.19.0 leaves what mkstemp gives)."""

TEMPORARY = ".mem_{}.tmp"


def lock_path(home: Path, target: str) -> Path:
    """The file whose lock the agent takes to write this target, beside the name it knows, not behind a link."""
    path = memory_path(home, target)
    return path.with_name(path.name + ".lock")


def place_of(lock: Path) -> tuple[Path, str] | None:
    """The home and the target that this lock is for: `lock_path` the other way round."""
    home = lock.parent.parent
    return next(((home, target) for target in FILES if lock_path(home, target) == lock), None)


def file_change(home: Path, target: str, texts: Sequence[str]) -> FileChange:
    """The file behind any link with these entries in it, exact copies once; mode and owner stay. Raises OSError."""
    path = real_path(memory_path(home, target))
    before = version_at(path)
    mode, owner = (before.mode, before.owner) if before else (NEW_FILE_MODE, None)
    after = FileVersion(FileKind.FILE, serialise(unique(texts)), mode, owner)
    return FileChange(path, before, after, TEMPORARY, lock_path(home, target))
