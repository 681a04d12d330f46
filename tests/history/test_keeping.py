"""Old changes go, with what only they know; a moved home keeps its history."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hermes_mem.history.history import History
from hermes_mem.history.keeping import Amount, amount, changes_below, older, prune, relink
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.model.errors import NotFound
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock

START = datetime(2026, 1, 1, tzinfo=UTC)
HOME = Path("/homes/one")


def version(text: str) -> FileVersion:
    return FileVersion(FileKind.FILE, text.encode(), 0o600)


def recorded(
    history: History, day: int, before: str, after: str, *, undoes: int | None = None, home: Path = HOME
) -> Change:
    origin = Origin.UNDO if undoes else Origin.CHANGE
    about = About("you", "hermes", home, "memory", f"day {day}", origin=origin, undoes=undoes)
    file = FileChange(home / "memories/MEMORY.md", version(before), version(after), lock=Lock(home / "memories/lock"))
    return history.record(about, [file], now=START + timedelta(days=day))


def closed(history: History, day: int, before: str, after: str, *, undoes: int | None = None) -> Change:
    change = recorded(history, day, before, after, undoes=undoes)
    history.close(change, Fate.DONE)
    return history.change(change.id)


def test_what_is_old_goes_with_what_only_it_knows(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        first, second, third = (closed(history, day, f"v{day}", f"v{day + 1}") for day in range(3))
        limit = START + timedelta(days=2)
        planned = older(history, limit)
        assert amount(history)[:2] == (3, 4)
        assert prune(history, limit) == planned
        assert planned[:2] == (2, 2)
        assert amount(history)[:2] == (1, 2)
        assert history.change(third.id) == third
        for gone in (first, second):
            with pytest.raises(NotFound):
                history.change(gone.id)
        assert prune(history, limit) == Amount(0, 0, 0)


def test_a_number_that_went_never_comes_back(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        newest = [closed(history, day, f"v{day}", f"v{day + 1}") for day in range(3)][-1]
        assert prune(history, START + timedelta(days=9)).changes == 3
        assert closed(history, 10, "v3", "v4").id > newest.id


def test_the_file_gets_smaller(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        for day in range(20):
            closed(history, day, "".join(chr(0x4E00 + (day * 7919 + i * i) % 20000) for i in range(20000)), "")
        before = history.size()
        prune(history, START + timedelta(days=19))
        assert history.size() < before / 2


def test_an_open_change_stays_with_its_versions(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        kept = recorded(history, 0, "a", "b")
        closed(history, 1, "b", "c")
        assert prune(history, START + timedelta(days=9))[:2] == (1, 1)
        assert history.open_changes() == [kept]


def test_an_undo_outlives_what_it_took_back(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        first = closed(history, 0, "a", "b")
        undo = closed(history, 5, "b", "a", undoes=first.id)
        prune(history, START + timedelta(days=3))
        assert history.change(undo.id).about.undoes is None
        assert history.change(undo.id).files == undo.files


def test_a_clock_that_jumped_back_takes_nothing_new_away(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        ids = [closed(history, day, f"v{day}", "x").id for day in (5, 400, -20_000, 401)]
        prune(history, START + timedelta(days=300))
        assert [change.id for change in history.changes()] == ids[:0:-1]


def test_a_home_that_was_moved(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        mine, profile = recorded(history, 0, "a", "b"), recorded(history, 1, "a", "b", home=HOME / "profiles/work")
        other = recorded(history, 2, "a", "b", home=Path("/homes/one-more"))
        assert changes_below(history, HOME) == 2
        relink(history, HOME, new := tmp_path / "new")
        assert [change.id for change in history.changes([new])] == [mine.id]
        assert [change.id for change in history.changes([new / "profiles/work"])] == [profile.id]
        [file] = history.change(profile.id).files
        assert (file.path, file.lock) == (
            new / "profiles/work/memories/MEMORY.md",
            Lock(new / "profiles/work/memories/lock"),
        )
        assert history.change(other.id) == other
        assert changes_below(history, HOME) == 0
