"""The history keeps every version, says when it cannot, and never loses what it has."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import Busy, Damaged, NotFound, Unreadable
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock, Place

OLD = FileVersion(FileKind.FILE, b"old \xff\x00 bytes", 0o640, (1, 2))
NEW = FileVersion(FileKind.FILE, b"new" * 10_000, 0o600)
ABOUT = About("you", "hermes", Path("/homes/\udcff"), "memory", "edited 1", "since it was wrong")
FILES = (
    FileChange(Path("/homes/a"), OLD, NEW, ".mem_{}.tmp"),
    FileChange(Path("/homes/\udce9"), None, FileVersion(FileKind.LINK, b"../there")),
    FileChange(Path("/homes/d"), FileVersion(FileKind.DIRECTORY, b"", 0o700), None),
)


def test_what_is_recorded_comes_back_byte_for_byte(tmp_path: Path) -> None:
    now = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
    with History.opened(tmp_path) as history:
        recorded = history.record(ABOUT, FILES, now=now)
    with History.opened(tmp_path) as history:
        assert history.change(recorded.id) == recorded
        assert history.open_changes() == [recorded]
        history.close(recorded, Fate.DONE)
        assert history.open_changes() == []
        assert history.change(recorded.id).fate is Fate.DONE


def test_changes_of_a_home_come_newest_first(tmp_path: Path) -> None:
    other = About("script", "hermes", Path("/other"), "user", "added 1")
    with History.opened(tmp_path) as history:
        ids = [history.record(about, FILES).id for about in (ABOUT, other, ABOUT)]
        assert [change.id for change in history.changes([ABOUT.home])] == [ids[2], ids[0]]
        assert [change.id for change in history.changes()] == ids[::-1]


def test_a_change_is_one_of_every_store_of_which_it_touched_a_memory(tmp_path: Path) -> None:
    place = Place("pi", Path("/homes/\udce9"), "project:é")
    file = replace(FILES[0], lock=Lock(Path("/locks"), "mutation:/x"), copy=Path("/copy\udce9"), place=place)
    with History.opened(tmp_path) as history:
        moved = history.record(ABOUT, [file])
        history.record(ABOUT, FILES)
        assert history.change(moved.id).files == (file,)
        assert history.homes() == sorted([ABOUT.home, place.home], key=os.fsencode)
        assert [change.id for change in history.changes([place.home])] == [moved.id]
        assert history.changes([]) == []


def test_an_undo_names_what_it_takes_back(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        first = history.record(ABOUT, FILES)
        undo = history.record(
            About("you", "hermes", Path("/h"), "memory", "undo", origin=Origin.UNDO, undoes=first.id), ()
        )
        assert history.change(undo.id).about.undoes == first.id


def test_each_version_is_kept_once(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        for _ in range(20):
            history.record(ABOUT, FILES)
    with sqlite3.connect(tmp_path / FILE) as connection:
        (count,) = connection.execute("SELECT count(*) FROM blobs").fetchone()
    assert count == 4


def test_only_this_user_may_look(tmp_path: Path) -> None:
    with History.opened(tmp_path / "state") as history:
        history.record(ABOUT, FILES)
        for path in (tmp_path / "state").iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


def test_an_unknown_change_is_not_found(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history, pytest.raises(NotFound, match="no change 7"):
        history.change(7)


def test_a_file_that_is_no_database_is_damaged_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database at all" * 100)
    with pytest.raises(Damaged, match="damaged"), History.opened(tmp_path):
        pass
    assert (tmp_path / FILE).read_bytes().startswith(b"not a database")


def test_a_database_of_a_newer_release_is_not_written(tmp_path: Path) -> None:
    with History.opened(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(Damaged, match="newer hermes-mem"), History.opened(tmp_path):
        pass


def test_a_state_directory_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in the way")
    with pytest.raises(Unreadable, match="cannot be written"), History.opened(tmp_path / "state"):
        pass


def test_another_process_that_does_not_let_go_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    with History.opened(tmp_path):
        pass
    with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with History.opened(tmp_path) as history, pytest.raises(Busy, match="another hermes-mem"):
            history.record(ABOUT, FILES)
        other.execute("ROLLBACK")
    with History.opened(tmp_path) as history:
        assert history.changes() == []


ELSEWHERE = """
import sys
from pathlib import Path
from hermes_mem.history.history import History

with History.opened(Path(sys.argv[1])) as history:
    print(len(history.changes()))
"""


def counted_elsewhere(directory: Path) -> int:
    ran = subprocess.run([sys.executable, "-c", ELSEWHERE, str(directory)], capture_output=True, text=True, check=True)
    return int(ran.stdout)


def test_a_thread_that_begins_takes_no_locks_away_from_another(tmp_path: Path) -> None:
    """Were they gone, a process that ends would take away the log that is still being written."""
    with History.opened(tmp_path) as history:
        history.record(ABOUT, FILES)
        log = (tmp_path / f"{FILE}-wal").stat().st_ino

        def begin() -> None:
            with History.opened(tmp_path) as another:
                another.record(ABOUT, FILES)

        thread = threading.Thread(target=begin)
        thread.start()
        thread.join()
        assert counted_elsewhere(tmp_path) == 2
        assert (tmp_path / f"{FILE}-wal").stat().st_ino == log
        history.record(ABOUT, FILES)
        assert counted_elsewhere(tmp_path) == 3
