"""A file to whose name a mount is bound can only be written where it lies: still all old or all new in the end."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_mem.commit import placing
from hermes_mem.commit.recovery import recover_all
from hermes_mem.commit.run import run
from hermes_mem.disk.writing import overwrite, put, version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock
from tests.commit.full_disk import FullDisk
from tests.commit.killing import killed_at

OLD, NEW = b"old bytes, and many of them", b"new bytes"


@pytest.fixture
def bound(memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that no other may be put in place of."""
    path = memory / "home" / "bound"
    path.parent.mkdir()

    def refusing(temporary: Path, place: Path) -> None:
        if place == path:
            raise OSError(errno.EBUSY, "Device or resource busy", str(place))
        put(temporary, place)

    monkeypatch.setattr(placing, "put", refusing)
    return path


def changed(path: Path, state: Path) -> Callable[[], object]:
    def act() -> None:
        files = [
            FileChange(one, version_at(one), FileVersion(FileKind.FILE, NEW, 0o600), lock=Lock(path.with_name("lock")))
            for one in (path.with_name("first"), path)
        ]
        with History.opened(state) as history:
            run(files, About("you", "hermes", path.parent, "memory", "a test"), history)

    return act


def lay(path: Path) -> None:
    for one in (path.with_name("first"), path):
        one.write_bytes(OLD)


def found(path: Path) -> set[bytes]:
    """What lies in the files of the home; a temporary one that stays is one too many."""
    assert {one.name for one in path.parent.iterdir()} <= {"first", "bound", "lock"}
    return {path.read_bytes(), path.with_name("first").read_bytes()}


def test_killed_at_every_line(bound: Path, memory: Path) -> None:
    line = 0
    fates: set[Fate] = set()
    while True:
        line += 1
        lay(bound)
        killed = killed_at(line, changed(bound, memory / str(line)))
        with History.opened(memory / str(line)) as history:
            fates.update(change.fate for change in recover_all(history))
            assert found(bound) == ({NEW} if Fate.DONE in [c.fate for c in history.changes()] else {OLD})
        if not killed:
            break
    assert found(bound) == {NEW}
    assert fates == {Fate.DONE, Fate.ROLLED_BACK}


@pytest.mark.parametrize("stays", [False, True], ids=["for a moment", "for good"])
def test_a_disk_that_is_full_at_any_call(
    stays: bool, bound: Path, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 0
    while True:
        number += 1
        lay(bound)
        disk = FullDisk(number, stays=stays)
        problem: Unreadable | None = None
        with monkeypatch.context() as patch:
            disk.install(patch)
            try:
                changed(bound, memory / str(number))()
            except Unreadable as error:
                problem = error
        if not disk.hit:
            break
        assert problem is not None
        if "Nothing was changed" in str(problem.hint):
            assert found(bound) == {OLD}
        with History.opened(memory / str(number)) as history:
            recover_all(history)
            assert history.open_changes() == []
            assert found(bound) == ({NEW} if Fate.DONE in [c.fate for c in history.changes()] else {OLD})
    assert found(bound) == {NEW}
    assert number > 10


def test_killed_while_it_is_taken_back(bound: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full in the middle of the writing, and the process dies at any line after that."""
    fates: set[Fate] = set()
    for line in range(1, 3000):
        lay(bound)

        def act(number: int = line) -> None:
            with monkeypatch.context() as patch:
                calls = [0]

                def full(path: Path, raw: bytes, mode: int | None = None) -> None:
                    calls[0] += 1
                    if calls[0] == 1:
                        path.write_bytes(raw[:3])
                        raise OSError(errno.ENOSPC, "No space left on device", str(path))
                    overwrite(path, raw, mode)

                patch.setattr(placing, "overwrite", full)
                with pytest.raises(Unreadable, match="No space left"):
                    changed(bound, memory / str(number))()

        killed = killed_at(line, act)
        with History.opened(memory / str(line)) as history:
            fates.update(change.fate for change in recover_all(history))
            assert found(bound) == ({NEW} if Fate.DONE in [c.fate for c in history.changes()] else {OLD})
        if not killed:
            break
    assert found(bound) == {OLD}
    assert fates == {Fate.DONE, Fate.ROLLED_BACK}


def test_a_change_of_its_mode_alone(bound: Path, memory: Path) -> None:
    bound.write_bytes(OLD)
    bound.chmod(0o644)
    before = version_at(bound)
    with History.opened(memory / "state") as history:
        change = FileChange(bound, before, FileVersion(FileKind.FILE, OLD, 0o600))
        run([change], About("you", "hermes", bound.parent, "memory", "a test"), history)
    assert (bound.read_bytes(), bound.stat().st_mode & 0o777) == (OLD, 0o600)
