"""Where things lie in a Hermes home."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.reading import is_there

FILES = {"memory": "MEMORY.md", "user": "USER.md"}
MEMORIES = "memories"
PROFILES = "profiles"

ARCHIVE = ".archive"
"""Below the directory of skills: what the curator has put away."""

PRUNED = frozenset(
    {".git", ".github", ".hub", ARCHIVE, ".venv", "venv", "node_modules", "site-packages", "__pycache__"}
    | {".tox", ".nox", ".pytest_cache", ".mypy_cache", ".ruff_cache"}
)
"""Names of directories in which Hermes looks for no skill (hermes-agent 0.19.0 agent/skill_utils.py)."""

SUPPORT = frozenset({"references", "templates", "assets", "scripts"})
"""The same right in the folder of a skill."""

_SIGNS = ("config.yaml", ".env", "state.db", MEMORIES)


def memory_path(home: Path, target: str) -> Path:
    """The file that backs a target, whether it exists or not."""
    return home / MEMORIES / FILES[target]


def looks_like_home(directory: Path) -> bool:
    """Whether a directory has what only a Hermes home has, or its name."""
    return directory.name == ".hermes" or any(is_there(directory / name) for name in _SIGNS)


def home_of(path: Path) -> Path:
    """The home that a path means: its `memories` folder and the files in there stand for the home above."""
    if path.name in FILES.values() and path.parent.name == MEMORIES:
        return path.parent.parent
    return path.parent if path.name == MEMORIES else path
