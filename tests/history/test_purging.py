"""A text is taken out of every version, and nothing of it is left in any byte of the database's files."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.history.history import History
from hermes_mem.history.purging import scrub, settle, versions, words
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import Busy
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place

HOME, OTHER = Path("/homes/one"), Path("/homes/\udcff")
TEXT = "hunter2-hunter2"


def version(text: str, mode: int = 0o600) -> FileVersion:
    return FileVersion(FileKind.FILE, text.encode(), mode, (1, 2))


def recorded(
    history: History,
    before: str | None,
    after: str | None,
    *,
    home: Path = HOME,
    reason: str = "",
    origin: Origin = Origin.CHANGE,
    fate: Fate = Fate.DONE,
) -> Change:
    place = Place("hermes", home, "memory")
    old, new = (None if text is None else version(text) for text in (before, after))
    about = About("you", "hermes", home, "memory", "edited 1", reason, origin)
    change = history.record(about, [FileChange(home / "MEMORY.md", old, new, place=place)])
    if fate is not Fate.OPEN:
        history.close(change, fate)
    return history.change(change.id)


def rewrite(raw: bytes, place: Place | None) -> bytes:
    return raw.replace(TEXT.encode(), b"")


def reword(text: str) -> str:
    return text.replace(TEXT, "-")


def texts(change: Change) -> list[tuple[str | None, str | None]]:
    return [
        tuple(one.raw.decode() if one else None for one in (f.before, f.after))  # type: ignore[misc]
        for f in change.files
    ]


def all_bytes(directory: Path) -> Iterable[bytes]:
    """What lies in the files, and what is packed in the database."""
    yield from (path.read_bytes() for path in directory.rglob("*") if path.is_file())
    with closing(sqlite3.connect(directory / FILE)) as connection:
        yield from (zlib.decompress(data) for (data,) in connection.execute("SELECT data FROM blobs"))


def test_every_version_is_without_it_and_the_others_are_as_they_were(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        first = recorded(history, None, "a", origin=Origin.FIRST)
        came = recorded(history, "a", f"a{TEXT}", reason=f"since {TEXT} is new")
        both = recorded(history, f"a{TEXT}", f"{TEXT}b")
        went = recorded(history, f"{TEXT}b", "b")
        later = recorded(history, "b", "c")
        packed = [zlib.compress(one.raw) for one in versions(history) if TEXT.encode() in one.raw]
        assert [any(one in raw for raw in all_bytes(tmp_path)) for one in packed] == [True, True]
        history.asked("PRAGMA secure_delete = OFF")  # As SQLite is built in some places.
        scrub(history, rewrite, reword, {HOME})
        settle(history)
        assert history.change(first.id) == first
        assert history.change(later.id) == later
        assert [texts(history.change(one.id)) for one in (came, both, went)] == [
            [("a", "a")],
            [("a", "b")],
            [("b", "b")],
        ]
        assert history.change(came.id).about.reason == "since - is new"
        origins = {change.id: change.about.origin for change in history.changes()}
        assert {number for number, origin in origins.items() if origin is Origin.PURGED} == {came.id, went.id}
        assert all(one.raw == rewrite(one.raw, None) for one in versions(history))
        assert all(text == reword(text) for _, text in words(history))
        assert not any(one in raw for raw in all_bytes(tmp_path) for one in (*packed, TEXT.encode()))


def test_the_version_that_is_known_of_a_file_follows(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        recorded(history, "a", f"a{TEXT}")
        scrub(history, rewrite, reword, None)
        newest = history.newest(HOME / "MEMORY.md")
        assert newest is not None
        assert newest.is_of(version("a"))


def test_another_home_stays_as_it_was_and_is_reached_when_all_are_meant(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        mine = recorded(history, "a", f"a{TEXT}")
        theirs = recorded(history, "a", f"a{TEXT}", home=OTHER, reason=TEXT)
        scrub(history, rewrite, reword, {HOME})
        assert texts(history.change(mine.id)) == [("a", "a")]
        assert history.change(theirs.id) == theirs
        scrub(history, rewrite, reword, None)
        assert texts(history.change(theirs.id)) == [("a", "a")]


def test_what_it_is_told_by_the_memory_that_a_version_was_one_of(tmp_path: Path) -> None:
    """The same bytes may be a file of two memories in which other things are entries."""
    with History.opened(tmp_path) as history:
        place = Place("pi", HOME, "standing")
        both = [FileChange(HOME / name, None, version("x"), place=of) for name, of in (("a", place), ("b", None))]
        change = history.record(About("you", "pi", HOME, "standing", "x"), both)
        history.close(change, Fate.DONE)
        scrub(history, lambda raw, of: b"y" if of == place else raw, reword, None)
        assert texts(history.change(change.id)) == [(None, "y"), (None, "x")]


def test_a_change_that_is_open_is_left_to_who_recovers_it(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        waiting = recorded(history, f"a{TEXT}", "a", fate=Fate.OPEN)
        done = recorded(history, "a", f"a{TEXT}")
        scrub(history, rewrite, reword, None)
        assert history.open_changes() == [waiting]
        assert texts(history.change(done.id)) == [("a", "a")]
        assert {(one.raw, one.waits) for one in versions(history)} == {
            (b"a", True),
            (b"a", False),
            (f"a{TEXT}".encode(), True),
        }
        history.close(waiting, Fate.ROLLED_BACK)
        scrub(history, rewrite, reword, None)
        assert texts(history.change(waiting.id)) == [("a", "a")]


def test_a_purge_says_nothing_of_what_it_took(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        place = Place("hermes", HOME, "memory")
        about = About("you", "hermes", HOME, "memory", "purged 1", origin=Origin.PURGE)
        of_memory = FileChange(HOME / "MEMORY.md", version("ab"), version("a"), place=place)
        of_copy = FileChange(HOME / "MEMORY.md.bak.1", version("odd"), version("o"))
        change = history.record(about, [of_memory, of_copy])
        history.close(change, Fate.DONE)
        scrub(history, lambda raw, _: raw, reword, set())
        assert texts(history.change(change.id)) == [("a", "a")]
        assert {one.raw for one in versions(history)} == {b"a"}
        with history.transaction(writes=False) as cursor:
            assert cursor.execute("SELECT count(*) FROM blobs").fetchone() == (1,)


def test_what_others_note_meanwhile_brings_no_old_version_back(tmp_path: Path) -> None:
    """Another hermes-mem has read the version that was known, and looks at a file that is another one now."""
    (tmp_path / "home").mkdir()
    path = tmp_path / "home/MEMORY.md"
    path.write_text("theirs")
    with History.opened(tmp_path) as history:
        about = About("you", "hermes", HOME, "memory", "edited 1")
        place = Place("hermes", HOME, "memory")
        change = history.record(about, [FileChange(path, None, version(TEXT), place=place)])
        history.close(change, Fate.DONE)
        known = history.newest(path)
        assert known is not None
        old = history.version(known)
        scrub(history, rewrite, reword, None)
        seen = FileChange(path, old, version("theirs"), place=place)
        assert history.note(About("unknown", "hermes", HOME, "memory", "x"), [(seen, known.change)]) is None
        assert all(one.raw == rewrite(one.raw, None) for one in versions(history))


def test_who_reads_the_log_keeps_it_from_being_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    with History.opened(tmp_path) as history:
        recorded(history, "a", f"a{TEXT}")
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN")
            other.execute("SELECT count(*) FROM changes").fetchone()
            scrub(history, rewrite, reword, None)
            with pytest.raises(Busy, match="reads"):
                settle(history)
            other.execute("COMMIT")
        settle(history)
        assert not any(TEXT.encode() in raw for raw in all_bytes(tmp_path))


def test_a_history_that_another_process_writes_is_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    with History.opened(tmp_path) as history:
        change = recorded(history, "a", f"a{TEXT}")
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            history.asked("PRAGMA secure_delete = OFF")
            with pytest.raises(Busy, match="another hermes-mem"):
                scrub(history, rewrite, reword, None)
            other.execute("ROLLBACK")
        assert history.change(change.id) == change
        assert history.asked("PRAGMA secure_delete") == (0,)


def test_what_was_worked_out_of_the_versions_goes(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        with history.transaction() as cursor:
            cursor.execute("INSERT INTO lineage VALUES (1, 1, 'hermes', x'2f', 'memory', ?, 1, NULL, 'added')", (TEXT,))
            cursor.execute("INSERT INTO traced VALUES (1)")
        scrub(history, rewrite, reword, None)
        settle(history)
        with history.transaction(writes=False) as cursor:
            counts = [cursor.execute(f"SELECT count(*) FROM {table}").fetchone() for table in ("lineage", "traced")]
        assert counts == [(0,), (0,)]
    assert not any(TEXT.encode() in raw for raw in all_bytes(tmp_path))
