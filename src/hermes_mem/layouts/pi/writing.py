"""Changing a home of Pi: not yet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hermes_mem.model.errors import Refused
from hermes_mem.model.file import FileChange

_SHOWN_ONLY = "This version shows homes of Pi, and does not change them."
_HINT = "Change it in Pi, or in an editor while Pi is not running."

READ_ONLY: str | None = f"{_SHOWN_ONLY} {_HINT}"


def lock_path(home: Path, target: str) -> Path:  # noqa: ARG001
    """Raises Refused: the lock of Pi is a row in a database, and is not taken yet."""
    raise Refused(_SHOWN_ONLY, _HINT)


def place_of(lock: Path) -> tuple[Path, str] | None:  # noqa: ARG001
    """None: no lock file is one of Pi's."""
    return None


def file_change(home: Path, target: str, texts: Sequence[str]) -> FileChange:  # noqa: ARG001
    """Raises Refused."""
    raise Refused(_SHOWN_ONLY, _HINT)
