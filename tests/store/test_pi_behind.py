"""The table that Pi searches cannot follow a change: the files are written, and the person is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import memory_table
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Add, Outcome
from hermes_mem.store.mirroring import Done
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import redo, undo
from hermes_mem.store.writing import recover
from tests import pi_database
from tests.commit.killing import killed_at
from tests.homes import PiHome
from tests.pi_database import found, rows
from tests.pi_memories import database, done, files, filled, store, text
from tests.powerless import run_powerless


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def broken(home: PiHome) -> None:
    """What no program can read as a database."""
    for path in database(home).parent.glob("sessions.db*"):
        path.unlink()
    database(home).write_bytes(b"no database" * 99)


def without_index(home: PiHome) -> None:
    """What it looks like to a SQLite that has no FTS5: whatever a trigger writes to is not there."""
    with closing(sqlite3.connect(database(home))) as connection:
        connection.execute("DROP TABLE memory_fts")


def without_table(home: PiHome) -> None:
    with closing(sqlite3.connect(database(home))) as connection:
        connection.execute("DROP TABLE memories")


def with_a_move_pending(home: PiHome) -> None:
    home.file("pi-hermes-memory/.sessions-db-migration-pending", b"1:2")


TROUBLES = [broken, without_index, without_table, with_a_move_pending]


def behind(findings: tuple[Finding, ...]) -> list[str]:
    """The targets whose rows stay behind."""
    assert {finding.rule for finding in findings} <= {"mirror-behind"}
    return [str(finding.target) for finding in findings]


@pytest.mark.parametrize("trouble", TROUBLES)
def test_the_files_are_written_and_it_is_said(
    trouble: Callable[[PiHome], None], home: PiHome, env: Environment
) -> None:
    trouble(home)
    there = database(home).read_bytes()
    result = done(env, Add("memory", "new"))
    assert (result.outcome, behind(result.findings)) == (Outcome.APPLIED, ["memory"])
    assert "new <!-- created=" in text(home)
    assert database(home).read_bytes() == there


@pytest.mark.parametrize("trouble", TROUBLES)
def test_it_is_said_of_what_is_taken_back_done_again_and_restored(
    trouble: Callable[[PiHome], None], home: PiHome, env: Environment
) -> None:
    before = files(home)
    (number,) = done(env, Add("memory", "new")).changes
    after = files(home)
    trouble(home)
    acts: list[tuple[Callable[[], Done | None], dict[str, bytes]]] = [
        (lambda: undo(store(env), env, actor="you"), before),
        (lambda: redo(store(env), env, actor="you"), after),
        (lambda: restore(number, env, actor="you"), before),
    ]
    for act, left in acts:
        made = act()
        assert made is not None
        as_the_table_says = trouble is without_index and left == after  # It still has the rows of the addition.
        assert behind(made.findings) == ([] if as_the_table_says else ["memory"])
        assert files(home) == left


def test_it_is_said_of_what_a_dead_process_left(home: PiHome, env: Environment) -> None:
    assert killed_at(1, lambda: done(env, Add("memory", "new")), where=(str(memory_table.__file__),))
    broken(home)
    [cut_off] = recover(env)
    assert behind(cut_off.findings) == ["memory"]
    assert "new <!-- created=" in text(home)


READ_ONLY = """
from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

env = Environment.here()
result = apply(Order(find_homes(env)[0], [Add("memory", "new")], "you", "a test"), env)
answer = [result.outcome, [finding.message for finding in result.findings]]
"""


def test_a_database_that_is_only_read(home: PiHome, tmp_path: Path) -> None:
    untouched = rows(database(home))
    for path in database(home).parent.glob("sessions.db*"):
        path.chmod(0o444)
    (tmp_path / "closed").touch(mode=0)
    outcome, [message] = run_powerless(READ_ONLY, tmp_path / "closed")
    assert (outcome, "readonly" in message) == ("applied", True)
    assert "new <!-- created=" in text(home)
    assert rows(database(home)) == untouched


def test_without_a_database_none_is_made(home: PiHome, env: Environment) -> None:
    for path in database(home).parent.glob("sessions.db*"):
        path.unlink()
    assert done(env, Add("memory", "new")).findings == ()
    assert list(database(home).parent.glob("sessions.db*")) == []


def test_an_index_of_an_older_release_follows(pi_home: PiHome, env: Environment) -> None:
    pi_database.make(database(pi_home), tokenizer="unicode61")
    pi_home.memory(b"")
    done(env, Add("memory", "jumps over the fence"))
    assert found(database(pi_home), "fence") == ["jumps over the fence"]
