"""A clock that jumps, to and fro: what happened is known by its number, and the time is only shown."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.history.keeping import older, prune
from hermes_mem.history.records import About, Fate
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from hermes_mem.model.plan import Add, Remove
from hermes_mem.store import watching
from hermes_mem.store.looking_back import changes
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.undoing import redo, undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome
from tests.store.test_watching import joined, next_of, nothing_more, watched

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
JUMPS = [timedelta(days=days) for days in (0, -400, 3, -1, 9000, -30_000, 1, -2)]


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that jumps whenever the history asks for the time."""
    times: Iterator[timedelta] = cycle(JUMPS)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return (NOON + next(times)).astimezone(tz)

    monkeypatch.setattr("hermes_mem.history.history.datetime", Clock)
    monkeypatch.setattr("hermes_mem.store.noting.datetime", Clock)


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(joined("one", "two", "three")).config("memory: {}\n")


def done(env: Environment, *operations: Add | Remove) -> None:
    assert apply(Order(find_homes(env)[0], operations, "you", "a test", allow=("shrink",)), env).changes


@pytest.mark.usefixtures("jumping")
def test_each_change_by_others_is_told_once(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "TOGETHER", 0.3)
    texts = ["one", "two", "three"]
    with watched(env) as told:
        numbers = []
        for number in range(5):
            texts.append(f"by others {number}")
            home.memory(joined(*texts))
            seen = next_of(told)
            numbers.append(seen.change.id)
            assert [effect.new[-1] for effect in seen.effects] == [texts[-1]]
        assert nothing_more(told)
    assert numbers == sorted(set(numbers))


@pytest.mark.usefixtures("jumping")
def test_changes_are_listed_and_taken_back_in_the_order_in_which_they_were_made(
    home: HermesHome, env: Environment
) -> None:
    [store] = find_homes(env)
    observe([read(store, env)], env)
    for number in range(4):
        done(env, Add("memory", f"mine {number}"))
        home.memory((home.path / "memories/MEMORY.md").read_bytes() + joined("", f"theirs {number}"))
        observe([read(store, env)], env)
    listed = changes(env)
    assert [change.id for change in listed] == list(range(len(listed), 0, -1))
    assert sorted(change.time for change in listed) != [change.time for change in reversed(listed)]
    for number in (3, 2):
        undo(store, env, actor="you")
        assert f"mine {number}" not in (home.path / "memories/MEMORY.md").read_text("utf-8")
    redo(store, env, actor="you")
    text = (home.path / "memories/MEMORY.md").read_text("utf-8")
    assert [f"mine {number}" in text for number in range(4)] == [True, True, True, False]


DAYS = st.integers(-400, 400)


@settings(deadline=None)
@given(days=st.lists(st.tuples(DAYS, st.booleans()), min_size=1, max_size=12), limit=DAYS)
def test_a_prune_keeps_too_much_rather_than_too_little(days: list[tuple[int, bool]], limit: int) -> None:
    """What is young enough is kept, all that came after it is kept, what is open is kept, with every version of it."""
    with TemporaryDirectory() as directory, History.opened(Path(directory)) as history:
        made = []
        for position, (day, closed) in enumerate(days):
            versions = [FileVersion(FileKind.FILE, str(position + step).encode(), 0o600) for step in (0, 1)]
            file = FileChange(Path("/h/MEMORY.md"), versions[0], versions[1])
            about = About("you", "hermes", Path("/h"), "memory", "x")
            change = history.record(about, [file], now=NOON + timedelta(days=day))
            if closed:
                history.close(change, Fate.DONE)
            made.append(history.change(change.id))
        moment = NOON + timedelta(days=limit)
        planned = older(history, moment)
        assert prune(history, moment) == planned
        kept = {change.id: history.change(change.id) for change in history.changes()}
    young = [change.id for change in made if change.time >= moment]
    first = min(young, default=len(made) + 1)
    assert kept == {change.id: change for change in made if change.id >= first or change.fate is Fate.OPEN}
