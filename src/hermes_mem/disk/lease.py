"""Leases as Pi takes them: a row in a SQLite database, with the process that holds it; taken over from the dead.

Follows pi-hermes-memory 0.9.6 src/store/atomic-lock-coordinator.ts and markdown-mutation-lock.ts.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from hermes_mem.disk.process import alive, program, started_at
from hermes_mem.model.errors import Busy, Damaged, Unreadable

STALE = 300_000
"""Milliseconds after which a lease counts for nothing, even of a process that lives."""

PAUSE = 0.01
"""Seconds between tries, as the agent waits."""

MOST = 1000
"""Leases that are listed: those of a store are a few."""

RELEASES = 3
"""How often the agent tries to give a lease back; a row that stays is taken over once this process is gone."""

TABLE = (
    "CREATE TABLE IF NOT EXISTS locks (lock_key TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL,"
    " incarnation TEXT, acquired_at INTEGER NOT NULL)"
)


class Holder(NamedTuple):
    """Who holds a lease, since when (epoch milliseconds); `incarnation` tells a process from a later one of its id."""

    token: str
    pid: int
    incarnation: str | None
    acquired_at: int

    @property
    def gone(self) -> bool:
        """Whether the agent itself would take the lease over."""
        now = started_at(self.pid)
        if _now() - self.acquired_at >= STALE:
            return True
        if now is None:
            return not alive(self.pid)
        return self.incarnation is not None and self.incarnation != now


@contextmanager
def leased(database: Path, key: str, *, timeout: float) -> Iterator[None]:
    """Hold the lease of this key; the database is made (0600) when it is not there, and never removed.

    Not re-entrant. Raises Busy after `timeout` seconds, naming the holder; Unreadable when the database cannot be
    opened or written; Damaged when it is none.
    """
    deadline = time.monotonic() + timeout
    with closing(_opened(database, timeout)) as connection:
        with _reported(database):
            _make_table(connection)
            token = _acquired(connection, key, deadline)
        try:
            yield
        finally:
            with _reported(database):
                _release(connection, key, token)


def holder_of(database: Path, key: str) -> Holder | None:
    """Who holds this lease now; None when nobody does, or there is no such database. Raises Unreadable, Damaged."""
    if not database.exists():
        return None
    with _reported(database), closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'locks'").fetchone() is None:
            return None
        return _held_by(connection, key)


def holders(database: Path) -> list[tuple[str, Holder]]:
    """The leases that are written down now, at most MOST, oldest first, each by its key; the database is only read.

    Raises Busy, Unreadable, Damaged.
    """
    if not database.exists():
        return []
    with _reported(database), closing(sqlite3.connect(_to_read(database), uri=True)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(locks)")]
        if not columns:
            return []
        incarnation = "incarnation" if "incarnation" in columns else "NULL"
        query = f"SELECT lock_key, token, pid, {incarnation}, acquired_at FROM locks ORDER BY acquired_at LIMIT {MOST}"  # noqa: S608
        rows = connection.execute(query).fetchall()
        return [(key, Holder(*row)) for key, *row in rows if isinstance(key, str) and _is_lease(row)]


def _to_read(database: Path) -> str:
    """While nobody has it open there is no log beside it; SQLite would leave one, if it were not told so."""
    idle = not any(database.with_name(database.name + end).exists() for end in ("-wal", "-journal"))
    return f"{database.as_uri()}?mode=ro{'&immutable=1' if idle else ''}"


def _is_lease(row: Sequence[object]) -> bool:
    """Whether the columns hold what they should: SQLite takes anything anywhere."""
    token, pid, incarnation, acquired_at = row
    return (
        isinstance(token, str)
        and isinstance(pid, int)
        and isinstance(acquired_at, int)
        and (incarnation is None or isinstance(incarnation, str))
    )


def _opened(database: Path, timeout: float) -> sqlite3.Connection:
    with _reported(database):
        with suppress(FileExistsError):
            os.close(os.open(database, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        return sqlite3.connect(database, timeout=timeout, isolation_level=None)


def _make_table(connection: sqlite3.Connection) -> None:
    """As the agent makes it; older ones of its releases had no incarnation."""
    columns = [row[1] for row in connection.execute("PRAGMA table_info(locks)")]
    if not columns:
        with suppress(sqlite3.OperationalError):  # Another process makes it so at this moment.
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(TABLE)
    elif "incarnation" not in columns:
        connection.execute("ALTER TABLE locks ADD COLUMN incarnation TEXT")


def _acquired(connection: sqlite3.Connection, key: str, deadline: float) -> str:
    token = str(uuid4())
    while (holder := _try(connection, key, token)) is not None:
        if time.monotonic() >= deadline:
            raise _busy(key, holder)
        time.sleep(PAUSE)
    return token


def _try(connection: sqlite3.Connection, key: str, token: str) -> Holder | None:
    """Take the lease if it is free or its holder is gone; else who holds it."""
    ours = (token, os.getpid(), _incarnation(), _now())
    connection.execute("BEGIN IMMEDIATE")
    with connection:  # Ends the transaction, whichever way.
        holder = _held_by(connection, key)
        if holder is None:
            connection.execute(
                "INSERT INTO locks (lock_key, token, pid, incarnation, acquired_at) VALUES (?, ?, ?, ?, ?)",
                (key, *ours),
            )
        elif holder.gone:
            change = "UPDATE locks SET token = ?, pid = ?, incarnation = ?, acquired_at = ? WHERE lock_key = ?"
            connection.execute(change, (*ours, key))
            holder = None
    return holder


def _held_by(connection: sqlite3.Connection, key: str) -> Holder | None:
    row = connection.execute(
        "SELECT token, pid, incarnation, acquired_at FROM locks WHERE lock_key = ?", (key,)
    ).fetchone()
    return Holder(*row) if row else None


def _release(connection: sqlite3.Connection, key: str, token: str) -> None:
    for attempt in range(1, RELEASES + 1):
        try:
            connection.execute("DELETE FROM locks WHERE lock_key = ? AND token = ?", (key, token))
        except sqlite3.OperationalError:
            if attempt == RELEASES:
                raise
        else:
            return


def _incarnation() -> str | None:
    """None elsewhere than on Linux: what the agent reads there depends on its locale, and it steals what differs."""
    return started_at(os.getpid()) if sys.platform == "linux" else None


def _now() -> int:
    return time.time_ns() // 1_000_000


@contextmanager
def _reported(database: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise Busy(
                f"{database} is being written by another process, and it does not end.",
                "Pi keeps its locks there, for milliseconds each. Nothing was written. Try again.",
            ) from error
        raise _unusable(database, str(error)) from error
    except sqlite3.DatabaseError as error:
        raise Damaged(
            f"{database} is damaged ({error}).",
            "Pi keeps its locks there and cannot write memory either. Nothing was written. While Pi is closed, move the"
            " file away: it is made anew.",
        ) from error
    except OSError as error:
        raise _unusable(database, error.strerror or str(error)) from error
    except UnicodeEncodeError as error:
        raise Unreadable(
            "The path of that file is not UTF-8, and a lease names its file as text.",
            "The agent cannot write there either. Nothing was written. Give the directory another name.",
        ) from error


def _unusable(database: Path, why: str) -> Unreadable:
    return Unreadable(
        f"The lock database {database} cannot be used ({why}).",
        "Without the agent's own lock nothing is written; make file and directory readable and writable for this user.",
    )


def _busy(key: str, holder: Holder) -> Busy:
    name = Path(key.partition(":")[2]).name
    age = max(0, _now() - holder.acquired_at) / 1000
    return Busy(
        f"{name} is held by process {holder.pid} ({program(holder.pid)}), for {age:.0f} s.",
        "An agent holds it for milliseconds; if this stays, that process hangs. Nothing was written. Try again.",
    )
