"""Memories that are over their limit, and those that will be."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.health.budget import BUDGET
from hermes_mem.health.memory import MEMORY
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from hermes_mem.model.finding import Severity
from tests.health.sights import findings, rules
from tests.homes import HermesHome

DAYS = 10


def grown(env: Environment, home: HermesHome, a_day: int) -> None:
    """A history in which MEMORY grew by so many characters a day, up to what lies there now."""
    path = home.path / "memories/MEMORY.md"
    place = Place("hermes", home.path, "memory")
    before = None
    with History.opened(state_dir(env)) as history:
        for day in range(DAYS + 1):
            after = FileVersion(FileKind.FILE, b"x" * (a_day * (day + 1)), 0o600)
            time = datetime.now().astimezone() - timedelta(DAYS - day)
            change = history.record(
                About("hermes", "hermes", home.path, "memory", "grew"),
                [FileChange(path, before, after, place=place)],
                now=time,
            )
            history.close(change, Fate.DONE)
            before = after
    home.memory(b"x" * (a_day * (DAYS + 1)))


@pytest.mark.parametrize(("a_day", "days", "severity"), [(190, 1, Severity.WARNING), (70, 21, Severity.INFO)])
def test_one_that_fills_up(
    env: Environment, hermes_home: HermesHome, a_day: int, days: int, severity: Severity
) -> None:
    grown(env, hermes_home, a_day)
    [found] = findings(BUDGET, env)
    assert (found.rule, found.severity) == ("budget.filling", severity)
    assert found.message == "MEMORY is filling up."
    assert found.effect.startswith(f"Full in {days} day{'' if days == 1 else 's'} at this rate; then Hermes ")


def test_one_that_has_time_is_not_told_of(env: Environment, hermes_home: HermesHome) -> None:
    grown(env, hermes_home, 10)
    assert rules(BUDGET, env) == []


def test_one_that_is_over_is_told_here_and_nowhere_else(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"x" * 2000 + "\n§\n".encode() + b"y" * 300)
    assert rules(BUDGET, env) == ["budget.over"]
    assert "budget.over" not in rules(MEMORY, env)


def test_a_history_that_is_none_stops_nothing(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"x" * 2000 + "\n§\n".encode() + b"y" * 300)
    state_dir(env).mkdir(parents=True)
    (state_dir(env) / "history.sqlite").write_bytes(b"no database, and long enough to be read as one" * 40)
    assert rules(BUDGET, env) == ["budget.over"]
