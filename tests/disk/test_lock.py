"""Locks that agents respect: theirs and ours keep each other out."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import stat
import threading
import time
from pathlib import Path

import pytest

from hermes_mem.disk.lock import all_held, held, holder_of
from hermes_mem.model.errors import Busy, Unreadable
from hermes_mem.model.file import Lock


def test_the_lock_file_is_made_for_this_user_alone_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    with held(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes() == b""


def test_an_existing_lock_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    path.touch(0o644)
    path.chmod(0o644)
    with held(path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_what_an_agent_holds_is_busy_and_the_holder_is_named(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    with path.open("a+") as agent:
        fcntl.flock(agent, fcntl.LOCK_EX)
        assert holder_of(path) is not None
        with (
            pytest.raises(Busy, match=rf"MEMORY.md.lock is held by process {os.getpid()} \("),
            held(path, timeout=0.05),
        ):
            pass
    with held(path, timeout=5):
        pass


def test_while_we_hold_it_an_agent_waits(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    with held(path), path.open("a+") as agent, pytest.raises(BlockingIOError):
        fcntl.flock(agent, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_lock_that_is_let_go_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    agent = path.open("a+")
    fcntl.flock(agent, fcntl.LOCK_EX)
    threading.Timer(0.05, agent.close).start()
    with held(path, timeout=5):
        assert agent.closed


def test_a_link_in_its_place_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Unreadable, match="a symbolic link has its name"), held(path):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_two_are_taken_in_one_order_whatever_is_asked(tmp_path: Path) -> None:
    first, second = tmp_path / "a.lock", tmp_path / "b.lock"
    with all_held([Lock(second), Lock(first), Lock(second)]):
        for path in (first, second):
            with pytest.raises(Busy), held(path, timeout=0):
                pass


def test_a_lock_file_that_was_replaced_meanwhile_locks_nobody_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "MEMORY.md.lock"
    flock = fcntl.flock
    replaced: list[Path] = []

    def meanwhile(descriptor: int, how: int) -> None:
        flock(descriptor, how)
        if not replaced:
            replaced.append(path.rename(tmp_path / "old"))

    monkeypatch.setattr(fcntl, "flock", meanwhile)
    with held(path), path.open("a+") as agent, pytest.raises(BlockingIOError):
        flock(agent, fcntl.LOCK_EX | fcntl.LOCK_NB)


def times_open(path: Path) -> int:
    """How often this process has the file open: what other tests have left open may be closed at any moment."""
    return sum(os.path.realpath(one) == os.path.realpath(path) for one in Path("/proc/self/fd").iterdir())


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="only Linux tells which files are open")
def test_who_has_given_up_takes_nothing_later(tmp_path: Path) -> None:
    """The one that still stands in the queue gets its turn, and lets go at once."""
    path = tmp_path / "MEMORY.md.lock"
    with path.open("a+") as agent:
        fcntl.flock(agent, fcntl.LOCK_EX)
        for _ in range(3):
            with pytest.raises(Busy), held(path, timeout=0.01):
                pass
    waiting = [thread for thread in threading.enumerate() if thread.name == "lock"]
    for thread in waiting:
        thread.join(5)
    assert not any(thread.is_alive() for thread in waiting)
    with path.open("a+") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert times_open(path) == 0


def test_the_lock_stays_when_the_one_that_waited_for_it_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    agent = path.open("a+")
    fcntl.flock(agent, fcntl.LOCK_EX)
    threading.Timer(0.05, agent.close).start()
    with held(path):
        for thread in threading.enumerate():
            if thread.name == "lock":
                thread.join(5)
        with path.open("a+") as other, pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open("a+") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_an_interrupt_ends_the_waiting(tmp_path: Path) -> None:
    path = tmp_path / "MEMORY.md.lock"
    with path.open("a+") as agent:
        fcntl.flock(agent, fcntl.LOCK_EX)
        threading.Timer(0.1, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt), held(path, timeout=30):
            pass
    with held(path, timeout=1):
        pass


@pytest.mark.skipif(not Path("/proc/locks").is_file(), reason="only Linux tells who waits")
def test_who_waits_stands_in_the_queue_of_the_system(tmp_path: Path) -> None:
    """Agents stand there too: who only tried now and then would get one turn in hundreds beside busy ones."""
    path = tmp_path / "MEMORY.md.lock"
    with path.open("a+") as agent:
        fcntl.flock(agent, fcntl.LOCK_EX)
        waits = re.compile(rf"-> FLOCK .*:{path.stat().st_ino} ")
        waiter = threading.Thread(target=lambda: held(path, timeout=30).__enter__())
        assert not waits.search(Path("/proc/locks").read_text())
        waiter.start()
        deadline = time.monotonic() + 10
        while not waits.search(Path("/proc/locks").read_text()):
            assert time.monotonic() < deadline
    waiter.join(10)
    assert not waiter.is_alive()
