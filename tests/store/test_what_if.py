"""What the gauge says before a change is what lies on disk after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.entry import Entry
from hermes_mem.model.plan import Add, Join, Operation, Remove, Replace, Split
from hermes_mem.model.target import Target
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.spelling import rewritten
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome, PiHome
from tests.tui.desk import joined

DAY = "2026-03-04"
LAX = "lax <!--created=2026-01-02,last=2026-01-03-->"
MEMORY = [encoded("one fact", DAY, DAY), LAX, "by hand", encoded("wide 🚀🚀", DAY, DAY)]
FAILURES = [encoded("[insight] of the shop", DAY, DAY, "shop"), encoded("[failure] of nobody", DAY, DAY)]

Build = Callable[[Sequence[Entry]], tuple[Operation, Sequence[str], Sequence[str]]]
"""Makes of the entries of a target an operation, the ids it replaces, and the texts it brings."""


def adds(text: str, target: str = "memory") -> Build:
    return lambda entries: (Add(target, text), (), [text])


def replaces(place: int, text: str) -> Build:
    return lambda entries: (Replace(entries[place].id, text), [entries[place].id], [text])


def joins(*places: int) -> Build:
    def made(entries: Sequence[Entry]) -> tuple[Operation, Sequence[str], Sequence[str]]:
        ids = tuple(entries[place].id for place in places)
        return Join(ids, "joined"), ids, ["joined"]

    return made


def splits(place: int) -> Build:
    texts = ("first half", "second half")
    return lambda entries: (Split(entries[place].id, texts), [entries[place].id], texts)


def removes(place: int) -> Build:
    return lambda entries: (Remove(entries[place].id), [entries[place].id], ())


CASES = {
    "add": ("memory", adds("something new")),
    "add astral letters": ("memory", adds("🚀")),
    "add with blanks": ("memory", adds("  something new\n")),
    "add what is there": ("memory", adds("one fact")),
    "add what is there by hand": ("memory", adds("by hand")),
    "reword": ("memory", replaces(0, "another fact")),
    "reword an entry with odd spacing": ("memory", replaces(1, "strict")),
    "reword an entry without dates": ("memory", replaces(2, "dated")),
    "reword to what is there": ("memory", replaces(0, "by hand")),
    "join": ("memory", joins(1, 3)),
    "split": ("memory", splits(3)),
    "remove": ("memory", removes(1)),
    "reword a failure of a project": ("failures", replaces(0, "[insight] of the very same shop")),
    "reword a failure of nobody": ("failures", replaces(1, "[failure] of somebody")),
    "the text of a failure of a project again": ("failures", adds("[insight] of the shop", "failures")),
    "a rule": ("standing", adds("keep \t answers   short", "standing")),
    "a rule that is there": ("standing", adds("NEVER push", "standing")),
    "another rule instead": ("standing", replaces(0, "always pull")),
}


def here(env: Environment, name: str) -> Target:
    [home] = find_homes(env)
    target = read(home, env).target(name)
    assert target is not None
    return target


@pytest.mark.parametrize("case", CASES)
def test_of_pi(case: str, pi_home: PiHome, env: Environment) -> None:
    name, build = CASES[case]
    pi_home.memory(joined(MEMORY)).failures(joined(FAILURES)).standing(b"- never push\n- run the tests\n")
    compare(env, name, build)


@pytest.mark.parametrize("case", [case for case, (name, _) in CASES.items() if name == "memory"])
def test_of_hermes(case: str, hermes_home: HermesHome, env: Environment) -> None:
    _, build = CASES[case]
    hermes_home.memory(joined(["one fact", "two facts", "by hand", "wide 🚀🚀"]))
    compare(env, "memory", build)


def compare(env: Environment, name: str, build: Build) -> None:
    [home] = find_homes(env)
    before = here(env, name)
    operation, ids, texts = build(before.entries)
    promised = rewritten(before, home.kind, ids, texts)
    apply(Order(home, [operation], "you", "what if", allow=("shrink", "empty")), env)
    assert promised == here(env, name).budget
