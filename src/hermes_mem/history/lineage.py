"""Which versions of an entry belong together, as rows of the history. What an entry is, others know."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.history.history import History
from hermes_mem.history.records import Origin
from hermes_mem.history.schema import LINEAGE
from hermes_mem.model.file import Place

OWN = tuple(one for one in LINEAGE.split(";\n") if "lineage" in one or "traced" in one)
"""The statements that make the tables of this."""

COLUMNS = "id, line, kind, home, target, spelled, since, until, how"

NEXT = """
SELECT id FROM changes WHERE state <> 'open' AND id > ?
AND id < (SELECT coalesce(min(id), 9e18) FROM changes WHERE state = 'open') ORDER BY id LIMIT ?
"""
"""Closed changes in their order, up to one of which nobody knows yet what becomes of it."""

TABLES = "SELECT 1 FROM sqlite_master WHERE name = 'traced'"
"""A database of the first version that may not be written has not got the tables."""

EVER = "SELECT line FROM lineage WHERE home IN ({})"

THERE = f"{EVER} AND until IS NULL"

OF_LINES = f"SELECT {COLUMNS} FROM lineage WHERE line IN ({{lines}}) ORDER BY id"  # noqa: S608

MAKERS = """
SELECT id, time, actor, reason, origin FROM changes WHERE id IN (
    SELECT since FROM lineage WHERE line IN ({lines}) UNION SELECT until FROM lineage WHERE line IN ({lines})
)
"""

REMOVED = """
SELECT line FROM lineage JOIN changes ON changes.id = until WHERE lineage.home IN ({}) AND actor IN ({actors})
AND NOT EXISTS (SELECT 1 FROM lineage AS other WHERE other.line = lineage.line AND other.id > lineage.id)
"""
"""The lines of which the last version went by one of these; a line that goes on has a version after that."""

TOUCHING = """
SELECT DISTINCT change FROM files WHERE home = ? AND target = ? AND change BETWEEN ? AND ? ORDER BY change DESC
"""


class How(StrEnum):
    """How a version of an entry came about; `first` was there when its memory was first seen."""

    FIRST = "first"
    ADDED = "added"
    REWORDED = "reworded"
    MOVED = "moved"
    RETURNED = "returned"


@dataclass(slots=True)
class Row:
    """An entry as it lay in one memory, spelled so, from one change to another; `until` is None while it lies there.

    `line` is the id of the first version of the same entry.
    """

    id: int
    line: int
    place: Place
    spelled: str
    since: int
    until: int | None
    how: How


class Made(NamedTuple):
    """When a change was made, by whom and why."""

    time: datetime
    actor: str
    reason: str
    origin: Origin


class Known(NamedTuple):
    """Versions, by their ids, and the changes that they name."""

    rows: list[Row]
    made: dict[int, Made]


def has_tables(cursor: sqlite3.Cursor) -> bool:
    """Whether the history can hold any of this."""
    return cursor.execute(TABLES).fetchone() is not None


def traced(cursor: sqlite3.Cursor) -> int:
    """The change up to which all are followed; 0 for none."""
    (change,) = cursor.execute("SELECT coalesce(max(change), 0) FROM traced").fetchone()
    return int(change)


def untraced(cursor: sqlite3.Cursor, most: int) -> list[int]:
    """The next changes whose entries were not followed yet, oldest first."""
    return [number for (number,) in cursor.execute(NEXT, (traced(cursor), most)).fetchall()]


def rows(cursor: sqlite3.Cursor) -> list[Row]:
    """All there are, by their ids."""
    found = cursor.execute(f"SELECT {COLUMNS} FROM lineage ORDER BY id")  # noqa: S608
    return [_row(one) for one in found.fetchall()]


def rows_of(history: History, homes: Collection[Path], *, there: bool = False) -> Known:
    """Every version of each entry that ever lay in one of the homes, or that lies `there` now.

    Raises Unreadable, Damaged, Busy.
    """
    marks = ", ".join("?" * len(homes))
    return _known(history, (THERE if there else EVER).format(marks), [os.fsencode(home) for home in homes])


def removed_by(history: History, home: Path, actors: Collection[str]) -> Known:
    """Every version of each entry that one of these actors took away from a home. Raises as `rows_of`."""
    lines = REMOVED.format("?", actors=", ".join("?" * len(actors)))
    return _known(history, lines, [os.fsencode(home), *actors])


def _known(history: History, lines: str, values: Sequence[Any]) -> Known:
    with history.transaction(writes=False) as cursor:
        rows = cursor.execute(OF_LINES.format(lines=lines), values).fetchall()
        makers = cursor.execute(MAKERS.format(lines=lines), [*values, *values]).fetchall()
    made = {
        number: Made(datetime.fromisoformat(time), actor, reason, Origin(origin))
        for number, time, actor, reason, origin in makers
    }
    return Known([_row(one) for one in rows], made)


def touching(history: History, row: Row, until: int) -> list[int]:
    """The changes of the memory in which an entry lay since it came, up to that one, newest first.

    Raises Unreadable, Damaged, Busy.
    """
    place = row.place
    with history.transaction(writes=False) as cursor:
        found = cursor.execute(TOUCHING, (os.fsencode(place.home), place.target, row.since, until))
        return [number for (number,) in found.fetchall()]


def times(cursor: sqlite3.Cursor) -> dict[int, datetime]:
    """When each change was made."""
    found = cursor.execute("SELECT id, time FROM changes").fetchall()
    return {number: datetime.fromisoformat(time) for number, time in found}


def keep(cursor: sqlite3.Cursor, changed: Iterable[Row], until: int) -> None:
    """Write down rows that are new or other than they were, and up to which change they hold."""
    cursor.executemany("INSERT OR REPLACE INTO lineage VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", map(_values, changed))
    cursor.execute("DELETE FROM traced")
    cursor.execute("INSERT INTO traced VALUES (?)", (until,))


def forget(cursor: sqlite3.Cursor) -> None:
    """Have it all worked out again: the changes that it came from are not the same any more."""
    cursor.execute("DELETE FROM lineage")
    cursor.execute("DELETE FROM traced")


@contextmanager
def aside(history: History) -> Iterator[None]:
    """Meanwhile the tables are others, which are empty at first and leave nothing behind.

    For a history that may not be written: temporary tables come before those of the same name
    (https://www.sqlite.org/lang_naming.html).
    """
    with history.transaction(writes=False) as cursor:
        for statement in OWN:
            cursor.execute(statement.replace("CREATE TABLE", "CREATE TEMP TABLE").replace("INDEX ", "INDEX temp.", 1))
    try:
        yield
    finally:
        with history.transaction(writes=False) as cursor:
            for table in ("lineage", "traced"):
                cursor.execute(f"DROP TABLE temp.{table}")


def _row(values: Sequence[Any]) -> Row:
    number, line, kind, home, target, spelled, since, until, how = values
    return Row(number, line, Place(kind, Path(os.fsdecode(home)), target), spelled, since, until, How(how))


def _values(row: Row) -> tuple[object, ...]:
    place = row.place
    home = os.fsencode(place.home)
    return row.id, row.line, place.kind, home, place.target, row.spelled, row.since, row.until, row.how
