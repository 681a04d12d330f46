"""Where a text may stand in a Hermes home, for who wants it gone from everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, listing, real_path
from hermes_mem.layouts.delimited import text_of
from hermes_mem.layouts.hermes.format import parse
from hermes_mem.layouts.hermes.paths import memory_path
from hermes_mem.layouts.taking_out import taken_out
from hermes_mem.model.purging import Unreached

_DIVIDER = re.compile("((?:\r\n|\r|\n)§(?:\r\n|\r|\n))")
"""As the agent sees it, which reads every kind of line end as LF."""

_TEMPORARY = re.compile(r"\.mem_.*\.tmp")
_OTHERS = ("sessions", "state-snapshots", "backups", "checkpoints", "logs", "pending", "cron", "skills")


def without(raw: bytes, target: str, gone: Callable[[str], bool]) -> bytes:  # noqa: ARG001 - Pi needs it
    """A file without the entries that are gone, every other byte as it is. Raises Undecodable."""
    return taken_out(text_of(raw), _DIVIDER, lambda piece: any(map(gone, parse(piece.encode())))).encode()


def beside(home: Path, target: str, env: Environment) -> list[Path]:  # noqa: ARG001
    """What the agent has left beside the file of a target: copies of a refused change, and writes that were cut off."""
    path = memory_path(home, target)
    name = re.compile(rf"{re.escape(path.name)}\.bak\..*")
    places = {path.parent, real_path(path).parent}
    return sorted(
        directory / found
        for directory in places
        for found, is_directory in listing(directory).items()
        if not is_directory and (name.fullmatch(found) or _TEMPORARY.fullmatch(found))
    )


def mirrored(home: Path, holds: Callable[[str], bool], env: Environment) -> None:  # noqa: ARG001
    """None: Hermes keeps its entries nowhere else."""
    return


def beyond(home: Path, env: Environment) -> Iterator[Unreached]:  # noqa: ARG001
    """What else of a home may hold any text, as far as it is there."""
    for name in sorted(listing(home)):
        if name == "state.db" or (name.startswith("state.db.") and not name.endswith(".lock")):
            why = "Hermes keeps its sessions there, with the prompts that had the memory in them."
            yield Unreached(str(home / name), why, _query(home / name) if name == "state.db" else None)
    for name in _OTHERS:
        if is_there(home / name):
            yield Unreached(str(home / name), "Files of the agent that are no memory.", _grep(home / name))


def _query(database: Path) -> str:
    statement = "SELECT session_id, timestamp FROM messages WHERE instr(content, 'TEXT')"
    return f"sqlite3 {quote(f'{database.as_uri()}?mode=ro')} {quote(statement)}"


def _grep(directory: Path) -> str:
    return f"grep -rlF TEXT {quote(str(directory))}"
