"""A process killed at any line of the history's code: what it did is done or not begun, and nothing else is lost."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.history.acknowledging import acknowledge
from hermes_mem.history.connecting import connection_to_read
from hermes_mem.history.history import History
from hermes_mem.history.keeping import prune, relink
from hermes_mem.history.purging import scrub, settle
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import FILE, VERSION
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from tests.commit.killing import SOURCE, killed_at

HISTORY = (str(SOURCE / "history/"),)
START = datetime(2026, 1, 1, tzinfo=UTC)
HOME = Path("/homes/\udcff")
PLACE = Place("hermes", HOME, "memory")
TEXT = "a secret word"


def version(text: str) -> FileVersion:
    return FileVersion(FileKind.FILE, text.encode(), 0o600, (1, 2))


def file(before: str | None, after: str | None, path: Path = HOME / "MEMORY.md") -> FileChange:
    old, new = (None if text is None else version(text) for text in (before, after))
    return FileChange(path, old, new, place=PLACE)


ABOUT = About("you", "hermes", HOME, "memory", "edited 1", f"since {TEXT}")


def filled(directory: Path) -> Path:
    """A history of two closed changes and one that is open, with a finding that was acknowledged."""
    with History.opened(directory) as history:
        for day, (before, after) in enumerate([(None, "a"), ("a", f"a{TEXT}"), (f"a{TEXT}", "b")]):
            change = history.record(ABOUT, [file(before, after)], now=START + timedelta(days=day))
            if day < 2:
                history.close(change, Fate.DONE)
        acknowledge(history, HOME, ["f" * 16])
    return directory


def state(directory: Path) -> dict[str, Any]:
    """All that anybody can have from the history. A version that is named and not there fails the test."""
    with History.opened(directory) as history:
        changes = {change.id: settled(history.change(change.id)) for change in history.changes()}
    with closing(sqlite3.connect(directory / FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        named = connection.execute("SELECT before_hash FROM files UNION SELECT after_hash FROM files").fetchall()
        assert {hash for (hash,) in connection.execute("SELECT hash FROM blobs")} == {one for (one,) in named if one}
        quiet = connection.execute("SELECT fingerprint FROM acknowledged").fetchall()
        version = connection.execute("PRAGMA user_version").fetchone()
    return {"changes": changes, "quiet": quiet, "version": version}


def settled(change: Change) -> Change:
    """The change without what no two runs have in common."""
    return replace(change, token="", time=change.time if change.time < START + timedelta(days=200) else START)


def open_change(history: History) -> Change:
    [change] = history.open_changes()
    return change


def records(directory: Path) -> None:
    with History.opened(directory) as history:
        history.record(ABOUT, [file("b", "new"), file(None, "other", HOME / "USER.md")])


def closes(directory: Path) -> None:
    with History.opened(directory) as history:
        history.close(open_change(history), Fate.DONE)


def writes_in_place(directory: Path) -> None:
    with History.opened(directory) as history:
        history.writes_in_place(open_change(history), 0)


def notes(directory: Path) -> None:
    path = directory / "MEMORY.md"
    path.write_text("theirs")
    with History.opened(directory) as history:
        seen = replace(file("theirs", "theirs", path), place=PLACE)
        assert history.note(replace(ABOUT, origin=Origin.FIRST), [(seen, None)])


def prunes(directory: Path) -> None:
    with History.opened(directory) as history:
        assert prune(history, START + timedelta(days=1)).changes == 1


def relinks(directory: Path) -> None:
    with History.opened(directory) as history:
        relink(history, HOME, Path("/elsewhere"))


def acknowledges(directory: Path) -> None:
    with History.opened(directory) as history:
        acknowledge(history, HOME, ["a" * 16, "b" * 16])


def purges(directory: Path) -> None:
    with History.opened(directory) as history:
        history.close(open_change(history), Fate.DONE)
        scrub(history, lambda raw, _: raw.replace(TEXT.encode(), b""), lambda text: text.replace(TEXT, "-"), None)
        settle(history)


ACTS: dict[str, Callable[[Path], None]] = {
    act.__name__: act for act in (records, closes, writes_in_place, notes, prunes, relinks, acknowledges, purges)
}


@pytest.mark.parametrize("name", ACTS)
def test_killed_at_every_line(name: str, memory: Path) -> None:
    act = ACTS[name]
    before = state(filled(memory / "before"))
    act(filled(memory / "after"))
    after = state(memory / "after")
    between = state_between(name, memory)
    assert before != after
    found = []
    for line in count(1):
        directory = filled(memory / str(line))
        killed = killed_at(line, lambda directory=directory: act(directory), where=HISTORY)  # type: ignore[misc]
        found.append(state(directory))
        path = directory / "MEMORY.md"
        assert moved(found[-1], path, memory) in (before, *between, moved(after, memory / "after/MEMORY.md", memory)), (
            line
        )
        if not killed:
            break
    assert found[0] == before
    assert moved(found[-1], path, memory) == moved(after, memory / "after/MEMORY.md", memory)


def moved(found: dict[str, Any], path: Path, to: Path) -> dict[str, Any]:
    """The state, the path of a file that was noted made the same for all."""

    def at(change: Change) -> Change:
        return replace(change, files=tuple(replace(f, path=to) if f.path == path else f for f in change.files))

    return found | {"changes": {number: at(change) for number, change in found["changes"].items()}}


def state_between(name: str, memory: Path) -> list[dict[str, Any]]:
    """A purge closes the open change first, which is a step of its own."""
    if name != "purges":
        return []
    closes(filled(memory / "between"))
    return [state(memory / "between")]


FIRST_RELEASE = """
CREATE TABLE changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time TEXT NOT NULL, actor TEXT NOT NULL, kind TEXT NOT NULL,
    home BLOB NOT NULL, target TEXT NOT NULL, summary TEXT NOT NULL, reason TEXT NOT NULL, origin TEXT NOT NULL,
    undoes INTEGER REFERENCES changes (id), token TEXT NOT NULL, state TEXT NOT NULL
);
CREATE INDEX changes_of_home ON changes (home, id);
CREATE INDEX open_changes ON changes (id) WHERE state = 'open';
CREATE TABLE files (
    change INTEGER NOT NULL REFERENCES changes (id), position INTEGER NOT NULL, path BLOB NOT NULL,
    temporary TEXT NOT NULL, lock BLOB, lock_key BLOB, copy BLOB, kind TEXT, home BLOB, target TEXT,
    before_kind TEXT, before_hash TEXT, before_mode INTEGER, before_uid INTEGER, before_gid INTEGER,
    after_kind TEXT, after_hash TEXT, after_mode INTEGER, after_uid INTEGER, after_gid INTEGER,
    in_place INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (change, position)
) WITHOUT ROWID;
CREATE INDEX files_of_home ON files (home, change);
CREATE INDEX files_of_path ON files (path, change);
CREATE TABLE blobs (hash TEXT PRIMARY KEY, size INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
"""As the release with version 1 made it: written down here a second time, so that it stays."""


def of_first_release(directory: Path) -> Path:
    """A database of version 1 with the rows of `filled`."""
    source = filled(directory / "source") / FILE
    directory.chmod(0o700)
    with closing(sqlite3.connect(directory / FILE, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(FIRST_RELEASE)
        connection.execute("ATTACH ? AS now", (str(source),))
        for table in ("changes", "files", "blobs"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM now.{table}")
    return directory


def test_a_database_of_the_first_release_is_brought_up_at_every_line_or_not_at_all(memory: Path) -> None:
    expected = state(filled(memory / "now")) | {"quiet": []}
    for line in count(1):
        directory = of_first_release(memory / str(line))
        killed = killed_at(line, lambda directory=directory: opened(directory), where=HISTORY)  # type: ignore[misc]
        with closing(sqlite3.connect(directory / FILE)) as connection:
            (there,) = connection.execute("PRAGMA user_version").fetchone()
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert there in (1, VERSION)
        assert ({"lineage", "traced", "acknowledged"} <= tables) is (there == VERSION)
        assert state(directory) == expected
        if not killed:
            break
    assert there == VERSION
    assert line > 50


def opened(directory: Path) -> None:
    with History.opened(directory) as history:
        history.changes()


def test_a_new_database_is_made_whole_or_not_at_all(memory: Path) -> None:
    for line in count(1):
        directory = memory / str(line)
        killed = killed_at(line, lambda directory=directory: opened(directory), where=HISTORY)  # type: ignore[misc]
        assert state(directory) == {"changes": {}, "quiet": [], "version": (VERSION,)}
        if not killed:
            break


def test_many_bring_a_database_of_the_first_release_up_at_once(memory: Path) -> None:
    directory = of_first_release(memory / "one")
    problems: list[Exception] = []

    def open_it() -> None:
        try:
            opened(directory)
        except (HermesMemError, sqlite3.Error) as error:
            problems.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert state(directory) == state(filled(memory / "now")) | {"quiet": []}


def test_one_that_may_not_be_written_is_read_as_it_is(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 1, with nothing waiting in its log."""
    directory = of_first_release(memory / "one")
    expected = state(filled(memory / "now"))["changes"]
    monkeypatch.setattr("hermes_mem.history.connecting._make", refuse)
    with connection_to_read(directory / FILE) as connection:
        history = History(connection, directory / FILE)
        assert {change.id: settled(history.change(change.id)) for change in history.changes()} == expected
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)


def refuse(path: Path) -> None:
    raise PermissionError(13, os.strerror(13), str(path))
