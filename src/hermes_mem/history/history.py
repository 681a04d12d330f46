"""The history: every version of every file that was changed, and who changed it, when and why."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.disk.writing import version_at
from hermes_mem.history.connecting import as_ours, connection_to, connection_to_read, damaged
from hermes_mem.history.packing import holds, lost, packed, unpacked
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import NotFound
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock, Place, same

INSERT_CHANGE = (
    "INSERT INTO changes (time, actor, kind, home, target, summary, reason, origin, undoes, token, state)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_FILE = "INSERT INTO files VALUES (?, ?, ?, ?,  ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, 0)"

NEWEST = (
    "SELECT change, state, after_kind, after_hash FROM files JOIN changes ON id = change"
    " WHERE path = ? AND state IN ('done', 'open') ORDER BY change DESC LIMIT 1"
)


class Known(NamedTuple):
    """The newest version of a file that the history has, by the change that left it; `kind` is None for no file."""

    change: int
    fate: Fate
    kind: FileKind | None
    digest: str | None

    def is_of(self, version: FileVersion | None) -> bool:
        """Whether it is this version, or no file twice."""
        if version is None:
            return self.kind is None
        return (self.kind, self.digest) == (version.kind, version.digest)


Seen = tuple[FileChange, int | None]
"""A file as it was known and as it is now, with the change by which it was known."""


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
        yield cls(connection_to(path), path)

    @classmethod
    @contextmanager
    def opened_to_read(cls, directory: Path) -> Iterator[History]:
        """As `opened`, for who only looks: what cannot be written is read all the same. Raises as `opened`."""
        path = directory / FILE
        with connection_to_read(path) as connection:
            yield cls(connection, path)

    def record(self, about: About, files: Sequence[FileChange], *, now: datetime | None = None) -> Change:
        """Write down, durably, what is about to happen; the change is open until `close`."""
        with self.transaction() as cursor:
            return self._insert(cursor, about, files, now or datetime.now(UTC), Fate.OPEN)

    def note(
        self, about: About, seen: Sequence[Seen], *, time: datetime | None = None, passed: bool = False
    ) -> Change | None:
        """Write down what others have done, at that time or now, as long as it is true.

        None when another change of one of the files was recorded meanwhile, the version that was known is not the
        same any more, or something else lies there by now: then nothing is written.
        What has `passed` does not lie there any more in any case.
        """
        with self._soon(), self.transaction() as cursor:
            for file, known in seen:
                newest = self.newest(file.path)
                if (newest and newest.change) != known or (newest and not newest.is_of(file.before)):
                    return None
                if not (passed or _lies_there(file)):
                    return None
            return self._insert(cursor, about, [file for file, _ in seen], time or datetime.now(UTC), Fate.DONE)

    def newest(self, path: Path) -> Known | None:
        """What the history knew last of the file at this path; None when it has never seen it."""
        for change, fate, kind, digest in self._rows(NEWEST, (os.fsencode(path),)):
            try:
                return Known(change, Fate(fate), kind and FileKind(kind), digest)
            except ValueError as error:
                raise damaged(self.path, str(error)) from error
        return None

    def version(self, known: Known) -> FileVersion | None:
        """The version itself, without mode and owner."""
        return self._version((known.kind, known.digest, None, None, None))

    def writes_in_place(self, change: Change, position: int) -> None:
        """Write down, durably, that a file is about to be overwritten where it lies, which is not atomic."""
        with self.transaction() as cursor:
            cursor.execute("UPDATE files SET in_place = 1 WHERE change = ? AND position = ?", (change.id, position))

    def close(self, change: Change, fate: Fate) -> None:
        """Write down what became of a change. If that is lost with the power, the next start finds it out again."""
        with self._soon(), self.transaction() as cursor:
            cursor.execute("UPDATE changes SET state = ? WHERE id = ?", (fate, change.id))

    def open_changes(self) -> list[Change]:
        """Changes that were recorded and not closed, oldest first: a process died, or is at work right now."""
        return self._changes("WHERE state = 'open' ORDER BY id")

    def changes(self, homes: Collection[Path] | None = None) -> list[Change]:
        """Changes that began in one of the homes or touched a file of one, newest first, without files. None: all."""
        if homes is None:
            return self._changes("ORDER BY id DESC", files=False)
        marks = _marks(homes)
        touching = f"SELECT change FROM files WHERE home IN ({marks})"  # noqa: S608  nothing but question marks
        where = f"WHERE home IN ({marks}) OR id IN ({touching}) ORDER BY id DESC"
        return self._changes(where, [os.fsencode(path) for path in (*homes, *homes)], files=False)

    def homes(self) -> list[Path]:
        """Every home, as it was recorded, of a change or of a file that one touched."""
        rows = self._rows("SELECT home FROM changes UNION SELECT home FROM files WHERE home IS NOT NULL")
        return [Path(os.fsdecode(home)) for (home,) in rows]

    def counts(self) -> dict[Path, int]:
        """How many changes began in each home, as it was recorded."""
        rows = self._rows("SELECT home, count(*) FROM changes GROUP BY home ORDER BY home")
        return {Path(os.fsdecode(home)): count for home, count in rows}

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

    def shrink(self) -> bool:
        """Give the room of what was removed back to the system. Raises Unreadable, Damaged, Busy.

        False while somebody reads: the log beside the database then keeps the pages of before.
        """
        self.asked("VACUUM")
        busy, _, _ = self.asked("PRAGMA wal_checkpoint(TRUNCATE)")
        return not busy

    def asked(self, statement: str) -> tuple[Any, ...]:
        """The first row of a statement that belongs into no transaction, if it has any. Raises Unreadable, Damaged."""
        return next(iter(self._rows(statement)), ())

    @contextmanager
    def transaction(self, *, writes: bool = True) -> Iterator[sqlite3.Cursor]:
        """All that is done with the cursor, or nothing; seen as it was at one moment. Raises Unreadable, Damaged."""
        try:
            self._connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
            with closing(self._connection.cursor()) as cursor:
                yield cursor
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up()
            raise as_ours(error, self.path) from error
        except BaseException:
            self._give_up()
            raise

    @contextmanager
    def _soon(self) -> Iterator[None]:
        """What is written here is on the disk at the latest with the next change, and not waited for."""
        self.asked("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self.asked("PRAGMA synchronous = FULL")

    def _give_up(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _insert(
        self, cursor: sqlite3.Cursor, about: About, files: Sequence[FileChange], time: datetime, fate: Fate
    ) -> Change:
        token = os.urandom(6).hex()
        cursor.execute(INSERT_CHANGE, (*_about_row(about, time), token, fate))
        change = Change(int(cursor.lastrowid or 0), time, about, token, fate, tuple(files))
        for position, file in enumerate(files):
            self._keep(cursor, file.before)
            self._keep(cursor, file.after)
            cursor.execute(INSERT_FILE, (change.id, position, *_file_row(file)))
        return change

    def _keep(self, cursor: sqlite3.Cursor, version: FileVersion | None) -> None:
        if version is None:
            return
        digest = version.digest
        found = cursor.execute("SELECT data FROM blobs WHERE hash = ?", (digest,)).fetchone()
        if found is None:
            cursor.execute("INSERT INTO blobs VALUES (?, ?, ?)", (digest, len(version.raw), packed(version.raw)))
        elif not holds(found[0], version.raw):  # Its bytes have suffered on the disk, and here they are whole.
            cursor.execute("UPDATE blobs SET data = ? WHERE hash = ?", (packed(version.raw), digest))

    def _changes(self, where: str, values: Sequence[Any] = (), *, files: bool = True) -> list[Change]:
        query = (
            "SELECT id, time, actor, kind, home, target, summary, reason, origin, undoes, token, state FROM changes "
        )
        try:
            return [self._change(row, files=files) for row in self._rows(query + where, values)]
        except (ValueError, TypeError) as error:  # Not what any release has written.
            raise damaged(self.path, str(error)) from error

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise as_ours(error, self.path) from error

    def _change(self, row: tuple[Any, ...], *, files: bool) -> Change:
        change_id, time, actor, kind, home, target, summary, reason, origin, undoes, token, fate = row
        about = About(actor, kind, Path(os.fsdecode(home)), target, summary, reason, Origin(origin), undoes)
        changed, in_place = self._files(change_id) if files else ((), frozenset[int]())
        return Change(change_id, datetime.fromisoformat(time), about, token, Fate(fate), changed, in_place)

    def _files(self, change_id: int) -> tuple[tuple[FileChange, ...], frozenset[int]]:
        rows = self._rows("SELECT * FROM files WHERE change = ? ORDER BY position", (change_id,))
        files = tuple(self._file(row[2:-1]) for row in rows)
        return files, frozenset(row[1] for row in rows if row[-1])

    def _file(self, row: Sequence[Any]) -> FileChange:
        path, temporary, lock, key, copy, kind, home, target, *versions = row
        return FileChange(
            Path(os.fsdecode(path)),
            self._version(versions[:5]),
            self._version(versions[5:]),
            temporary,
            Lock(Path(os.fsdecode(lock)), os.fsdecode(key)) if lock else None,
            Path(os.fsdecode(copy)) if copy else None,
            Place(kind, Path(os.fsdecode(home)), target) if home else None,
        )

    def _version(self, row: Sequence[Any]) -> FileVersion | None:
        kind, digest, mode, uid, gid = row
        if kind is None:
            return None
        found = self._rows("SELECT data FROM blobs WHERE hash = ?", (digest,))
        if not found:
            raise lost(digest, self.path)
        raw = unpacked(found[0][0], digest, self.path)
        return FileVersion(FileKind(kind), raw, mode, None if uid is None else (uid, gid))


def _lies_there(file: FileChange) -> bool:
    try:
        return same(version_at(file.path), file.after)
    except OSError:
        return False


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


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


def _file_row(file: FileChange) -> tuple[Any, ...]:
    lock, place = file.lock, file.place
    return (
        os.fsencode(file.path),
        file.temporary,
        *((os.fsencode(lock.path), os.fsencode(lock.key)) if lock else (None, None)),
        os.fsencode(file.copy) if file.copy else None,
        *((place.kind, os.fsencode(place.home), place.target) if place else (None, None, None)),
        *_row(file.before),
        *_row(file.after),
    )


def _row(version: FileVersion | None) -> tuple[Any, ...]:
    if version is None:
        return (None,) * 5
    return (version.kind, version.digest, version.mode, *(version.owner or (None, None)))
