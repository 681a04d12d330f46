"""Locks as they lie there: what is usual is no finding, and who holds one too long is named."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health.locks import LOCKS
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply
from tests import pi_agent
from tests.health.sights import findings, rules, ways
from tests.homes import HermesHome, PiHome

HOLDER = """
import fcntl, sys
with open(sys.argv[1], "a+") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.readline()
"""
NEVER = 2**22 + 7
"""No process has this id: the largest that Linux gives is one below 2**22."""


@contextmanager
def running(*command: str) -> Iterator[int]:
    """A process that says something when it is ready, and ends with the test."""
    process = subprocess.Popen([sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout
        assert process.stdout.readline() == b"held\n"
        yield process.pid
    finally:
        process.communicate(b"\n")


def row(database: Path, pid: int, incarnation: str | None, age: int) -> None:
    """A lease as Pi writes it, so many milliseconds ago."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute(pi_agent.LOCKS)
        since = int(time.time() * 1000) - age
        connection.execute(
            "INSERT INTO locks VALUES ('mutation:/a/MEMORY.md', 't', ?, ?, ?)", (pid, incarnation, since)
        )


def test_what_an_own_change_leaves_is_no_finding(env: Environment, hermes_home: HermesHome, pi_home: PiHome) -> None:
    hermes_home.memory(b"A fact.")
    pi_home.memory(b"A fact.")
    for home in find_homes(env):
        apply(Order(home, [Add("memory", "Another.")], "you", "a test"), env)
    assert (hermes_home.path / "memories/MEMORY.md.lock").exists()
    assert (pi_home.path / ".pi-hermes-locks.sqlite").exists()
    assert findings(LOCKS, env) == []


def test_who_holds_a_lock_of_hermes_is_named(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"A fact.")
    lock = hermes_home.path / "memories/MEMORY.md.lock"
    with running("-c", HOLDER, str(lock)) as pid:
        [found] = findings(LOCKS, env)
        assert (found.rule, found.severity) == ("lock.held", Severity.WARNING)
        assert found.message.startswith(f"MEMORY.md.lock is held by process {pid} (python")
        assert ways(LOCKS, env, "lock.held") == []
    assert findings(LOCKS, env) == []


@pytest.mark.parametrize("what", ["link", "directory"])
def test_something_else_in_the_place_of_a_lock(env: Environment, hermes_home: HermesHome, what: str) -> None:
    lock = hermes_home.memory(b"A fact.").path / "memories/MEMORY.md.lock"
    if what == "link":
        lock.symlink_to("elsewhere")
    else:
        lock.mkdir()
    [found] = findings(LOCKS, env)
    assert (found.rule, found.fix) == ("lock.odd", f"mv {lock} {lock}.old")


def test_a_lease_of_pi_that_a_living_process_holds(env: Environment, pi_home: PiHome) -> None:
    pi_home.memory(b"A fact.")
    database = pi_home.path / ".pi-hermes-locks.sqlite"
    with running("-m", "tests.pi_agent", "hold", str(database), "mutation:/a/MEMORY.md") as pid:
        assert findings(LOCKS, env) == []  # Held for a moment, as by an agent that is well.
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("UPDATE locks SET acquired_at = acquired_at - 61000")
        [found] = findings(LOCKS, env)
        assert found.message.startswith(f"MEMORY.md is held by process {pid} (python")
        assert "1 minute ago" in found.effect


@pytest.mark.parametrize(
    ("pid", "incarnation", "age", "why"),
    [
        (NEVER, None, 5_000, "which does not run any more"),
        (1, "0", 5_000, "which has had it for too long"),
        (1, None, 301_000, "which has had it for too long"),
    ],
)
def test_a_lease_that_was_left_is_information(
    env: Environment, pi_home: PiHome, pid: int, incarnation: str | None, age: int, why: str
) -> None:
    pi_home.memory(b"A fact.")
    row(database := pi_home.path / ".pi-hermes-locks.sqlite", pid, incarnation, age)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in pi_home.path.iterdir())
    [found] = findings(LOCKS, env)
    assert (found.rule, found.severity) == ("lock.stale", Severity.INFO)
    assert found.message == f"A lease on MEMORY.md was left by process {pid}, {why}."
    assert "takes it over" in found.effect
    assert ways(LOCKS, env, "lock.stale") == []
    assert sorted((path.name, path.stat().st_mtime_ns) for path in pi_home.path.iterdir()) == before
    assert database.exists()


def test_a_lock_database_that_is_none(env: Environment, pi_home: PiHome) -> None:
    pi_home.memory(b"A fact.").file(".pi-hermes-locks.sqlite", b"no database, and long enough to be read as one" * 40)
    [found] = findings(LOCKS, env)
    assert found.rule == "lock.odd"
    assert "damaged" in found.message


def test_odd_rows_are_left_out(env: Environment, pi_home: PiHome) -> None:
    pi_home.memory(b"A fact.")
    with closing(sqlite3.connect(pi_home.path / ".pi-hermes-locks.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE locks (lock_key, token, pid, acquired_at)")
        connection.executemany(
            "INSERT INTO locks VALUES (?, ?, ?, ?)",
            [
                (None, "t", 1, 1),
                ("k", "t", "one", 1),
                ("k", "t", 1, "then"),
                (b"k", "t", 1, 1),
                ("k:/x", "t", NEVER, 1),
            ],
        )
    assert rules(LOCKS, env) == ["lock.stale"]


def test_our_own_lease_is_no_news(env: Environment, pi_home: PiHome) -> None:
    pi_home.memory(b"A fact.")
    row(pi_home.path / ".pi-hermes-locks.sqlite", os.getpid(), pi_agent.incarnation(os.getpid()), 5_000)
    assert findings(LOCKS, env) == []
