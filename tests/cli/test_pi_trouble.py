"""Trouble in a Pi home has its exit code and its sentence, and nothing is written then."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.disk import lock
from hermes_mem.disk.lease import STALE
from tests.cli.conftest import Cli
from tests.disk.test_lease import CREATE, NEVER
from tests.homes import put

FIXTURE = Path(__file__).parents[1] / "data/pi-agent"


@pytest.fixture
def pi(user_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that pi-hermes-memory itself has written; for a lock is waited a moment only."""
    monkeypatch.setattr(lock, "TIMEOUT", 0.05)
    home = user_home / ".pi/agent"
    shutil.copytree(FIXTURE, home)
    return home


def lease(pi: Path, pid: int, *, age: int = 0) -> None:
    """Somebody's row for MEMORY, without the moment when that process began."""
    key = f"mutation:{(pi / 'pi-hermes-memory/MEMORY.md').resolve()}"
    with closing(sqlite3.connect(pi / ".pi-hermes-locks.sqlite")) as connection, connection:
        connection.execute(CREATE)
        row = (key, str(uuid.uuid4()), pid, None, int(time.time() * 1000) - age)
        connection.execute("INSERT INTO locks VALUES (?, ?, ?, ?, ?)", row)


def held(pi: Path) -> None:
    lease(pi, os.getppid(), age=3000)


def damaged(pi: Path) -> None:
    (pi / ".pi-hermes-locks.sqlite").write_bytes(b"no database" * 99)


def a_directory(pi: Path) -> None:
    (pi / ".pi-hermes-locks.sqlite").mkdir()


def undecodable(pi: Path) -> None:
    (pi / "pi-hermes-memory/MEMORY.md").write_bytes(b"caf\xe9")


@pytest.mark.parametrize(
    ("trouble", "code", "word", "said"),
    [
        (held, 5, "busy", "MEMORY.md is held by process"),
        (damaged, 7, "damaged", "Pi keeps its locks there and cannot write memory either"),
        (a_directory, 6, "unreadable", "Without the agent's own lock nothing is written"),
        (undecodable, 7, "damaged", "MEMORY.md is not UTF-8"),
    ],
)
def test_a_change_that_cannot_be(
    cli: Cli, pi: Path, trouble: Callable[[Path], None], code: int, word: str, said: str
) -> None:
    trouble(pi)
    before = memories(pi)
    ran = cli("memory", "add", "memory", "new")
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert "Nothing was written" in ran.err or "nothing is written" in ran.err
    assert cli("memory", "add", "memory", "new", "--json").shaped("error")["error"]["code"] == word
    assert memories(pi) == before


def test_a_database_of_locks_that_is_never_let_go(cli: Cli, pi: Path) -> None:
    lease(pi, NEVER)
    with closing(sqlite3.connect(pi / ".pi-hermes-locks.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        ran = cli("memory", "add", "memory", "new")
    assert (ran.code, "is being written by another process" in ran.err) == (5, True)


@pytest.mark.parametrize(("pid", "age"), [(NEVER, 0), (os.getppid(), STALE)], ids=["dead", "too old"])
def test_what_nobody_holds_any_more_is_taken_over(cli: Cli, pi: Path, pid: int, age: int) -> None:
    lease(pi, pid, age=age)
    assert cli("memory", "add", "memory", "new").code == 0
    with closing(sqlite3.connect(pi / ".pi-hermes-locks.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM locks").fetchone() == (0,)


def test_what_comes_back_out_of_an_old_file_is_said(cli: Cli, pi: Path) -> None:
    put(pi / "shop/MEMORY.md", (pi / "projects-memory/shop/MEMORY.md").read_bytes())
    ran = cli("memory", "remove", "668e0853", "--yes")
    assert ran.code == 0
    assert "Pi adds that again at its next start." in ran.err
    assert f"`hermes-mem --store {pi} memory repair project:shop --with move-old`" in ran.err
    assert cli("memory", "repair", "project:shop", "--with", "move-old").code == 0
    assert not (pi / "shop/MEMORY.md").exists()


def test_a_repair_makes_entries_again_of_what_pi_reads_as_one(cli: Cli, pi: Path) -> None:
    file = pi / "pi-hermes-memory/USER.md"
    file.write_bytes(b"a\r\n\xc2\xa7\r\nb")
    assert cli("memory", "repair", "user").code == 0
    assert file.read_bytes() == b"a\n\xc2\xa7\nb"
    assert cli("undo").code == 0
    assert file.read_bytes() == b"a\r\n\xc2\xa7\r\nb"


def memories(home: Path) -> dict[str, bytes]:
    """The memory files of a home."""
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*.md")}
