"""How much the history holds, letting go of what is old, and following a home that was moved."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from hermes_mem.history import lineage
from hermes_mem.history.history import History

OLD = """
CREATE TEMP TABLE old AS SELECT id FROM changes
WHERE state <> 'open' AND id < (SELECT coalesce(min(id), 9e18) FROM changes WHERE time >= ?)
"""
"""Closed changes made before any that is not older: where a clock jumped, too much is kept and not too little."""

UNNAMED = """
CREATE TEMP TABLE unnamed AS SELECT hash, length(data) AS size FROM blobs WHERE hash NOT IN (
    SELECT before_hash FROM files WHERE before_hash IS NOT NULL AND change NOT IN old
    UNION SELECT after_hash FROM files WHERE after_hash IS NOT NULL AND change NOT IN old
)
"""
"""Versions that only those changes know."""

PRUNE = (
    "DELETE FROM blobs WHERE hash IN (SELECT hash FROM unnamed)",
    "DELETE FROM files WHERE change IN old",
    "UPDATE changes SET undoes = NULL WHERE undoes IN old",
    "DELETE FROM changes WHERE id IN old",
)

HOMES = ("SELECT DISTINCT home FROM changes", "UPDATE changes SET home = ? WHERE home = ?")
LOCKS = ("SELECT DISTINCT lock FROM files", "UPDATE files SET lock = ? WHERE lock = ?")
MEMORIES = ("SELECT DISTINCT home FROM files", "UPDATE files SET home = ? WHERE home = ?")
PATHS = ("SELECT DISTINCT path FROM files", "UPDATE files SET path = ? WHERE path = ?")
QUIET = ("SELECT DISTINCT home FROM acknowledged", "UPDATE OR REPLACE acknowledged SET home = ? WHERE home = ?")


class Amount(NamedTuple):
    """Changes, versions of files, and the bytes that those take."""

    changes: int
    blobs: int
    bytes: int


def amount(history: History) -> Amount:
    """All that the history holds. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        (changes,) = cursor.execute("SELECT count(*) FROM changes").fetchone()
        return Amount(changes, *cursor.execute("SELECT count(*), coalesce(sum(length(data)), 0) FROM blobs").fetchone())


def older(history: History, before: datetime) -> Amount:
    """What `prune` would remove."""
    with history.transaction() as cursor, _old(cursor, before) as found:
        return found


def prune(history: History, before: datetime) -> Amount:
    """Remove closed changes from before that time, and versions that no other change knows. Raises as `amount`.

    An undo that is kept of a change that goes takes nothing back any more.
    """
    with history.transaction() as cursor, _old(cursor, before) as found:
        for statement in PRUNE:
            cursor.execute(statement)
        if found.changes:
            lineage.forget(cursor)
            cursor.execute("INSERT INTO pruned VALUES (?)", (before.astimezone(UTC).isoformat(),))
    if found.changes:
        history.shrink()
    return found


def changes_below(history: History, place: Path) -> int:
    """How many changes are of a home at this place or inside it, as that of a profile, or of a file there."""
    with history.transaction() as cursor:
        rows = cursor.execute("SELECT id, home FROM changes UNION SELECT change, path FROM files").fetchall()
        return len({number for number, recorded in rows if _moved(recorded, place, place) is not None})


def relink(history: History, old: Path, new: Path) -> None:
    """Let all that was recorded below `old` be what happened below `new`. Raises as `amount`."""
    with history.transaction() as cursor:
        for select, update in (HOMES, LOCKS, MEMORIES, PATHS, QUIET):
            for (recorded,) in cursor.execute(select).fetchall():
                if place := _moved(recorded, old, new):
                    cursor.execute(update, (place, recorded))
        lineage.forget(cursor)


@contextmanager
def _old(cursor: sqlite3.Cursor, before: datetime) -> Iterator[Amount]:
    """How much is old, while the tables `old` and `unnamed` name it."""
    cursor.execute(OLD, (before.astimezone(UTC).isoformat(timespec="milliseconds"),))
    cursor.execute(UNNAMED)
    (changes,) = cursor.execute("SELECT count(*) FROM old").fetchone()
    blobs, size = cursor.execute("SELECT count(*), coalesce(sum(size), 0) FROM unnamed").fetchone()
    yield Amount(changes, blobs, size)
    cursor.execute("DROP TABLE old")
    cursor.execute("DROP TABLE unnamed")


def _moved(recorded: bytes | None, old: Path, new: Path) -> bytes | None:
    """The recorded path with `new` in the place of `old`; None when it is not below it."""
    if recorded is None or not (path := Path(os.fsdecode(recorded))).is_relative_to(old):
        return None
    return os.fsencode(new / path.relative_to(old))
