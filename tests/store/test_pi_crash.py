"""A change of a Pi home that dies at any line: files and table are true after the recovery."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import memory_table
from hermes_mem.model.plan import Add, Move, Operation, Remove, Replace
from hermes_mem.store.reading import read
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import recover
from tests.commit.killing import WATCHED, killed_at, lines_of
from tests.homes import PiHome
from tests.pi_database import rows
from tests.pi_memories import assert_true_to_pi, database, done, files, filled, store

TABLE = str(memory_table.__file__)

PLANS: dict[str, Callable[[list[str]], Operation]] = {
    "add": lambda _: Add("memory", "new"),
    "replace": lambda ids: Replace(ids[0], "1"),
    "move": lambda ids: Move(ids[0], "project:shop"),
    "remove": lambda ids: Remove(ids[1]),
}


def made(person: Path) -> tuple[PiHome, Environment]:
    """A home whose table has a row with another date than the file, as after an edit by hand while Pi was closed."""
    env = Environment({"HOME": str(person), "XDG_STATE_HOME": str(person / "state")}, person, person)
    home = filled(PiHome(person / ".pi/agent"))
    with closing(sqlite3.connect(database(home))) as connection, connection:
        connection.execute("UPDATE memories SET created = '2027-01-01' WHERE content = 'tests beside code'")
    return home, env


def dies(line: int, plan: str, person: Path, where: tuple[str, ...] = WATCHED) -> tuple[bool, str, bool]:
    """Whether a change died at this line, its fate after the recovery, and whether it is done then; all is true."""
    home, env = made(person)
    before, untouched = files(home), rows(database(home))
    operation = PLANS[plan]([one.id for one in read(store(env), env).targets[0].entries])
    killed = killed_at(line, lambda: done(env, operation), where=where)
    fate = next((str(one.change.fate) for one in recover(env)), "")
    changed = files(home) != before
    if changed or fate:
        assert_true_to_pi(home)
    else:
        assert rows(database(home)) == untouched
    assert not list(home.path.rglob("*.tmp"))
    assert bool(list(home.path.rglob(".*.recovery-*"))) is changed
    if changed:
        undo(store(env), env, actor="you")
        assert files(home) == before
        assert_true_to_pi(home)
    return killed, fate, changed


@pytest.mark.parametrize("plan", PLANS)
def test_killed_at_lines_of_the_whole_way(plan: str, memory: Path) -> None:
    """Most lines are the history's, which has its own tests: all plans together take every seventh of them."""
    fates = set()
    for line in count(1 + 7 * list(PLANS).index(plan), 7 * len(PLANS)):
        killed, fate, changed = dies(line, plan, memory / str(line))
        fates.add(fate)
        if not killed:
            break
    assert changed
    assert fates == {"", "done", "rolled back"}


def test_killed_at_every_line_of_the_table(memory: Path) -> None:
    """At its first turn and at its last; the files are published then, so the recovery does the rest.

    A move has rows that go, that come and that are changed.
    """
    env = made(memory / "traced")[1]
    operation = PLANS["move"]([one.id for one in read(store(env), env).targets[0].entries])
    turns = lines_of(lambda: done(env, operation), (TABLE,))
    inside = {function for *_, function in turns}
    assert {"reconcile", "_opened", "_scopes", "row_of", "_by_key", "_reconcile_scope", "merged", "values"} <= inside
    statements = {line for line, text in numbered() if "connection.execute(" in text}
    assert statements - {line for _, line, _ in turns} == failures_only()
    places = {turns.index(turn) for turn in turns} | {len(turns) - 1 - turns[::-1].index(turn) for turn in turns}
    for place in sorted(places):
        assert dies(place + 1, "move", memory / str(place), (TABLE,)) == (True, "done", True)
    assert dies(len(turns) + 1, "move", memory / "over", (TABLE,)) == (False, "", True)


def numbered() -> Iterator[tuple[int, str]]:
    return enumerate(Path(TABLE).read_text("utf-8").splitlines(), 1)


def failures_only() -> set[int]:
    """Lines that only a change of failures comes to."""
    return {line for line, text in numbered() if "SELECT DISTINCT project" in text}
