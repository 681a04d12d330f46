"""The history: every version of every file that was changed, and who changed it, when and why."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any

from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import TABLES, VERSION
from hermes_mem.model.errors import Damaged, HermesMemError, NotFound, Unreadable
from hermes_mem.model.file import FileChange, FileKind, FileVersion

FILE = "history.sqlite"
INSERT_FILE = "INSERT INTO files VALUES (?, ?, ?, ?, ?,  ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, 0)"
BUSY = 5.0
"""Seconds to wait for another hermes-mem that writes."""


class History:
    """One database for each user. It stores what it is told, and knows nothing of entries."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    @contextmanager
    def opened(cls, directory: Path) -> Iterator[History]:
        """The history in this directory, made (0700, its file 0600) when it is not there.

        Raises Unreadable when it cannot be written, Damaged when it is no database of ours or of a newer release.
        """
        path = directory / FILE
        with closing(_connected(path)) as connection:
            yield cls(connection, path)

    def record(self, about: About, files: Sequence[FileChange], *, now: datetime | None = None) -> Change:
        """Write down, durably, what is about to happen; the change is open until `close`."""
        time = now or datetime.now(UTC)
        token = token_hex(6)
        with self.transaction() as cursor:
            cursor.execute(
                "INSERT INTO changes (time, actor, kind, home, target, summary, reason, origin, undoes, token, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*_about_row(about, time), token, Fate.OPEN),
            )
            change = Change(int(cursor.lastrowid or 0), time, about, token, Fate.OPEN, tuple(files))
            for position, file in enumerate(files):
                self._keep(cursor, file.before)
                self._keep(cursor, file.after)
                lock = os.fsencode(file.lock) if file.lock else None
                place = (change.id, position, os.fsencode(file.path), file.temporary, lock)
                cursor.execute(INSERT_FILE, (*place, *_row(file.before), *_row(file.after)))
        return change

    def writes_in_place(self, change: Change, position: int) -> None:
        """Write down, durably, that a file is about to be overwritten where it lies, which is not atomic."""
        with self.transaction() as cursor:
            cursor.execute("UPDATE files SET in_place = 1 WHERE change = ? AND position = ?", (change.id, position))

    def close(self, change: Change, fate: Fate) -> None:
        """Write down what became of a change."""
        with self.transaction() as cursor:
            cursor.execute("UPDATE changes SET state = ? WHERE id = ?", (fate, change.id))

    def open_changes(self) -> list[Change]:
        """Changes that were recorded and not closed, oldest first: a process died, or is at work right now."""
        return self._changes("WHERE state = 'open' ORDER BY id")

    def changes(self, home: Path | None = None, *, limit: int = -1) -> list[Change]:
        """Changes of a home, of all when None, newest first; without their files."""
        where = "WHERE home = ?" if home else ""
        values = (os.fsencode(home),) if home else ()
        return self._changes(f"{where} ORDER BY id DESC LIMIT ?", (*values, limit), files=False)

    def change(self, change_id: int) -> Change:
        """A change with its files. Raises NotFound."""
        found = self._changes("WHERE id = ?", (change_id,))
        if not found:
            raise NotFound(f"There is no change {change_id}.", "hermes-mem history list shows those there are.")
        return found[0]

    def size(self) -> int:
        """Bytes of the database, with what SQLite has still beside it."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def shrink(self) -> None:
        """Give the room of what was removed back to the system. Raises Unreadable, Damaged."""
        try:
            self._connection.execute("VACUUM")
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise _as_ours(error, self.path) from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Cursor]:
        """All that is done with the cursor, or nothing. Raises Unreadable, Damaged."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            with closing(self._connection.cursor()) as cursor:
                yield cursor
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up()
            raise _as_ours(error, self.path) from error
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _keep(self, cursor: sqlite3.Cursor, version: FileVersion | None) -> None:
        if version is not None:
            data = zlib.compress(version.raw, 6)
            cursor.execute("INSERT OR IGNORE INTO blobs VALUES (?, ?, ?)", (version.digest, len(version.raw), data))

    def _changes(self, where: str, values: Sequence[Any] = (), *, files: bool = True) -> list[Change]:
        query = (
            "SELECT id, time, actor, kind, home, target, summary, reason, origin, undoes, token, state FROM changes "
        )
        try:
            rows = self._connection.execute(query + where, values).fetchall()
            return [self._change(row, files=files) for row in rows]
        except sqlite3.Error as error:
            raise _as_ours(error, self.path) from error

    def _change(self, row: tuple[Any, ...], *, files: bool) -> Change:
        change_id, time, actor, kind, home, target, summary, reason, origin, undoes, token, fate = row
        about = About(actor, kind, Path(os.fsdecode(home)), target, summary, reason, Origin(origin), undoes)
        changed, in_place = self._files(change_id) if files else ((), frozenset[int]())
        return Change(change_id, datetime.fromisoformat(time), about, token, Fate(fate), changed, in_place)

    def _files(self, change_id: int) -> tuple[tuple[FileChange, ...], frozenset[int]]:
        rows = self._connection.execute(
            "SELECT * FROM files WHERE change = ? ORDER BY position", (change_id,)
        ).fetchall()
        files = tuple(self._file(row[2:15]) for row in rows)
        return files, frozenset(row[1] for row in rows if row[15])

    def _file(self, row: Sequence[Any]) -> FileChange:
        path, temporary, lock, *versions = row
        before, after = self._version(versions[:5]), self._version(versions[5:])
        place = Path(os.fsdecode(lock)) if lock else None
        return FileChange(Path(os.fsdecode(path)), before, after, temporary, place)

    def _version(self, row: Sequence[Any]) -> FileVersion | None:
        kind, digest, mode, uid, gid = row
        if kind is None:
            return None
        found = self._connection.execute("SELECT data FROM blobs WHERE hash = ?", (digest,)).fetchone()
        if found is None:
            raise Damaged(f"The history has lost a version ({digest[:8]}).", f"Its file is {self.path}.")
        return FileVersion(FileKind(kind), zlib.decompress(found[0]), mode, None if uid is None else (uid, gid))


def _connected(path: Path) -> sqlite3.Connection:
    connection: sqlite3.Connection | None = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
        connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection, path)
    except (OSError, sqlite3.Error, HermesMemError) as error:
        if connection is not None:
            connection.close()
        raise (error if isinstance(error, HermesMemError) else _as_ours(error, path)) from error
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Make the tables of a new database, by one process only. Raises Damaged for a database of a newer release."""
    connection.execute("BEGIN IMMEDIATE")
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found == 0:
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
    if found > VERSION:
        raise Damaged(
            f"The history {path} was written by a newer hermes-mem.",
            "Reading goes on; to change memory, update hermes-mem or move that file away.",
        )


def _as_ours(error: Exception, path: Path) -> HermesMemError:
    """What SQLite or the system says, as an error with a way out."""
    hint = "Nothing is changed without its history. Reading goes on."
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return Damaged(f"The history {path} is damaged ({error}).", f"{hint} Move the file away to begin a new one.")
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return Unreadable(f"The history {path} cannot be written ({reason}).", hint)


def _about_row(about: About, time: datetime) -> tuple[Any, ...]:
    return (
        time.astimezone(UTC).isoformat(timespec="milliseconds"),
        about.actor,
        about.kind,
        os.fsencode(about.home),
        about.target,
        about.summary,
        about.reason,
        about.origin,
        about.undoes,
    )


def _row(version: FileVersion | None) -> tuple[Any, ...]:
    if version is None:
        return (None,) * 5
    return (version.kind, version.digest, version.mode, *(version.owner or (None, None)))
