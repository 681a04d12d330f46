"""A text that comes where another entry has it already is told, and what goes with it is named."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Join, Move, Operation, Outcome, Remove, Replace, Result, Split
from hermes_mem.store.differences import differences
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome

FACTS = ["aaa is the first", "bbb is the second", "ccc is the third"]


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    facts = "\n§\n".join(FACTS).encode()
    return hermes_home.memory(facts).user(FACTS[2].encode()).config("memory: {}\n")


def ids(env: Environment) -> list[str]:
    target = read(find_homes(env)[0], env).target("memory")
    assert target is not None
    return [entry.id for entry in target.entries]


def ordered(env: Environment, *operations: Operation) -> Result:
    result = apply(Order(find_homes(env)[0], operations, "script", "a test", allow=("shrink", "empty")), env)
    assert result.outcome is Outcome.APPLIED
    return result


def told(result: Result) -> list[Finding]:
    return [finding for finding in result.findings if finding.rule in ("entry.same", "move.same")]


def gone(result: Result) -> list[str]:
    return [one.was.text for one in differences(result.effects) if one.was and not one.now]


@pytest.mark.parametrize(("edited", "other"), [(0, 2), (2, 0), (1, 0), (0, 1)])
def test_an_edit_into_the_text_of_another_names_what_goes(
    home: HermesHome, env: Environment, edited: int, other: int
) -> None:
    known = ids(env)
    result = ordered(env, Replace(known[edited], f" {FACTS[other]}\n"))
    [finding] = told(result)
    assert finding.severity is Severity.INFO
    assert finding.message == (
        f"It says the same as {known[other]} now, so the agent keeps one of them; {known[edited]} goes."
    )
    assert gone(result) == [FACTS[edited]]
    assert set(ids(env)) == set(known) - {known[edited]}


def test_a_piece_of_a_split_and_a_joined_text_that_are_there_already(home: HermesHome, env: Environment) -> None:
    first, second, third = ids(env)
    split = ordered(env, Split(first, ("new", FACTS[2])))
    assert [f"same as {third}" in finding.message for finding in told(split)] == [True]
    new = ids(env)[0]
    joined = ordered(env, Join((new, second), FACTS[2]))
    assert [f"same as {third}" in finding.message for finding in told(joined)] == [True]
    assert ids(env) == [third]


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_move_to_where_it_stands_already(home: HermesHome, env: Environment, elsewhere: bool) -> None:
    home.profile("work").memory(FACTS[2].encode()).config("memory: {}\n")
    to = Move(ids(env)[2], *(("memory", find_homes(env, Choice(profile="work"))[0]) if elsewhere else ("user",)))
    result = ordered(env, to)
    [finding] = told(result)
    assert "unchanged there, only taken away here" in finding.message
    assert finding.message.startswith("MEMORY" if elsewhere else "USER")
    assert gone(result) == [FACTS[2]]


def test_nothing_is_told_where_both_are_not_kept_or_nothing_goes(home: HermesHome, env: Environment) -> None:
    first, second, third = ids(env)
    assert told(ordered(env, Replace(first, FACTS[2]), Remove(third))) == []
    assert told(ordered(env, Join((second, ids(env)[0]), FACTS[1]))) == []
