"""A purge that dies at any line: nothing else is lost, and purging again finishes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history import purging
from hermes_mem.history.history import History
from hermes_mem.model.file import FileVersion
from hermes_mem.model.plan import Add, Outcome, Remove, Replace
from hermes_mem.store.observing import observe
from hermes_mem.store.purging import Order, named_in_history, purge, unfinished
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.sought import of_entry
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order as WriteOrder
from hermes_mem.store.writing import apply, recover
from tests.commit.killing import WATCHED, killed_at, lines_of
from tests.homes import HermesHome, PiHome, put
from tests.pi_database import rows
from tests.pi_memories import assert_true_to_pi, database, filled, joined
from tests.pi_memories import store as pi_store
from tests.store.test_purging import ALLOW, ENTRY, assert_consistent, assert_gone, change, entry, of_id, store

OWN = str(purging.__file__)
APART = 1 if os.environ.get("HERMES_MEM_TEST_EVERY_LINE") else 8
"""A line of so many is one to die at: all of them take minutes."""

AFTER = {"MEMORY.md": b"one", "USER.md": b"three\n\xc2\xa7\nfour", "MEMORY.md.bak.1760000000": b"old"}
Versions = dict[int, list[tuple[bytes | None, bytes | None]]]


def made(person: Path) -> tuple[HermesHome, Environment]:
    """A home whose history has the entry in some of its versions, a copy beside it, and a log."""
    env = Environment({"HOME": str(person), "XDG_STATE_HOME": str(person / "state")}, person, person)
    home = HermesHome(person / ".hermes").memory(joined(["one", ENTRY, "two"])).user(b"three").config("memory: {}\n")
    observe([read(store(env), env)], env)
    change(env, Add("user", "four"), reason="a reason")
    change(env, Remove(entry(env, "two")))
    change(env, Replace(entry(env, ENTRY), f"{ENTRY} Rotated."), reason=f"it was: {ENTRY}")
    put(home.path / "memories/MEMORY.md.bak.1760000000", joined([ENTRY, "old"]))
    put(state_dir(env) / "hermes-mem.log", ENTRY.encode())
    return home, env


def ordered(env: Environment) -> Order:
    return Order(of_entry(ENTRY, "hermes"), find_homes(env), "you")


def versions(env: Environment) -> Versions:
    with History.opened(state_dir(env)) as history:
        found = {change.id: history.change(change.id).files for change in history.changes()}
    return {number: [(raw(one.before), raw(one.after)) for one in files] for number, files in found.items()}


def raw(version: FileVersion | None) -> bytes | None:
    return version.raw if version else None


def files(home: HermesHome) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home.path / "memories").iterdir() if path.suffix != ".lock"}


def without(found: Versions, env: Environment) -> Versions:
    """The same versions with the entry taken out of each."""
    sought = ordered(env).sought

    def left(version: bytes | None) -> bytes | None:
        entries = version.decode().split("\n§\n") if version else []
        return version and joined([one for one in entries if not sought.holds(one)])

    return {number: [(left(before), left(after)) for before, after in each] for number, each in found.items()}


def dies(line: int, person: Path, where: tuple[str, ...] = WATCHED) -> tuple[bool, str]:
    """Whether the purge died at this line, and the fate of its change after the recovery; all is true, and finished."""
    home, env = made(person)
    before, known = files(home), versions(env)
    killed = killed_at(line, lambda: purge(ordered(env), env), where=where)
    fate = next((str(one.change.fate) for one in recover(env)), "")
    assert files(home) in (before, AFTER)
    found = versions(env)  # Raises for a version that is named and not there.
    left = without(known, env)
    assert {number: found[number] for number in known} in (known, left)
    assert resolvable(env) or files(home) == AFTER
    again = purge(ordered(env), env)
    assert again.result.outcome in (Outcome.APPLIED, Outcome.UNCHANGED)
    assert (files(home), {number: versions(env)[number] for number in known}) == (AFTER, left)
    assert_gone(env, home.path)
    assert_consistent(env)
    with History.opened(state_dir(env)) as history:
        assert history.open_changes() == []
    undo(store(env), env, actor="you")
    assert files(home)["MEMORY.md"] == joined(["one", "two"])
    return killed, fate


def resolvable(env: Environment) -> bool:
    """Whether a person who gives the id again is understood."""
    there = any(one.text == ENTRY for t in read(store(env), env).targets for one in t.entries)
    return there or bool(named_in_history(of_id(ENTRY), [store(env)], env)) or unfinished(env)


@pytest.mark.parametrize("part", range(2))
def test_killed_at_lines_of_a_purge(part: int, memory: Path) -> None:
    """At its first turn, of what a purge does to the history also at its last, in two parts."""
    env = made(memory / "traced")[1]
    turns = lines_of(lambda: purge(ordered(env), env))
    own = [turn for turn in turns if turn[0] == OWN]
    places = {turns.index(turn) for turn in turns} | {len(turns) - 1 - turns[::-1].index(turn) for turn in own}
    fates = {dies(place + 1, memory / str(place))[1] for place in sorted(places)[part :: 2 * APART]}
    assert fates == {"", "done", "rolled back"}
    assert dies(len(turns) + 99, memory / "over") == (False, "")


def test_killed_at_lines_of_a_purge_of_pi(memory: Path) -> None:
    """Where the table in which Pi searches follows."""
    env = made_of_pi(memory / "traced")[1]
    turns = lines_of(lambda: purge(ordered_of_pi(env), env))
    fates: set[str] = set()
    for line in range(1, len(turns), 11 * APART):
        home, env = made_of_pi(memory / str(line))
        assert killed_at(line, lambda env=env: purge(ordered_of_pi(env), env))  # type: ignore[misc]
        fates.update(str(one.change.fate) for one in recover(env))
        assert_true_to_pi(home)
        assert purge(ordered_of_pi(env), env).result.outcome in (Outcome.APPLIED, Outcome.UNCHANGED)
        assert_true_to_pi(home)
        assert ENTRY not in str(rows(database(home)))
        assert not [path for path in home.path.rglob("*") if path.is_file() and is_left_in(path)]
        assert_gone(env)
        assert_consistent(env)
    assert fates == {"done", "rolled back"}


def is_left_in(path: Path) -> bool:
    """Whether a file has the entry; of the database the rows were looked at, and its pages are the agent's."""
    return ".db" not in path.name and ENTRY.encode() in path.read_bytes()


def made_of_pi(person: Path) -> tuple[PiHome, Environment]:
    env = Environment({"HOME": str(person), "XDG_STATE_HOME": str(person / "state")}, person, person)
    home = filled(PiHome(person / ".pi/agent"))
    for operation in (Add("memory", ENTRY), Add("memory", "later")):
        assert apply(WriteOrder(pi_store(env), [operation], "you", "a test", allow=ALLOW), env).changes
    return home, env


def ordered_of_pi(env: Environment) -> Order:
    return Order(of_entry(ENTRY, "pi"), [pi_store(env)], "you")
