"""Leases of ours beside those of a process that takes them as Pi does: held, stale, stolen, released."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hermes_mem.disk.lease import STALE, leased
from hermes_mem.model.errors import Busy
from tests import pi_agent
from tests.pi_agent import LeaseDatabase

KEY = "mutation:/home/person/.pi/agent/pi-hermes-memory/MEMORY.md"

OURS = """
import sys
from pathlib import Path
from hermes_mem.disk.lease import leased

with leased(Path(sys.argv[1]), sys.argv[2], timeout=60):
    print("held", flush=True)
    sys.stdin.readline()
print("released", flush=True)
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / ".pi-hermes-locks.sqlite"


@contextmanager
def holding(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lease now, until a line comes."""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, *command], stdin=pipe, stdout=pipe, text=True) as process:
        try:
            assert told(process) == "held"
            yield process
        finally:
            process.kill()


def ours(database: Path) -> tuple[str, ...]:
    return "-c", OURS, str(database), KEY


def theirs(database: Path) -> tuple[str, ...]:
    return str(pi_agent.__file__), "hold", str(database), KEY


def told(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def let_go(process: subprocess.Popen[str]) -> None:
    """Have it release, and wait until it says so."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    assert told(process) == "released"


def rows(database: Path) -> list[tuple[str, int]]:
    """Token and process of every lease."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT token, pid FROM locks").fetchall()


def aged(database: Path) -> None:
    """As if the lease had been taken longer ago than any may be held."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE locks SET acquired_at = acquired_at - ?", (STALE,))


def test_theirs_is_waited_for_and_follows_at_once(database: Path) -> None:
    with holding(*theirs(database)) as process:
        with pytest.raises(Busy, match=f"process {process.pid}"), leased(database, KEY, timeout=0.05):
            pass
        with subprocess.Popen([sys.executable, *ours(database)], stdin=subprocess.PIPE, stdout=-1, text=True) as second:
            let_go(process)
            assert told(second) == "held"
            assert [pid for _, pid in rows(database)] == [second.pid]
            let_go(second)
    assert rows(database) == []


def test_they_wait_for_ours_and_follow_at_once(database: Path) -> None:
    with holding(*ours(database)) as process:
        pi = LeaseDatabase(database)
        assert pi.acquire(KEY) is None
        let_go(process)
        token = pi.acquire(KEY)
    assert token
    assert rows(database) == [(token, os.getpid())]
    pi.release(KEY, token)
    assert rows(database) == []


def test_ours_of_a_dead_process_is_taken_over(database: Path) -> None:
    with holding(*ours(database)) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert [pid for _, pid in rows(database)] == [process.pid]
        token = LeaseDatabase(database).acquire(KEY)
    assert [row[0] for row in rows(database)] == [token]


def test_theirs_of_a_dead_process_is_taken_over(database: Path) -> None:
    with holding(*theirs(database)) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        with leased(database, KEY, timeout=0):
            assert [pid for _, pid in rows(database)] == [os.getpid()]
    assert rows(database) == []


def test_a_stale_one_of_a_living_process_is_stolen_and_not_released_by_who_had_it(database: Path) -> None:
    with holding(*theirs(database)) as process:
        aged(database)
        with leased(database, KEY, timeout=0):
            mine = rows(database)
            let_go(process)
            assert rows(database) == mine
    with holding(*ours(database)) as process:
        aged(database)
        token = LeaseDatabase(database).acquire(KEY)
        let_go(process)
        assert [row[0] for row in rows(database)] == [token]


COUNTER = """
import sys
from pathlib import Path

database, key, counter, kind = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), sys.argv[4]
if kind == "ours":
    from hermes_mem.disk.lease import leased
else:
    from contextlib import contextmanager
    from tests.pi_agent import LeaseDatabase
    theirs = LeaseDatabase(database)

    @contextmanager
    def leased(database, key, timeout):
        token = theirs.waited(key)
        yield
        theirs.release(key, token)

for _ in range(25):
    with leased(database, key, timeout=60):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


def test_two_of_ours_and_two_of_theirs_take_turns(database: Path, tmp_path: Path) -> None:
    (counter := tmp_path / "counter").write_text("0")
    command = [sys.executable, "-c", COUNTER, str(database), KEY, str(counter)]
    root = Path(pi_agent.__file__).parents[1]
    kinds = ["ours", "theirs"] * 2
    processes = [subprocess.Popen([*command, kind], cwd=root, stderr=subprocess.PIPE, text=True) for kind in kinds]
    assert [process.communicate()[1] for process in processes] == [""] * 4
    assert counter.read_text() == "100"
    assert rows(database) == []
