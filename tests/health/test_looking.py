"""One check after the other, as a person watches them."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health import examining
from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.health.examining import CHECKS, examine, look
from hermes_mem.model.errors import Unreadable
from hermes_mem.store.reading import find_homes, read
from tests.homes import HermesHome


def broken(problem: Exception) -> Check:
    def fail(sight: Sight) -> list[Report]:
        raise problem

    return Check("Broken", fail, lambda report, sight: [])  # type: ignore[arg-type]


def sight(env: Environment, hermes_home: HermesHome) -> Sight:
    hermes_home.memory("A fact.\n\n§\nAnother.".encode())
    return Sight([read(home, env) for home in find_homes(env)], env)


def test_it_finds_what_examining_finds(env: Environment, hermes_home: HermesHome) -> None:
    here = sight(env, hermes_home)
    looked = list(look(here))
    assert [one.group for one in looked] == [check.group for check in CHECKS]
    assert [report for one in looked for report in one.reports] == examine(here) != []


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (Unreadable("It cannot be read."), "It cannot be read."),
        (ZeroDivisionError(), "This is a fault of hermes-mem (ZeroDivisionError);"),
    ],
)
def test_a_check_that_fails_says_why_and_stops_no_other(
    problem: Exception,
    says: str,
    env: Environment,
    hermes_home: HermesHome,
    isolated: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(examining, "CHECKS", (broken(problem), *CHECKS))
    first, *others = look(sight(env, hermes_home))
    assert (first.group, first.reports) == ("Broken", [])
    assert (first.problem or "").startswith(says)
    assert any(one.reports for one in others)
    logs = [log.read_text("utf-8") for log in isolated.rglob("hermes-mem.log")]
    assert len(logs) == isinstance(problem, ZeroDivisionError)
