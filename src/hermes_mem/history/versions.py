"""Versions of a file over time, and what each change made of every file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from hermes_mem.history.history import History, Known
from hermes_mem.history.records import Fate
from hermes_mem.model.file import FileKind, Place

OF_DAYS = """
SELECT date(time, ?) AS day, after_kind, after_hash, max(change) FROM files JOIN changes ON id = change
WHERE path = ? AND state = 'done' AND time >= ? GROUP BY day ORDER BY day
"""
"""SQLite takes the other columns from the row that has the maximum (https://www.sqlite.org/lang_select.html, 2.5)."""

BEFORE = """
SELECT date(time, ?), after_kind, after_hash, change FROM files JOIN changes ON id = change
WHERE path = ? AND state = 'done' AND time < ? ORDER BY change DESC LIMIT 1
"""

TOUCHED = """
SELECT change, kind, home, target, before_kind, before_hash, after_kind, after_hash FROM files
WHERE change IN ({}) AND home IS NOT NULL ORDER BY change, position
"""

TOGETHER = 500
"""Changes that are asked for at once: SQLite takes no more than 999 values in one statement."""


class OfDay(NamedTuple):
    """The last version of a file on a day."""

    day: date
    version: Known


def last_of_days(history: History, path: Path, since: datetime) -> list[OfDay]:
    """The last version of each day from `since` on, and the one before, if there is one; days are those of its zone.

    Days on which the file did not change are left out. Raises Unreadable, Damaged.
    """
    start = since.astimezone(UTC).isoformat(timespec="milliseconds")
    offset = int((since.utcoffset() or timedelta()).total_seconds() // 60)
    asked = (f"{offset:+d} minutes", os.fsencode(path), start)
    with history.transaction(writes=False) as cursor:
        rows = [*cursor.execute(BEFORE, asked).fetchall(), *cursor.execute(OF_DAYS, asked).fetchall()]
    return [
        OfDay(date.fromisoformat(day), Known(change, Fate.DONE, kind and FileKind(kind), digest))
        for day, kind, digest, change in rows
    ]


class Happened(NamedTuple):
    """A memory file that a change touched, and its versions before and after."""

    change: int
    place: Place
    before: Known
    after: Known


def happened(history: History, changes: Sequence[int]) -> Iterator[Happened]:
    """What each of these changes made of memory files, in their order. Raises Unreadable, Damaged."""
    for start in range(0, len(changes), TOGETHER):
        some = changes[start : start + TOGETHER]
        with history.transaction(writes=False) as cursor:
            rows = cursor.execute(TOUCHED.format(", ".join("?" * len(some))), some).fetchall()
        for change, kind, home, target, *versions in rows:
            before, after = (
                Known(change, Fate.DONE, found and FileKind(found), digest)
                for found, digest in (versions[:2], versions[2:])
            )
            yield Happened(change, Place(kind, Path(os.fsdecode(home)), target), before, after)
