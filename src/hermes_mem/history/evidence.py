"""What the history knows of one file that tells how it became what it is."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from hermes_mem.history.history import History
from hermes_mem.model.file import Place

LEFT = """
SELECT max(change) FROM files JOIN changes ON id = change
WHERE path = ? AND change < ? AND state = 'done' AND before_kind = 'file' AND before_hash = ?
AND after_hash IS NOT before_hash
"""

HAD = "SELECT 1 FROM files WHERE path = ? AND ? IN (before_hash, after_hash) LIMIT 1"

PLACES = "SELECT DISTINCT path, kind, home, target FROM files WHERE home = ?"

LATEST = 9_000_000_000_000_000_000
"""More than any number of a change."""


def left_by(history: History, path: Path, digest: str, *, until: int = LATEST) -> int | None:
    """The last change before that one by which a file ceased to have these bytes; None where it never had them.

    Raises Unreadable, Damaged.
    """
    with history.transaction(writes=False) as cursor:
        (change,) = cursor.execute(LEFT, (os.fsencode(path), until, digest)).fetchone()
    return None if change is None else int(change)


def ever_had(history: History, path: Path, digest: str) -> bool:
    """Whether any version of a file that the history has is these bytes. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        return cursor.execute(HAD, (os.fsencode(path), digest)).fetchone() is not None


def memories_of(history: History, home: Path) -> list[tuple[Path, Place]]:
    """Every file that once was a memory of a home, with the memory. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        rows = cursor.execute(PLACES, (os.fsencode(home),)).fetchall()
    return [(Path(os.fsdecode(path)), Place(kind, Path(os.fsdecode(of)), target)) for path, kind, of, target in rows]


def time_of(history: History, change: int) -> datetime | None:
    """When a change was made, or noticed; None for one that is there no more. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        row = cursor.execute("SELECT time FROM changes WHERE id = ?", (change,)).fetchone()
    return datetime.fromisoformat(row[0]) if row else None


def known_copies(history: History, path: Path) -> set[str]:
    """The names of the copies in which the history knows a version of a file to lie. Raises Unreadable, Damaged.

    Names alone, since the directory may have been moved.
    """
    with history.transaction(writes=False) as cursor:
        rows = cursor.execute("SELECT copy FROM files WHERE path = ? AND copy IS NOT NULL", (os.fsencode(path),))
        return {Path(os.fsdecode(copy)).name for (copy,) in rows}


def pruned_before(history: History) -> datetime | None:
    """The latest moment before which a person wanted no history any more. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        rows = cursor.execute("SELECT before FROM pruned").fetchall()
    return max((datetime.fromisoformat(before) for (before,) in rows), default=None)
