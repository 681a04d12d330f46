"""Other programs write, or take things away, between two lines of a change: what is theirs stays."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hermes_mem.commit import placing, recovery
from hermes_mem.commit.recovery import recover_all
from hermes_mem.commit.run import run
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.errors import Conflict
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock

ABOUT = About("you", "hermes", Path("/home"), "memory", "a test")


def to(path: Path, text: str) -> FileChange:
    return FileChange(path, version_at(path), FileVersion(FileKind.FILE, text.encode(), 0o600))


def at(moment: str, act: Callable[[], object], number: int = 1) -> Callable[[str], None]:
    """A step that does something at the `number`-th moment of this name."""
    left = [number]

    def step(name: str) -> None:
        left[0] -= name == moment
        if name == moment and left[0] == 0:
            act()

    return step


def test_what_is_written_after_the_staging_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with History.opened(tmp_path / "state") as history:
        with pytest.raises(Conflict, match="no longer what it was"):
            run([to(path, "new")], ABOUT, history, step=at("staged", lambda: path.write_bytes(b"theirs")))
        assert [change.fate for change in history.changes()] == [Fate.ROLLED_BACK]
    assert path.read_bytes() == b"theirs"
    assert {one.name for one in tmp_path.iterdir()} == {"a", "state"}


def test_a_file_that_comes_about_after_the_staging_stays(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with History.opened(tmp_path / "state") as history, pytest.raises(Conflict):
        run([to(path, "new")], ABOUT, history, step=at("staged", lambda: path.write_bytes(b"theirs")))
    assert path.read_bytes() == b"theirs"


@pytest.mark.parametrize("after", ["new", None], ids=["replaced", "taken away"])
def test_what_is_written_into_the_old_file_as_it_loses_its_name_lies_there(
    after: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a program that has it open, and knows nothing of names."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    act = "put" if after else "take_away"
    really, writes = getattr(placing, act), iter([b" theirs"])

    def late(*arguments: Path) -> None:
        really(*arguments)
        theirs.write(next(writes, b""))

    file = to(path, after) if after else FileChange(path, version_at(path), None)
    with History.opened(tmp_path / "state") as history, path.open("ab", buffering=0) as theirs:
        monkeypatch.setattr(placing, act, late)
        with pytest.raises(Conflict, match="this very moment"):
            run([file], ABOUT, history)
        assert [change.fate for change in history.changes()] == [Fate.ROLLED_BACK]
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"old theirs", 0o640)
    assert {one.name for one in tmp_path.iterdir()} == {"a", "state"}


def test_a_move_whose_source_changes_in_the_middle_is_taken_back(tmp_path: Path) -> None:
    source, destination = tmp_path / "source", tmp_path / "destination"
    source.write_bytes(b"one two")
    destination.write_bytes(b"three")
    files = [to(destination, "three two"), to(source, "one")]
    with History.opened(tmp_path / "state") as history:
        with pytest.raises(Conflict):
            run(files, ABOUT, history, step=at("published", lambda: source.write_bytes(b"one two theirs")))
        assert [change.fate for change in history.changes()] == [Fate.ROLLED_BACK]
    assert (source.read_bytes(), destination.read_bytes()) == (b"one two theirs", b"three")


def test_what_becomes_no_file_the_moment_after_is_a_conflict(tmp_path: Path) -> None:
    path = tmp_path / "a"

    def to_fifo() -> None:
        path.unlink()
        os.mkfifo(path)

    with History.opened(tmp_path / "state") as history:
        with pytest.raises(Conflict, match="the moment after"):
            run([to(path, "new")], ABOUT, history, step=at("published", to_fifo))
        assert [change.fate for change in history.changes()] == [Fate.DONE]


def opened(history: History, path: Path, text: str) -> int:
    """A change of a process that died before it published anything."""
    lock = Lock(path.with_name(path.name + ".lock"))
    change = to(path, text)
    return history.record(ABOUT, [FileChange(path, change.before, change.after, lock=lock)]).id


def test_a_home_that_is_gone_stops_nobody_and_is_recovered_when_it_comes_back(tmp_path: Path) -> None:
    (home := tmp_path / "home").mkdir()
    (home / "a").write_bytes(b"old")
    with History.opened(tmp_path / "state") as history:
        number = opened(history, home / "a", "new")
        (tmp_path / "b").write_bytes(b"old")
        other = opened(history, tmp_path / "b", "new")
        home.rename(tmp_path / "away")
        assert [change.id for change in recover_all(history)] == [other]
        assert [change.id for change in history.open_changes()] == [number]
        (tmp_path / "away").rename(home)
        assert [change.fate for change in recover_all(history)] == [Fate.ROLLED_BACK]


def test_what_happens_while_a_recovery_waits_for_the_lock_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The living process comes as far as writing in place, and dies there."""
    path = tmp_path / "a"
    path.write_bytes(b"old")
    really = all_held
    with History.opened(tmp_path / "state") as history:
        number = opened(history, path, "new")

        @contextmanager
        def held(locks: Iterable[Lock]) -> Iterator[None]:
            history.writes_in_place(history.change(number), 0)
            path.write_bytes(b"ne")
            with really(locks):
                yield

        monkeypatch.setattr(recovery, "all_held", held)
        assert [change.fate for change in recover_all(history)] == [Fate.DONE]
    assert path.read_bytes() == b"new"


def test_what_another_recovery_has_closed_and_pruned_meanwhile_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with History.opened(tmp_path / "state") as history:
        opened(history, path, "new")

        @contextmanager
        def held(locks: Iterable[Lock]) -> Iterator[None]:
            with history.transaction() as cursor:
                cursor.execute("DELETE FROM files")
                cursor.execute("DELETE FROM changes")
            yield

        monkeypatch.setattr(recovery, "all_held", held)
        assert recover_all(history) == []
    assert path.read_bytes() == b"old"
