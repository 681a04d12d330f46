"""To which git repository a directory belongs, as Pi finds out by itself (0.9.6 src/project.ts)."""

from __future__ import annotations

import os
import re
from pathlib import Path

from hermes_mem.disk.reading import Present, is_directory, read_bytes
from hermes_mem.model.javascript import SPACE, trim

_LINE_ENDS = "\n\r\u2028\u2029"
_POINTER = re.compile(rf"(?:\A|(?<=[{_LINE_ENDS}]))gitdir:{SPACE}*([^{_LINE_ENDS}]+)")


def repository_of(directory: Path) -> Path | None:
    """The root of the repository around a directory; for a worktree that of the repository it was made from.

    Where the common directory is not called `.git`, it is the root itself: `.bare`, or `x.git`.
    """
    for place in (directory, *directory.parents):
        git = place / ".git"
        if is_directory(git):
            return place
        if git.is_file():
            common = _common_directory(place, git)
            if common is None:
                return place
            return common.parent if common.name == ".git" else common
    return None


def _common_directory(worktree: Path, pointer: Path) -> Path | None:
    """What all worktrees share, by the file `.git` of one; None for a submodule."""
    found = _POINTER.search(_text(pointer) or "")
    if found is None:
        return None
    git = _resolved(worktree, trim(found[1]))
    if common := trim(_text(git / "commondir") or ""):
        return _resolved(git, common)
    return git.parent.parent if git.parent.name == "worktrees" else None


def _text(path: Path) -> str | None:
    reading = read_bytes(path)
    return reading.raw.decode("utf-8", "replace") if isinstance(reading, Present) else None


def _resolved(base: Path, path: str) -> Path:
    return Path(os.path.normpath(base / path))
