"""Where a text may stand in a home of Pi, for who wants it gone from everywhere."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, listing, real_path
from hermes_mem.layouts.delimited import DELIMITER, text_of
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.memory_table import FILE, Row
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.standing import rules
from hermes_mem.layouts.pi.table_reading import stored
from hermes_mem.layouts.pi.writing import STANDING, memory_path
from hermes_mem.layouts.taking_out import taken_out
from hermes_mem.model.javascript import trim
from hermes_mem.model.purging import Unreached
from hermes_mem.model.target import PROJECT

_DIVIDER = re.compile(f"({re.escape(DELIMITER)})")
_TEMPORARY = re.compile(r"\.tmp-(?:standing-)?[A-Za-z0-9]{6}")
_DATABASE = "Pi keeps its sessions there; of rows that went, SQLite may keep the bytes until it needs their room."


def without(raw: bytes, target: str, gone: Callable[[str], bool]) -> bytes:
    """A file without the entries, or rules, that are gone, every other byte as it is. Raises Undecodable."""
    text = text_of(raw)
    if target == STANDING:
        lines = {rule.line for rule in rules(text) if gone(rule.text)}
        return "\n".join(line for number, line in enumerate(text.split("\n")) if number not in lines).encode()
    return taken_out(text, _DIVIDER, lambda piece: gone(trim(piece))).encode()


def beside(home: Path, target: str, env: Environment) -> list[Path]:
    """What the agent has left beside the file of a target, and the old file of a project, out of which it reads again.

    Recovery copies, retired ones, what it could not publish, and writes that were cut off (pi-hermes-memory 0.9.6
    src/store/memory-store.ts).
    """
    path = real_path(memory_path(home, target, env))
    name = re.compile(rf"\.{re.escape(path.name)}\.(?:recovery|retired|conflict-local)-.*", re.IGNORECASE)
    there = listing(path.parent)
    found = [path.parent / one for one, is_directory in there.items() if not is_directory and name.fullmatch(one)]
    for directory in (path.parent / one for one, is_dir in there.items() if is_dir and _TEMPORARY.fullmatch(one)):
        found += [directory / one for one, is_directory in listing(directory).items() if not is_directory]
    if target.startswith(PROJECT):
        old = projects.old(home, load(home, env).projects).get(target.removeprefix(PROJECT))
        found += [old] if old else []
    return sorted(found)


def mirrored(home: Path, holds: Callable[[str], bool], env: Environment) -> tuple[Path, int | None] | None:
    """The database in which Pi searches, and how many of its memories hold a text; None for those if nobody can tell.

    None where there is no such table.
    """
    directory = load(home, env).directory
    database = real_path(directory / FILE)
    try:
        rows = stored(directory)
    except (sqlite3.Error, OSError):
        return database, None
    return None if rows is None else (database, sum(any(map(holds, _texts(one.row))) for one in rows))


def _texts(row: Row) -> Iterator[str]:
    return (value for value in row.values if value is not None)


def beyond(home: Path, env: Environment) -> Iterator[Unreached]:
    """What else of a home may hold any text, as far as it is there."""
    directory = load(home, env).directory
    for name in sorted(listing(directory)):
        if name == FILE or name.startswith((f"{FILE}.corrupt-", f"{FILE}.rebuild-")):
            yield Unreached(str(directory / name), _DATABASE, _query(directory / name) if name == FILE else None)
    for place in (home / "sessions", directory / "skills"):
        if is_there(place):
            why = "Files of the agent that are no memory."
            yield Unreached(str(place), why, f"grep -rlF TEXT {quote(str(place))}")


def _query(database: Path) -> str:
    statement = "SELECT session_id, timestamp FROM messages WHERE instr(content, 'TEXT')"
    return f"sqlite3 {quote(f'{database.as_uri()}?mode=ro')} {quote(statement)}"
