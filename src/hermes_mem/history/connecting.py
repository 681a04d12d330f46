"""The connection to the history. Each thread keeps its own: making and closing one costs more than a change does."""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from hermes_mem.history.schema import STEPS, VERSION
from hermes_mem.model.errors import Busy, Damaged, HermesMemError, Unreadable

BUSY = 5.0
"""Seconds to wait for another hermes-mem that writes."""
PAUSE = 0.005

HINT = "Nothing is changed without its history. Reading goes on."

OF_THE_SYSTEM = (
    *(
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
    ),
    *(
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    ),
)
"""What SQLite says where the system stands in the way; everything else says that the file is not as it should be."""


class _Kept:
    """A connection with the file it leads to: a name may come to stand for another file."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self.path = path
        self.file = _identity(path)
        self.process = os.getpid()

    def __del__(self) -> None:
        self.connection.close()

    def leads_to(self, path: Path) -> bool:
        """Whether this is the connection that a new one would be."""
        return self.path == path and self.file == _identity(path) is not None


class _OfThread(threading.local):
    kept: _Kept | None = None


_of_thread = _OfThread()
_inherited: list[_Kept] = []
"""Those of a parent process, never to be used or closed here (https://www.sqlite.org/howtocorrupt.html, 2.6)."""


def connection_to(path: Path) -> sqlite3.Connection:
    """This thread's connection to the database, which is made when it is not there (0600, its directory 0700).

    Raises Unreadable when it cannot be written, Busy when another process does not let go of it, Damaged when it is no
    database of ours or of a newer release.
    """
    kept = _of_thread.kept
    if kept and kept.process != os.getpid():
        _inherited.append(kept)
        kept = None
    if kept is None or not kept.leads_to(path):
        _of_thread.kept = None
        _of_thread.kept = kept = _Kept(_connected(path), path)
    try:
        _check_version(kept.connection, path)
    except sqlite3.Error as error:
        raise as_ours(error, path) from error
    return kept.connection


@contextmanager
def connection_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """As `connection_to`; where nothing may be written, one that only reads what lies there, an empty one for nothing.

    Raises as `connection_to` does.
    """
    try:
        connection = connection_to(path)
    except Unreadable as error:
        with closing(_read_only(path, error)) as connection:
            _check_version(connection, path)
            yield connection
    else:
        yield connection


def _read_only(path: Path, error: Unreadable) -> sqlite3.Connection:
    """Raises the error with which writing failed, where reading does too.

    SQLite reads what waits in the log beside a database only where that has its index too; without a log it needs to be
    told that nobody writes (https://www.sqlite.org/wal.html, "Read-Only Databases").
    """
    if not os.path.lexists(path):
        empty = sqlite3.connect(":memory:", isolation_level=None)
        _migrate(empty)
        return empty
    log = path.with_name(f"{path.name}-wal")
    for how in ("mode=ro",) if log.exists() and log.stat().st_size else ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", timeout=BUSY, isolation_level=None, uri=True)
        try:
            _version(connection)
        except sqlite3.Error:
            connection.close()
        else:
            return connection
    raise error


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _connected(path: Path) -> sqlite3.Connection:
    connection: sqlite3.Connection | None = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make(path)
        connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False)
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        _migrate(connection)
    except BaseException as error:
        if connection is not None:
            connection.close()
        if isinstance(error, OSError | sqlite3.Error):
            raise as_ours(error, path) from error
        raise
    return connection


def _make(path: Path) -> None:
    """Make the file for this user alone, if it is not there; one that is there is never opened beside SQLite.

    Closing it would drop the locks that SQLite holds on it in this process, and another process would take away the log
    from under them (https://www.sqlite.org/howtocorrupt.html, 2.2). Raises OSError.
    """
    if path.is_symlink():
        raise OSError(errno.ELOOP, "a symbolic link has its name", str(path))
    if _is_empty(path, log := path.with_name(f"{path.name}-wal")):
        raise Damaged(
            f"The log {log} lies there without its history, {path.name}.",
            f"{HINT} Put that file back beside it, or move the log away to begin a new one.",
        )
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def _is_empty(path: Path, log: Path) -> bool:
    """Whether there is a log with something in it, and no database: SQLite would remove the log unread.

    The log is looked at first: a database that another process makes has something in it before its log has.
    """
    try:
        return log.stat().st_size > 0 and not (path.exists() and path.stat().st_size > 0)
    except FileNotFoundError:
        return False


def _write_ahead(connection: sqlite3.Connection) -> None:
    """SQLite waits for nobody here: while another process opens a new database too, it says at once that it is busy."""
    deadline = monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or monotonic() > deadline:
                raise
            sleep(PAUSE)
        else:
            return


def _migrate(connection: sqlite3.Connection) -> None:
    """Make the tables of a new database, or those that an older one lacks, by one process only, and all or none."""
    if _version(connection) >= VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    if (version := _version(connection)) < VERSION:
        for statement in (one for step in STEPS[version:] for one in step.split(";\n")):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _version(connection: sqlite3.Connection) -> int:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    if _version(connection) > VERSION:
        raise Damaged(
            f"The history {path} was written by a newer hermes-mem.",
            "Reading goes on; to change memory, update hermes-mem or move that file away.",
        )


def as_ours(error: Exception, path: Path) -> HermesMemError:
    """What SQLite or the system says, as an error with a way out."""
    if isinstance(error, sqlite3.Error):
        code = _code(error)
        if code == sqlite3.SQLITE_BUSY:
            return Busy(f"The history {path} is held by another hermes-mem.", "Nothing was written. Try again.")
        if code not in OF_THE_SYSTEM:
            return damaged(path, str(error))
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return Unreadable(f"The history {path} cannot be written ({reason}).", HINT)


def damaged(path: Path, why: str) -> Damaged:
    """That the database is not what any release of hermes-mem has left."""
    return Damaged(f"The history {path} is damaged ({why}).", f"{HINT} Move the file away to begin a new one.")


def _code(error: sqlite3.Error) -> int | None:
    """SQLite's word for it, without what it adds for some of them; None where the fault is none of its own."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF
