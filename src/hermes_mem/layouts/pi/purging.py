"""Where a text may stand in a home of Pi, for who wants it gone from everywhere."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, listing, real_path
from hermes_mem.layouts.beyond_reach import among_messages, below
from hermes_mem.layouts.delimited import DELIMITER, text_of
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.memory_table import FILE, Row
from hermes_mem.layouts.pi.paths import FILES
from hermes_mem.layouts.pi.remains import KINDS
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.standing import rules
from hermes_mem.layouts.pi.table_reading import stored
from hermes_mem.layouts.pi.writing import STANDING, memory_path
from hermes_mem.layouts.taking_out import taken_out
from hermes_mem.model.file import Sort
from hermes_mem.model.javascript import trim
from hermes_mem.model.purging import Unreached
from hermes_mem.model.target import PROJECT

_DIVIDER = re.compile(f"({re.escape(DELIMITER)})")
_KINDS = tuple(kind for kind in KINDS if kind.sort is not Sort.DATABASE)
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

    Recovery copies, retired ones, what it could not publish, and writes that were cut off.
    """
    path = real_path(memory_path(home, target, env))
    found: list[Path] = []
    for name, is_directory in listing(path.parent).items():
        kind = next((one for one in _KINDS if one.name.fullmatch(name)), None)
        if kind is None or kind.directory is not is_directory or not _is_of(name, path, kind.sort):
            continue
        found += (
            [path.parent / name / one for one in listing(path.parent / name)] if is_directory else [path.parent / name]
        )
    if target.startswith(PROJECT):
        old = projects.old(home, load(home, env).projects).get(target.removeprefix(PROJECT))
        found += [old] if old else []
    return sorted(found)


def _is_of(name: str, path: Path, sort: Sort) -> bool:
    """Whether something beside memories is of this one; Pi's temporary directories say only if they are of rules."""
    if sort is Sort.UNFINISHED:
        return name.startswith(".tmp-standing-") is (path.name == FILES[STANDING])
    return name.casefold().startswith(f".{path.name}.".casefold())


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
            yield Unreached(
                str(directory / name), _DATABASE, among_messages(directory / name) if name == FILE else None
            )
    for place in (home / "sessions", directory / "skills"):
        if is_there(place):
            why = "Files of the agent that are no memory."
            yield Unreached(str(place), why, below(place))
