"""Leases in a database: what the agent does with the same rows is written here apart, from its own rules."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import time
import uuid
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.disk.lease import STALE, holder_of, leased
from hermes_mem.model.errors import Busy, Damaged, Unreadable

KEY = "mutation:/home/person/.pi/agent/pi-hermes-memory/MEMORY.md"
CREATE = """CREATE TABLE locks (
  lock_key TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, incarnation TEXT, acquired_at INTEGER NOT NULL
)"""
NEVER = 2**22 + 7
"""No process has this id: the largest that Linux gives is one below 2**22."""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / ".pi-hermes-locks.sqlite"


def ticks(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]


def held_by(database: Path, pid: int, incarnation: str | None, age: int = 0) -> str:
    """A row as the agent leaves it, `age` milliseconds ago; returns its token."""
    token = str(uuid.uuid4())
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(CREATE)
        row = (KEY, token, pid, incarnation, int(time.time() * 1000) - age)
        connection.execute("INSERT INTO locks VALUES (?, ?, ?, ?, ?)", row)
        connection.commit()
    return token


def rows(database: Path) -> list[tuple[str, str, int, str | None, int]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT * FROM locks").fetchall()


def test_the_row_is_the_one_that_the_agent_would_write_and_goes_again(database: Path) -> None:
    before = time.time() * 1000
    with leased(database, KEY, timeout=0):
        [(key, token, pid, incarnation, acquired)] = rows(database)
        assert (key, pid, incarnation) == (KEY, os.getpid(), ticks(os.getpid()))
        assert str(uuid.UUID(token)) == token
        assert before - 1 <= acquired <= time.time() * 1000
        assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert rows(database) == []
    with closing(sqlite3.connect(database)) as ours, closing(sqlite3.connect(":memory:")) as theirs:
        theirs.execute(CREATE)
        assert ours.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        columns = "PRAGMA table_info(locks)"
        assert ours.execute(columns).fetchall() == theirs.execute(columns).fetchall()


def test_it_goes_when_the_work_fails(database: Path) -> None:
    with pytest.raises(ZeroDivisionError), leased(database, KEY, timeout=0):
        raise ZeroDivisionError
    assert rows(database) == []


def test_one_that_lives_is_waited_for_and_named(database: Path) -> None:
    held_by(database, os.getppid(), ticks(os.getppid()), age=3000)
    before = rows(database)
    with (
        pytest.raises(Busy, match=rf"MEMORY.md is held by process {os.getppid()} \(.+\), for 3 s"),
        leased(database, KEY, timeout=0.05),
    ):
        pass
    assert rows(database) == before


@pytest.mark.parametrize(
    ("pid", "incarnation", "age"),
    [(NEVER, None, 0), (NEVER, "1", 0), (os.getppid(), "1", 0), (os.getppid(), None, STALE)],
    ids=["dead", "dead, known", "another process of that id", "too old"],
)
def test_what_the_agent_would_take_over_is_taken_over(
    database: Path, pid: int, incarnation: str | None, age: int
) -> None:
    token = held_by(database, pid, incarnation, age)
    with leased(database, KEY, timeout=0):
        [(_, ours, holder, _, _)] = rows(database)
        assert holder == os.getpid()
        assert ours != token
    assert rows(database) == []


def test_one_that_lives_and_did_not_say_when_it_began_is_left_alone_until_it_is_old(database: Path) -> None:
    token = held_by(database, os.getppid(), None, age=STALE - 60_000)
    with pytest.raises(Busy), leased(database, KEY, timeout=0):
        pass
    assert [row[1] for row in rows(database)] == [token]


def test_what_another_took_over_meanwhile_stays_theirs(database: Path) -> None:
    with leased(database, KEY, timeout=0), closing(sqlite3.connect(database)) as thief:
        thief.execute("UPDATE locks SET token = 'theirs'")
        thief.commit()
    assert [row[1] for row in rows(database)] == ["theirs"]


def test_other_keys_are_not_in_the_way(database: Path) -> None:
    held_by(database, os.getppid(), None)
    with leased(database, KEY.replace("MEMORY", "USER"), timeout=0):
        assert len(rows(database)) == 2


def test_a_table_of_an_older_release_gets_the_column_that_it_lacks(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(CREATE.replace("incarnation TEXT, ", ""))
    with leased(database, KEY, timeout=0), closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT incarnation FROM locks").fetchall() == [(ticks(os.getpid()),)]


def test_a_database_that_somebody_does_not_let_go_of_is_busy(database: Path) -> None:
    held_by(database, NEVER, None)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Busy, match="is being written by another process"), leased(database, KEY, timeout=0.05):
            pass


def test_a_file_that_is_no_database_is_damaged_and_left_alone(database: Path) -> None:
    database.write_bytes(b"no database" * 99)
    with pytest.raises(Damaged, match="is damaged"), leased(database, KEY, timeout=0):
        pass
    assert database.read_bytes() == b"no database" * 99


def test_a_directory_in_its_place(database: Path) -> None:
    database.mkdir()
    with pytest.raises(Unreadable, match="cannot be used"), leased(database, KEY, timeout=0):
        pass


def test_who_holds_it_is_known_without_writing(database: Path, tmp_path: Path) -> None:
    assert holder_of(database, KEY) is None
    assert list(tmp_path.iterdir()) == []
    token = held_by(database, NEVER, "5")
    holder = holder_of(database, KEY)
    assert holder
    assert (holder.token, holder.pid, holder.gone) == (token, NEVER, True)
    assert holder_of(database, "mutation:/elsewhere") is None


COUNTER = """
import sys
from pathlib import Path
from hermes_mem.disk.lease import leased

database, counter = Path(sys.argv[1]), Path(sys.argv[2])
for _ in range(25):
    with leased(database, "mutation:" + sys.argv[2], timeout=60):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def test_many_at_once_lose_nothing(database: Path, tmp_path: Path) -> None:
    (counter := tmp_path / "counter").write_text("0")
    command = [sys.executable, "-c", COUNTER, str(database), str(counter)]
    processes = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(8)]
    assert [process.communicate()[1] for process in processes] == [""] * 8
    assert counter.read_text() == "200"
    assert rows(database) == []
