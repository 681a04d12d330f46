"""The file of a memory is not there: for a moment, while Pi writes it, or for good."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.plan import Add, Move, Outcome, Remove
from hermes_mem.model.store import Snapshot
from hermes_mem.store.looking_back import changes
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import read
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import undo
from tests.homes import PiHome
from tests.pi_agent import LeaseDatabase
from tests.pi_memories import (
    BY_HAND,
    FACTS,
    TODAY,
    assert_true_to_pi,
    done,
    entry,
    files,
    filled,
    joined,
    lock_of,
    store,
    text,
)

LONG_AGO = 1_700_000_000_000
HOUR = 3600


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def file(home: PiHome) -> Path:
    return home.path / "pi-hermes-memory/MEMORY.md"


def displaced(home: PiHome, moment: int) -> Path:
    """The file under the name of a recovery copy, as Pi leaves it before it links the new one."""
    copy = file(home).with_name(f".MEMORY.md.recovery-{moment}-{uuid.uuid4()}")
    return file(home).rename(copy)


def undone(env: Environment, number: int) -> object:
    return undo(store(env), env, actor="you", change=number)


def restored(env: Environment, number: int) -> object:
    return restore(number, env, actor="you")


def test_nothing_is_written_over_a_memory_that_is_lost(home: PiHome, env: Environment) -> None:
    tea = entry(env, "likes tea")
    displaced(home, LONG_AGO)
    for operation in (Add("memory", "new"), Move(tea, "memory")):
        result = done(env, operation, allow=("empty",))
        [finding] = [finding for finding in result.findings if finding.rule == "pi.gone"]
        assert result.outcome is Outcome.REFUSED
        assert ("4 entries" in finding.message, "--with restore" in str(finding.fix)) == (True, True)
    assert not file(home).exists()
    assert done(env, Add("user", "new")).outcome is Outcome.APPLIED


def test_who_wants_to_begin_anew_may(home: PiHome, env: Environment) -> None:
    copy = displaced(home, LONG_AGO)
    assert done(env, Add("memory", "new"), allow=("pi.gone",)).outcome is Outcome.APPLIED
    assert text(home) == encoded("new", TODAY, TODAY)
    assert copy.exists()
    undo(store(env), env, actor="you")
    assert not file(home).exists()
    assert_true_to_pi(home)


@pytest.mark.parametrize("back", [undone, restored])
def test_what_is_taken_away_leaves_no_copy_that_looks_lost(
    back: Callable[[Environment, int], object], home: PiHome, env: Environment
) -> None:
    file(home).unlink()
    [number] = done(env, Add("memory", "new")).changes
    back(env, number)
    assert not list(file(home).parent.glob(".MEMORY.md.*"))
    assert read(store(env), env).targets[0].findings == ()
    assert_true_to_pi(home)
    back(env, changes(env)[0].id)
    assert text(home) == encoded("new", TODAY, TODAY)
    back(env, changes(env)[0].id)
    assert done(env, Add("memory", "newer")).outcome is Outcome.APPLIED
    assert text(home) == encoded("newer", TODAY, TODAY)


def test_one_that_pi_is_just_writing_is_waited_for_at_its_lock(home: PiHome, env: Environment) -> None:
    """Longer than a reader waits, so that only the lease tells."""
    database, key = lock_of(home)
    theirs = encoded("of the agent", TODAY, TODAY)
    here = threading.Event()

    def agent() -> None:
        leases = LeaseDatabase(database)
        token = leases.waited(key)
        copy = displaced(home, time.time_ns() // 1_000_000)
        here.set()
        time.sleep(0.6)
        file(home).write_bytes(copy.read_bytes() + b"\n\xc2\xa7\n" + theirs.encode())
        leases.release(key, token)

    thread = threading.Thread(target=agent)
    thread.start()
    assert here.wait(5)
    result = done(env, Add("memory", "new"))
    thread.join()
    assert (result.outcome, result.findings) == (Outcome.APPLIED, ())
    assert text(home) == joined([*FACTS, BY_HAND, theirs, encoded("new", TODAY, TODAY)]).decode()
    assert_true_to_pi(home)


def seen(env: Environment) -> Snapshot:
    return read(store(env), env)


def test_a_file_that_is_away_for_a_moment_is_no_change(home: PiHome, env: Environment) -> None:
    observe([seen(env)], env)
    before = len(changes(env))
    snapshot = seen(env)
    copy = displaced(home, time.time_ns() // 1_000_000)
    assert observe([snapshot], env).noted is False
    copy.rename(file(home))
    assert observe([seen(env)], env).noted is False
    assert len(changes(env)) == before


def test_one_that_stays_away_is_one(home: PiHome, env: Environment) -> None:
    observe([seen(env)], env)
    file(home).unlink()
    assert observe([seen(env)], env).noted is True
    assert changes(env)[0].about.summary == "changed by others: 4 removed"


def test_what_is_removed_last_leaves_an_empty_file_that_is_not_lost(home: PiHome, env: Environment) -> None:
    done(env, Remove(entry(env, "likes tea")), allow=("empty",))
    assert files(home)["pi-hermes-memory/USER.md"] == b""
    assert done(env, Add("user", "likes coffee")).findings == ()
