"""A process killed at any line of a plan: after the next start every entry is somewhere, and the history knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add, Move, Operation, Remove, Repair, Replace
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply, recover
from tests.commit.killing import killed_at
from tests.homes import HermesHome

BEFORE = {"MEMORY.md": b"one\n\xc2\xa7\ntwo", "USER.md": b"three"}
DRIFTED = {**BEFORE, "MEMORY.md": b"one \n\xc2\xa7\n\ntwo\n"}
PLANS: dict[str, tuple[Callable[[str], Operation], dict[str, bytes]]] = {
    "add": (lambda _: Add("memory", "new"), {**BEFORE, "MEMORY.md": b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nnew"}),
    "replace": (lambda first: Replace(first, "1"), {**BEFORE, "MEMORY.md": b"1\n\xc2\xa7\ntwo"}),
    "remove": (Remove, {**BEFORE, "MEMORY.md": b"two"}),
    "repair": (lambda _: Repair("memory"), BEFORE),
    "move": (lambda first: Move(first, "user"), {"MEMORY.md": b"two", "USER.md": b"three\n\xc2\xa7\none"}),
}


def files(home: HermesHome) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home.path / "memories").iterdir() if path.suffix != ".lock"}


@pytest.mark.parametrize("name", PLANS)
def test_killed_at_every_line(name: str, memory: Path) -> None:
    operation, after = PLANS[name]
    before = DRIFTED if name == "repair" else BEFORE
    fates: set[str] = set()
    line = 0
    while True:
        line += 1
        person = memory / str(line)
        env = Environment({"HOME": str(person), "XDG_STATE_HOME": str(person / "state")}, person, person)
        home = HermesHome(person / ".hermes").memory(before["MEMORY.md"]).user(before["USER.md"]).config("memory: {}\n")
        store = find_homes(env, Choice())[0]
        target = read(store, env).target("memory")
        assert target is not None
        order = Order(store, [operation(target.entries[0].id)], "you", "a test", allow=("shrink",))
        killed = killed_at(line, lambda order=order, env=env: apply(order, env))  # type: ignore[misc]
        fates.update(str(done.change.fate) for done in recover(env))
        found = files(home)
        assert found in (before, after)
        if found == after:
            undo(store, env, actor="you")
            assert files(home) == before
        if not killed:
            break
    assert found == after
    assert fates == {"done", "rolled back"}
