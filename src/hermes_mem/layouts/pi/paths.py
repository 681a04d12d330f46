"""Where things lie in a home of pi-hermes-memory, below the directory of the Pi coding agent.

Follows pi-hermes-memory 0.9.6 src/paths.ts and src/constants.ts.
"""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.reading import is_there

FILES = {"memory": "MEMORY.md", "user": "USER.md", "failures": "failures.md", "standing": "STANDING.md"}
"""The file of each target that is not a project's, in the order in which they are listed."""

CONFIG = "hermes-memory-config.json"
DIRECTORY = "pi-hermes-memory"
OLD_DIRECTORY = "memory"
"""The place of DIRECTORY up to release 0.7.9; Pi moves what is in it at its next start."""

PROJECTS = "projects-memory"
PENDING_MOVE = ".sessions-db-migration-pending"

SIGNS = (CONFIG, DIRECTORY, PROJECTS)


def looks_like_home(directory: Path) -> bool:
    """Whether a directory has what only a home with pi-hermes-memory has."""
    return any(is_there(directory / name) for name in SIGNS)


def home_of(path: Path) -> Path:
    """The home that a path means: its memory folders, and what lies directly in them, stand for the home above.

    `~/.pi` stands for the directory `agent` in it.
    """
    if path.name in (*FILES.values(), CONFIG):
        path = path.parent
    if path.name in (DIRECTORY, PROJECTS):
        return path.parent
    if path.parent.name == PROJECTS:
        return path.parent.parent
    return path / "agent" if path.name == ".pi" else path
