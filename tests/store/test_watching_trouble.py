"""What happens to a directory, a clock or a disk while it is watched."""

from __future__ import annotations

import errno
import os
import shutil
import threading
import time
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Origin
from hermes_mem.model.plan import Add
from hermes_mem.model.store import Snapshot
from hermes_mem.store import keeping, watching
from hermes_mem.store.looking_back import change_with_files, changes
from hermes_mem.store.observing import Observed, observe
from hermes_mem.store.reading import find_homes
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import undo
from hermes_mem.store.watching import Seen, watch
from hermes_mem.store.writing import Order, apply
from tests import pi_agent
from tests.homes import HermesHome, PiHome
from tests.store.test_watching import joined, next_of, nothing_more, read_all, wait_until_kept, watched

FIVE = ("one", "two", "three", "four", "five")


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "TOGETHER", 0.3)


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(joined(*FIVE)).config("memory: {}\n")


def file(home: HermesHome) -> Path:
    return home.path / "memories/MEMORY.md"


def texts(seen: Seen) -> tuple[tuple[str, ...], tuple[str, ...]]:
    [effect] = seen.effects
    return effect.old, effect.new


def test_a_home_that_is_removed_and_made_anew(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        shutil.rmtree(home.path)
        gone = next_of(told)
        assert texts(gone) == (FIVE, ())
        assert gone.alarms == ("MEMORY shrank from 5 entries to 0.",)
        HermesHome(home.path).config("memory: {}\n").memory(b"new")
        assert texts(next_of(told)) == ((), ("new",))
        assert nothing_more(told)
    restore(changes(env)[1].id, env, actor="you")
    assert file(home).read_bytes() == joined(*FIVE)


def test_another_home_in_its_place_and_the_first_one_back(home: HermesHome, env: Environment) -> None:
    """As when a disk is unmounted, and what lay below its mount shows."""
    other = HermesHome(home.path.with_name("below")).config("memory: {}\n").memory(b"from below")
    with watched(env) as told:
        away = home.path.with_name("away")
        home.path.rename(away)
        other.path.rename(home.path)
        below = next_of(told)
        assert texts(below)[1] == ("from below",)
        home.path.rename(other.path)
        away.rename(home.path)
        back = next_of(told)
        assert texts(back) == (("from below",), FIVE)
        [one] = back.returns
        assert back.happened == f"MEMORY 1 → 5 entries; back to what it was before change {one.change}"
        assert change_with_files(one.change, env).files[0].before is not None


def test_what_is_back_to_what_it_was_says_so(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        home.memory(joined("one"))
        lost = next_of(told)
        assert (lost.returns, lost.happened) == ((), "MEMORY 5 → 1 entries")
        home.memory(joined(*FIVE))
        found = next_of(told)
        assert found.happened == f"MEMORY 1 → 5 entries; back to what it was before change {lost.change.id}"
        assert found.change.about.summary.endswith(f"back to what it was before change {lost.change.id}")


def test_a_file_that_never_rests(home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand versions, as fast as in a minute or faster: few are looked at, none twice, and the last one is."""
    looked: list[object] = []

    def counted(stores: list[Snapshot], env: Environment) -> Observed:
        looked.append(stores)
        return observe(stores, env)

    monkeypatch.setattr(watching, "observe", counted)
    with watched(env) as told:
        for number in range(1000):
            home.file("memories/.new", joined(*FIVE[:4], f"{number}"))
            (home.path / "memories/.new").replace(file(home))
            time.sleep(0.003)
        news = [next_of(told)]
        while texts(news[-1])[1][-1] != "999":
            news.append(next_of(told))
        assert nothing_more(told)
    assert len(looked) < 250
    for before, after in pairwise(news):
        assert texts(before)[1] == texts(after)[0], "each begins where the one before has ended"


@pytest.mark.parametrize("moment", [0, 946_684_800, 4_102_444_800], ids=["never", "long ago", "in the future"])
def test_a_file_from_another_time(moment: int, home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        home.file("memories/.new", joined(*FIVE, "six"))
        os.utime(home.path / "memories/.new", (moment, moment))
        (home.path / "memories/.new").replace(file(home))
        seen = next_of(told)
        assert texts(seen)[1][-1] == "six"
        assert abs(seen.change.time - datetime.now(UTC)) < timedelta(hours=1)
        home.memory(joined(*FIVE, "xis"))
        os.utime(file(home), (moment, moment))
        assert texts(next_of(told))[1][-1] == "xis", "of the same size, and as old"
        assert nothing_more(told)


class Clock:
    """Says another time than it is, by days."""

    def __init__(self, days: int) -> None:
        self._ahead = timedelta(days=days)

    def now(self, zone: Any) -> datetime:
        return datetime.now(zone) + self._ahead

    def __getattr__(self, name: str) -> Any:
        return getattr(datetime, name)


def test_a_clock_that_jumps(home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the history is that in which things were noticed, and nothing too young is let go of."""
    for days, text in ((0, "today"), (400, "ahead"), (-400, "behind"), (0, "today again")):
        with monkeypatch.context() as patch:
            patch.setattr("hermes_mem.history.history.datetime", Clock(days))
            home.memory(joined(text))
            assert observe(read_all(env), env).noted
    told = list(reversed(changes(env)))
    assert [change.about.origin for change in told] == [Origin.FIRST, *[Origin.OBSERVED] * 3]
    assert told[1].time > told[3].time > told[2].time
    before = keeping.older(datetime.now(UTC) - timedelta(days=100), env)
    assert before.changes == 0, "the one that seems old came after those of today"
    undo(find_homes(env)[0], env, actor="you", change=told[3].id)
    assert file(home).read_bytes() == b"behind"


def test_a_history_that_is_taken_away(home: HermesHome, env: Environment) -> None:
    """It begins anew, and what happens from then on is told."""
    for number in range(5):
        home.memory(joined(*FIVE, f"{number}"))
        observe(read_all(env), env)
    with watched(env) as told:
        wait_until_kept(env)
        home.memory(joined(*FIVE, "told by the old one"))
        next_of(told)
        shutil.rmtree(state_dir(env))
        home.memory(joined(*FIVE, "first seen by the new one"))
        wait_until_kept(env)
        assert nothing_more(told)
        home.memory(joined("six"))
        seen = next_of(told)
        assert (len(texts(seen)[0]), texts(seen)[1]) == (6, ("six",))


def no_links(*_: object, **__: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


def test_a_disk_without_hard_links(pi_home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pi loses the file there, and its copy is all that is left; ours is made as a copy, and is no news."""
    pi_home.memory(joined(*FIVE)).config("{}")
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    monkeypatch.setattr(os, "link", no_links)
    with watched(env) as told:
        apply(Order(find_homes(env)[0], [Add("memory", "ours")], "script", "a test"), env)
        assert nothing_more(told)
        ours = path.read_bytes()
        with pytest.raises(OSError, match="not permitted"):
            pi_agent.changed(path, lambda entries: [*entries, "by pi"])
        gone = next_of(told)
        assert (texts(gone)[1], gone.change.about.actor) == ((), "unknown")
        restore(gone.change.id, env, actor="you")
        assert path.read_bytes() == ours


def test_what_pi_does_while_it_is_watched_is_by_pi(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined(*FIVE)).config("{}")
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    with watched(env) as told:
        pi_agent.changed(path, lambda entries: [*entries, "by pi"])
        seen = next_of(told)
        assert (seen.change.about.actor, texts(seen)[1][-1]) == ("pi", "by pi")
        path.write_bytes(joined("by hand"))
        assert next_of(told).change.about.actor == "unknown"


def test_what_lay_behind_a_store_is_no_news(pi_home: PiHome, env: Environment) -> None:
    """The first sight of a store finds everything that Pi has kept of its past."""
    pi_home.memory(joined("one"))
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    for _ in range(5):
        pi_agent.changed(path, lambda entries: [*entries, f"{len(entries)}"])
    stop = threading.Event()
    moments = watch(lambda: read_all(env), env, stop)
    threading.Timer(1.5, stop.set).start()
    assert list(moments) == []
    assert len(changes(env)) == 6
