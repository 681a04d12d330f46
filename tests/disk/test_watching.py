"""Hearing of changes: whatever happens to a directory, a look follows, and `stop` ends it."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest
import watchfiles

from hermes_mem.disk import watching
from hermes_mem.disk.watching import changes

SOON = 10.0
"""Seconds; far more than it takes, so that a busy machine fails no test."""


@contextmanager
def watched(*directories: Path) -> Iterator[Queue[BaseException | None]]:
    """Each moment as it comes, None for one; the thread is over afterwards."""
    heard: Queue[BaseException | None] = Queue()
    stop = threading.Event()

    def listen() -> None:
        try:
            for _ in changes(lambda: directories, stop):
                heard.put(None)
        except OSError as error:
            heard.put(error)

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        heard.get(timeout=SOON)  # It has looked once without cause, so by now it hears.
        yield heard
    finally:
        stop.set()
        thread.join(SOON)
        assert not thread.is_alive()


def hears(heard: Queue[BaseException | None]) -> bool:
    """Whether a moment comes that is no mere look: those come LOOK apart."""
    while not heard.empty():
        heard.get()
    try:
        return heard.get(timeout=SOON) is None
    except Empty:
        return False


@pytest.fixture(autouse=True)
def looks_seldom(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Only a change can be heard in the time of a test, but for the first look."""
    real = watchfiles.watch
    first = threading.Event()

    def seldom(*paths: object, **options: object) -> object:
        if first.is_set() and "replaced" not in request.node.name:
            options["rust_timeout"] = int(SOON * 2000)
        first.set()
        return real(*paths, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(watchfiles, "watch", seldom)


@pytest.mark.parametrize("polling", [False, True], ids=["the system tells", "no watches left"])
def test_what_is_written_replaced_or_removed_is_heard(
    polling: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = watchfiles.watch

    def watch(*paths: object, **options: object) -> object:
        if polling and not options["force_polling"]:
            raise OSError(28, "No space left on device: OS file watch limit reached")
        return real(*paths, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(watchfiles, "watch", watch)
    with watched(tmp_path) as heard:
        (tmp_path / "MEMORY.md").write_bytes(b"one")
        assert hears(heard)
        (tmp_path / "new").write_bytes(b"two, and longer")
        (tmp_path / "new").replace(tmp_path / "MEMORY.md")
        assert hears(heard)
        (tmp_path / "MEMORY.md").unlink()
        assert hears(heard)


def test_a_directory_that_is_not_there_yet_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "LOOK", 20)
    with watched(tmp_path / "later") as heard:
        (tmp_path / "later").mkdir()
        assert hears(heard)


def test_a_directory_that_is_replaced_is_watched_under_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "LOOK", 50)
    (home := tmp_path / "home").mkdir()
    with watched(home) as heard:
        shutil.rmtree(home)
        assert hears(heard)
        home.mkdir()
        assert hears(heard)
        (home / "MEMORY.md").write_bytes(b"one")
        assert hears(heard)


def test_what_can_neither_be_watched_nor_polled_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def watch(*_: object, **__: object) -> object:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(watchfiles, "watch", watch)
    with pytest.raises(OSError, match="Input/output"):
        next(changes(lambda: [tmp_path], threading.Event()))


def test_stopped_before_it_begins(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    assert list(changes(lambda: [tmp_path], stop)) == []
