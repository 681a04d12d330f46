"""How a Hermes memory file is written: the agent's lock, its bytes, its temporary names.

Follows hermes-agent 0.19.0 tools/memory_tool.py (`_file_lock`, `_write_file`) and utils.py (`atomic_replace`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts import delimited
from hermes_mem.layouts.hermes import format as spelling
from hermes_mem.layouts.hermes.homes import KIND
from hermes_mem.layouts.hermes.paths import FILES, memory_path
from hermes_mem.model.entry import Identity
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock, Place
from hermes_mem.model.finding import Finding

NEW_FILE_MODE = 0o600
"""Of a file that the agent makes (0.19.0 leaves what mkstemp gives)."""

TEMPORARY = ".mem_{}.tmp"


def parse(raw: bytes, target: str, *, late: bool = False) -> list[str]:
    """Entries of a file, exact copies included. Raises Undecodable."""
    return spelling.parse(raw, late=late)


def serialise(target: str, entries: Sequence[str]) -> bytes:
    """What the agent writes for these entries."""
    return delimited.serialise(entries)


def unique(target: str, entries: Iterable[str]) -> list[str]:
    """Of exact copies only the first."""
    return delimited.unique(entries)


def size(target: str, entries: Sequence[str]) -> int:
    """Code points, delimiters included."""
    return spelling.joined_size(entries)


def identity(target: str, entry: str) -> Identity:
    """An entry is its text and nothing else."""
    return Identity(target, entry)


def spelled(
    target: str,
    text: str,
    day: date,
    *,
    of: str | None = None,
    project: str | None = None,
) -> str:
    """The text itself."""
    return text


def of_project(target: str, project: str) -> None:
    """Nowhere: Hermes knows no projects."""


def failure(
    target: str,
    text: str,
    *,
    category: str | None,
    failed: str | None,
    tool_state: str | None,
    corrected_to: str | None,
) -> None:
    """None: an entry of Hermes is its text."""


def lost(target: str, entry: str, day: date) -> list[str]:
    """Nothing: there is nothing beside the text."""
    return []


def objections(target: str, texts: Iterable[str], entries: Sequence[str]) -> Iterator[Finding]:
    """None: what Hermes refuses the guards know."""
    return iter(())


def returning(home: Path, target: str, gone: Collection[str], env: Environment) -> Iterator[Finding]:
    """Nothing: Hermes keeps no older files from which it would take entries."""
    return iter(())


def lock(home: Path, target: str, env: Environment) -> Lock:
    """The file whose lock the agent takes to write this target, beside the name it knows, not behind a link."""
    path = memory_path(home, target)
    return Lock(path.with_name(path.name + ".lock"))


def locks(home: Path, env: Environment) -> list[Lock]:
    """One for each of its files."""
    return [lock(home, target, env) for target in FILES]


def make_directories(home: Path, target: str, env: Environment) -> None:
    """Make `memories/` in a home that is there. Raises OSError."""
    directory = memory_path(home, target).parent
    if not directory.is_dir():
        directory.mkdir()


def file_change(home: Path, target: str, entries: Sequence[str], env: Environment) -> FileChange:
    """The file behind any link with these entries in it, exact copies once; mode and owner stay. Raises OSError."""
    path = real_path(memory_path(home, target))
    before = version_at(path)
    mode, owner = (before.mode, before.owner) if before else (NEW_FILE_MODE, None)
    after = FileVersion(FileKind.FILE, delimited.serialise(delimited.unique(entries)), mode, owner)
    place = Place(KIND, real_path(home), target)
    return FileChange(path, before, after, TEMPORARY, lock(home, target, env), place=place)


def copy_of(target: str, path: Path) -> Path | None:
    """None: Hermes keeps no version of before."""
    return None


def mirror(home: Path, target: str, env: Environment) -> Finding | None:
    """None: Hermes keeps its entries nowhere else."""
    return None


def mirror_findings(home: Path, env: Environment) -> list[Finding]:
    """None, as there is no mirror."""
    return []
