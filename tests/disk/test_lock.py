"""Locks that agents respect: theirs and ours keep each other out."""

from __future__ import annotations

import fcntl
import os
import stat
import threading
from pathlib import Path

import pytest

from hermes_mem.disk.lock import all_held, held, holder_of
from hermes_mem.model.errors import Busy, Unreadable


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
    with held(path, timeout=0):
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
    with all_held([second, first, second]):
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
