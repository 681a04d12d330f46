"""Changes by others as they happen: each told once, those of hermes-mem never."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from queue import Empty, Queue

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import HermesMemError, Unreadable
from hermes_mem.model.plan import Add
from hermes_mem.model.store import Snapshot
from hermes_mem.store import watching
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.watching import Seen, watch
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome, PiHome
from tests.real_client import needs_client, run_client

SOON = 15.0
"""Seconds, so that a busy machine fails no test."""

AGENT = """
from tools.memory_tool import MemoryStore

store = MemoryStore()
store.load_from_disk()
answer = store.add("memory", "by the agent itself")
"""


def joined(*texts: str) -> bytes:
    return "\n§\n".join(texts).encode()


@contextmanager
def watched(env: Environment) -> Iterator[Queue[Seen | HermesMemError]]:
    """What is told, as it comes; nothing any more afterwards."""
    told: Queue[Seen | HermesMemError] = Queue()
    stop, begun = threading.Event(), threading.Event()

    homes = find_homes(env)

    def stores() -> list[Snapshot]:
        found = [read(home, env, scanned=False) for home in homes]
        begun.set()
        return found

    def listen() -> None:
        try:
            for seen in chain.from_iterable(watch(stores, env, stop)):
                told.put(seen)
        except HermesMemError as error:
            told.put(error)

    thread = threading.Thread(target=listen)
    thread.start()
    assert begun.wait(SOON)
    wait_until_kept(env)
    try:
        yield told
    finally:
        stop.set()
        thread.join(SOON)
        assert not thread.is_alive()


def read_all(env: Environment) -> list[Snapshot]:
    return [read(home, env, scanned=False) for home in find_homes(env)]


def wait_until_kept(env: Environment) -> None:
    """Until the first versions are in the history: what is written after that is a change by others."""
    for _ in range(int(SOON * 50)):
        if (state_dir(env) / FILE).exists() and not observe(read_all(env), env).noted:
            return
        threading.Event().wait(0.02)


def next_of(told: Queue[Seen | HermesMemError]) -> Seen:
    seen = told.get(timeout=SOON)
    assert isinstance(seen, Seen)
    return seen


def nothing_more(told: Queue[Seen | HermesMemError]) -> bool:
    """Long enough for two looks and the pause between what is told."""
    try:
        told.get(timeout=1.5)
    except Empty:
        return True
    return False


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "TOGETHER", 0.3)


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(joined("one", "two", "three", "four", "five")).config("memory: {}\n")


def test_what_others_write_is_told_with_what_it_did(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        home.memory(joined("one", "two", "three", "four", "five", "six"))
        seen = next_of(told)
        assert (seen.home.path, seen.change.about.target, seen.alarms) == (home.path, "memory", ())
        [effect] = seen.effects
        assert (len(effect.old), effect.new[-1]) == (5, "six")
        assert nothing_more(told)


def test_a_loss_and_a_drift_are_alarms(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        home.memory(joined("one", "two"))
        assert next_of(told).alarms == ("MEMORY shrank from 5 entries to 2.",)
        home.memory(b"one\n\n\xc2\xa7\ntwo")
        [alarm] = next_of(told).alarms
        assert alarm.startswith("MEMORY has drifted")


def test_our_own_changes_are_not_told(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        apply(Order(find_homes(env)[0], [Add("memory", "ours")], "script", "a test"), env)
        assert nothing_more(told)
        home.user(b"theirs")
        seen = next_of(told)
        assert (seen.change.about.target, seen.effects[0].old, seen.effects[0].new) == ("user", (), ("theirs",))


def test_what_another_of_us_noticed_first_is_told_once(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        home.memory(joined("one", "two", "three", "four"))
        observe(read_all(env), env)
        assert len(next_of(told).effects[0].new) == 4
        assert nothing_more(told)


def test_many_writes_in_a_moment_are_few_changes(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        for number in range(200):
            home.file("memories/.new", joined("one", "two", "three", "four", f"{number}"))
            (home.path / "memories/.new").replace(home.path / "memories/MEMORY.md")
        changes = [next_of(told)]
        while changes[-1].effects[0].new[-1] != "199":
            changes.append(next_of(told))
        assert len(changes) < 20
        assert changes[0].effects[0].old[-1] == "five"


def test_a_home_that_goes_and_comes_back(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        away = home.path.with_name("away")
        home.path.rename(away)
        assert next_of(told).effects[0].new == ()
        away.rename(home.path)
        assert len(next_of(told).effects[0].new) == 5


def test_a_home_of_pi(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(b"one").project("shop", b"two")
    with watched(env) as told:
        pi_home.project("shop", b"three")
        assert next_of(told).change.about.target == "project:shop"
        pi_home.standing(b"a rule\n")
        assert next_of(told).change.about.target == "standing"


def test_a_history_that_cannot_be_written_is_an_error(home: HermesHome, env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True)
    state_dir(env).write_bytes(b"a file in the way")
    with pytest.raises(Unreadable, match="cannot be written"):
        next(watch(lambda: read_all(env), env, threading.Event()))


@needs_client
def test_the_agent_itself_writes(home: HermesHome, env: Environment) -> None:
    with watched(env) as told:
        assert run_client(AGENT, None, home.path)["success"]
        assert next_of(told).effects[0].new[-1] == "by the agent itself"


def test_a_project_that_goes_is_told(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(b"one").project("shop", joined("a", "b"))
    with watched(env) as told:
        (pi_home.path / "projects-memory/shop").rename(pi_home.path.parent / "away")
        gone = next_of(told)
        assert (gone.change.about.target, gone.happened) == ("project:shop", "changed by others: 2 removed")
        assert gone.alarms == ("PROJECT shop is gone, with its directory.",)
