"""Taking a text out of the history, so that nobody finds it there any more, whatever they look with."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from hermes_mem.history import lineage
from hermes_mem.history.history import History
from hermes_mem.history.packing import packed, unpacked
from hermes_mem.model.errors import Busy
from hermes_mem.model.file import Place

VERSIONS = """
SELECT DISTINCT hash, kind, home, target, began, open FROM (
    SELECT before_hash AS hash, before_kind AS what, files.kind, files.home, files.target, changes.home AS began,
        state = 'open' AS open FROM files JOIN changes ON id = change
    UNION SELECT after_hash, after_kind, files.kind, files.home, files.target, changes.home, state = 'open'
        FROM files JOIN changes ON id = change
) WHERE what = 'file' ORDER BY hash
"""

RENEWED = """
CREATE TEMP TABLE renewed (old TEXT, new TEXT, kind TEXT, home BLOB, target TEXT, began BLOB);
CREATE INDEX temp.renewed_by_old ON renewed (old);
"""
"""Which version becomes which, as part of which memory."""

NEW_BLOB = "INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)"
NEW_NAME = "INSERT INTO renewed VALUES (?, ?, ?, ?, ?, ?)"

RENEW = """
CREATE TEMP TABLE touched AS SELECT DISTINCT change FROM files
    WHERE EXISTS (SELECT 1 {before}) OR EXISTS (SELECT 1 {after});
UPDATE files SET before_hash = (SELECT new {before}) WHERE EXISTS (SELECT 1 {before});
UPDATE files SET after_hash = (SELECT new {after}) WHERE EXISTS (SELECT 1 {after});
"""

OF = """
FROM renewed WHERE old = files.{side}_hash AND files.{side}_kind = 'file' AND renewed.kind IS files.kind
AND renewed.home IS files.home AND renewed.target IS files.target
AND began = (SELECT home FROM changes WHERE id = change AND state <> 'open')
"""

NOTHING_OF_ITSELF = """
DELETE FROM files WHERE home IS NULL
AND change IN (SELECT id FROM changes WHERE origin = 'purge' AND state <> 'open');
UPDATE files SET before_kind = after_kind, before_hash = after_hash, before_mode = after_mode,
    before_uid = after_uid, before_gid = after_gid
WHERE change IN (SELECT id FROM changes WHERE origin = 'purge' AND state <> 'open');
"""
"""What a purge wrote down of itself: before it the text was there; and the copies beside a memory are none."""

EMPTIED = """
UPDATE changes SET origin = 'purged' WHERE origin NOT IN ('first', 'purge', 'purged') AND state <> 'open'
AND id IN (SELECT change FROM touched) AND NOT EXISTS (
    SELECT 1 FROM files WHERE change = id AND NOT (before_kind IS after_kind AND before_hash IS after_hash)
)
"""

UNNAMED = """
DELETE FROM blobs WHERE hash NOT IN (
    SELECT before_hash FROM files WHERE before_hash IS NOT NULL UNION
    SELECT after_hash FROM files WHERE after_hash IS NOT NULL
)
"""

DONE = """
DROP TABLE renewed;
DROP TABLE touched;
"""

Rewrite = Callable[[bytes, Place | None], bytes]
"""What remains of a version of a file, given the memory that it holds; the same bytes where nothing is to go."""

Reword = Callable[[str], str]


class Version(NamedTuple):
    """A version of a file: the memory it holds, if it holds one, and the home in which its change began.

    `waits` says that the change is still open, so that a recovery needs the version as it is.
    """

    digest: str
    place: Place | None
    began: Path
    waits: bool
    raw: bytes

    @property
    def home(self) -> Path:
        """The home that it belongs to."""
        return self.place.home if self.place else self.began


def versions(history: History) -> Iterator[Version]:
    """Every version of every file, once for each memory that it was one of. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        yield from _versions(cursor, history.path)


def words(history: History) -> list[tuple[Path, str]]:
    """What is said of each change in words, with the home in which it began. Raises Unreadable, Damaged."""
    with history.transaction(writes=False) as cursor:
        rows = cursor.execute("SELECT home, summary, reason FROM changes").fetchall()
    return [(Path(os.fsdecode(home)), text) for home, *texts in rows for text in texts]


def scrub(history: History, rewrite: Rewrite, reword: Reword, homes: Collection[Path] | None) -> None:
    """Rewrite every version and every word about these homes, about all when None: all of it or nothing.

    Versions of changes that are still open stay. Raises Unreadable, Damaged, Busy.
    """
    with _overwriting(history), history.transaction() as cursor:
        _run(cursor, RENEWED)
        for version in _versions(cursor, history.path):
            if not version.waits and (homes is None or version.home in homes):
                _renew(cursor, version, rewrite)
        of = {side: OF.format(side=side) for side in ("before", "after")}
        for statements in (RENEW.format(**of), NOTHING_OF_ITSELF, EMPTIED, UNNAMED):
            _run(cursor, statements)
        _reword(cursor, reword, homes)
        lineage.forget(cursor)
        _run(cursor, DONE)


def settle(history: History) -> None:
    """Leave nothing of what was overwritten in the files of the database. Raises Busy while somebody reads there.

    VACUUM writes it anew, and the log beside it, which has the pages of before, is emptied into it.
    """
    if not history.shrink():
        raise Busy(
            f"Another hermes-mem reads {history.path}: the log beside it still has what was purged.",
            "Close it and purge again; that finishes it.",
        )


@contextmanager
def _overwriting(history: History) -> Iterator[None]:
    """What is deleted meanwhile is overwritten with zeros (https://www.sqlite.org/pragma.html#pragma_secure_delete)."""
    (before,) = history.asked("PRAGMA secure_delete")
    history.asked("PRAGMA secure_delete = ON")
    try:
        yield
    finally:
        history.asked(f"PRAGMA secure_delete = {int(before)}")


def _run(cursor: sqlite3.Cursor, statements: str) -> None:
    """One after the other: SQLite's own way to run several ends the transaction first."""
    for statement in statements.strip().removesuffix(";").split(";\n"):
        cursor.execute(statement)


def _versions(cursor: sqlite3.Cursor, path: Path) -> Iterator[Version]:
    for digest, kind, home, target, began, waits in cursor.execute(VERSIONS).fetchall():
        place = Place(kind, Path(os.fsdecode(home)), target) if home else None
        for (data,) in cursor.execute("SELECT data FROM blobs WHERE hash = ?", (digest,)).fetchall():
            yield Version(digest, place, Path(os.fsdecode(began)), bool(waits), unpacked(data, digest, path))


def _renew(cursor: sqlite3.Cursor, version: Version, rewrite: Rewrite) -> None:
    raw = rewrite(version.raw, version.place)
    if raw == version.raw:
        return
    digest, place = sha256(raw).hexdigest(), version.place
    cursor.execute(NEW_BLOB, (digest, len(raw), packed(raw)))
    where = (place.kind, os.fsencode(place.home), place.target) if place else (None, None, None)
    cursor.execute(NEW_NAME, (version.digest, digest, *where, os.fsencode(version.began)))


def _reword(cursor: sqlite3.Cursor, reword: Reword, homes: Collection[Path] | None) -> None:
    for number, home, *said in cursor.execute("SELECT id, home, summary, reason FROM changes").fetchall():
        if homes is not None and Path(os.fsdecode(home)) not in homes:
            continue
        if (now := [reword(text) for text in said]) != said:
            cursor.execute("UPDATE changes SET summary = ?, reason = ? WHERE id = ?", (*now, number))
