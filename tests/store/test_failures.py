"""Trouble in the middle of a change: the file is old or new, the person is told the truth, the next start mends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.commit.run import run as commit
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.history.connecting import connection_to
from hermes_mem.history.history import History
from hermes_mem.history.records import Fate
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import Conflict, HermesMemError, NotFound, Unreadable
from hermes_mem.model.file import Lock
from hermes_mem.model.plan import Add, Move, Operation, Outcome, Replace, Result
from hermes_mem.store import writing
from hermes_mem.store.looking_back import changes
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply, recover
from tests.commit.full_disk import FullDisk
from tests.commit.killing import killed_at
from tests.homes import HermesHome
from tests.powerless import run_powerless

BEFORE = {"MEMORY.md": b"one\n\xc2\xa7\ntwo", "USER.md": b"three"}
AFTER = {"MEMORY.md": b"two", "USER.md": b"three\n\xc2\xa7\none"}


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return laid(hermes_home)


def laid(home: HermesHome) -> HermesHome:
    return home.memory(BEFORE["MEMORY.md"]).user(BEFORE["USER.md"]).config("memory: {}\n")


def file(home: HermesHome) -> Path:
    return home.path / "memories/MEMORY.md"


def files(home: HermesHome) -> dict[str, bytes]:
    """Everything beside the locks: a temporary file that stays is one too many."""
    return {path.name: path.read_bytes() for path in (home.path / "memories").iterdir() if path.suffix != ".lock"}


def first(env: Environment) -> str:
    target = read(find_homes(env)[0], env).target("memory")
    assert target is not None
    return target.entries[0].id


def done(env: Environment, *operations: Operation) -> Result:
    return apply(Order(find_homes(env)[0], operations, "you", "a test", allow=("shrink",)), env)


def person_at(place: Path) -> Environment:
    return Environment({"HOME": str(place), "XDG_STATE_HOME": str(place / "state")}, place, place)


@pytest.mark.parametrize("stays", [False, True], ids=["for a moment", "for good"])
def test_a_disk_that_is_full_at_any_call(stays: bool, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number, outcomes = 0, set()
    while True:
        number += 1
        env = person_at(memory / str(number))
        home = laid(HermesHome(env.user_home / ".hermes"))
        operation = Move(first(env), "user")
        disk = FullDisk(number, stays=stays)
        problem: HermesMemError | None = None
        with monkeypatch.context() as patch:
            disk.install(patch)
            try:
                done(env, operation)
            except Unreadable as error:
                problem = error
        if not disk.hit:
            break
        told_as_it_is(problem, home)
        outcomes.add("old" if files(home) == BEFORE else "in between")
        mended(home, env)
    assert files(home) == AFTER
    assert number > 10
    assert outcomes == ({"old", "in between"} if stays else {"old"})


def told_as_it_is(problem: HermesMemError | None, home: HermesHome) -> None:
    """The error does not say that nothing was changed when something was, and what becomes of it then."""
    assert problem is not None
    assert "No space left" in problem.message
    if files(home) != BEFORE:
        assert "half done; the next start" in str(problem.hint)


def mended(home: HermesHome, env: Environment) -> None:
    """The next start ends with all old or all new, with a true history, and goes on."""
    recover(env)
    assert files(home) in (BEFORE, AFTER)
    with History.opened(state_dir(env)) as history:
        assert history.open_changes() == []
        fates = [change.fate for change in history.changes()]
    assert (Fate.DONE in fates) == (files(home) == AFTER)
    if files(home) == AFTER:
        undo(find_homes(env)[0], env, actor="you")
    assert files(home) == BEFORE
    assert done(env, Add("memory", "three")).outcome is Outcome.APPLIED


def test_no_room_for_the_history_no_change(home: HermesHome, env: Environment) -> None:
    done(env, Add("user", "four"))
    long = "".join(chr(0x4E00 + number * number % 20_000) for number in range(2000))
    home.config("memory:\n  memory_char_limit: 9000\n")
    connection = connection_to(state_dir(env) / FILE)
    connection.execute("PRAGMA max_page_count = 1")  # SQLite takes what there is already for the least.
    with pytest.raises(Unreadable, match="full"):
        fill(env, long)
    connection.execute("PRAGMA max_page_count = 100000")
    before = files(home)
    assert [done.change.fate for done in recover(env)] == []
    assert files(home) == before
    undo(find_homes(env)[0], env, actor="you")


def fill(env: Environment, text: str) -> None:
    """More and more versions that have nothing in common."""
    for number in range(100):
        done(env, Replace(first(env), f"{number} {text[number:]}"))


READ_ONLY = """
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

env = Environment.here()
try:
    apply(Order(find_homes(env)[0], [Add("memory", "new")], "you", "a test"), env)
    answer = None
except HermesMemError as error:
    answer = [error.code, error.message, error.hint]
"""


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    path = tmp_path / "closed"
    path.touch(mode=0)
    return path


@pytest.mark.parametrize("locked_before", [False, True], ids=["no lock file", "lock file"])
def test_a_directory_that_is_only_read(locked_before: bool, home: HermesHome, env: Environment, closed: Path) -> None:
    if locked_before:
        (home.path / "memories/MEMORY.md.lock").touch(mode=0o600)
    (home.path / "memories").chmod(0o555)
    code, message, hint = run_powerless(READ_ONLY, closed)
    assert (code, "Permission denied" in message) == ("unreadable", True)
    assert "writ" in hint or "mode" in hint
    assert files(home) == BEFORE
    assert all(change.fate is Fate.ROLLED_BACK for change in changes(env))


def test_a_state_directory_that_is_only_read(home: HermesHome, env: Environment, closed: Path) -> None:
    state_dir(env).mkdir(parents=True)
    state_dir(env).chmod(0o555)
    code, message, _ = run_powerless(READ_ONLY, closed)
    assert (code, "history" in message) == ("unreadable", True)
    assert files(home) == BEFORE


def to_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def to_link_outside(path: Path) -> None:
    path.rename(path.parents[2] / "notes.md")
    path.symlink_to(path.parents[2] / "notes.md")


def to_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


TRICKS: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "directory": to_directory,
    "link": to_link_outside,
    "fifo": to_fifo,
    "bytes": lambda path: path.write_bytes(b"caf\xe9"),
    "other": lambda path: path.write_bytes(b"theirs"),
}


def seen(path: Path) -> tuple[int, bytes | str | None] | None:
    if not os.path.lexists(path):
        return None
    content = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return path.lstat().st_mode, str(content) if isinstance(content, Path) else content


def code_of(act: Callable[[], Result]) -> int:
    """The exit code of what the act raises, or that of its outcome."""
    try:
        return 4 if act().outcome is Outcome.REFUSED else 0
    except HermesMemError as error:
        return error.exit_code


@pytest.mark.parametrize("trick", TRICKS.values(), ids=list(TRICKS))
def test_the_file_becomes_something_else_while_the_lock_is_awaited(
    trick: Callable[[Path], object], home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = all_held
    after: list[object] = []

    @contextmanager
    def held(locks: list[Lock]) -> Iterator[None]:
        with really(locks):
            trick(file(home))
            after.append(seen(file(home)))
            yield

    entry = first(env)
    monkeypatch.setattr(writing, "all_held", held)
    assert code_of(lambda: done(env, Replace(entry, "1"))) in (NotFound.exit_code, Unreadable.exit_code, 4, 7)
    assert [seen(file(home))] == after
    assert changes(env) == []


@pytest.mark.parametrize("trick", TRICKS.values(), ids=list(TRICKS))
def test_the_file_becomes_something_else_the_moment_before_it_is_written(
    trick: Callable[[Path], object], home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = commit
    after: list[object] = []

    def run(*arguments: Any, **options: Any) -> object:
        trick(file(home))
        after.append(seen(file(home)))
        return really(*arguments, **options)

    entry = first(env)
    monkeypatch.setattr(writing, "run", run)
    with pytest.raises((Conflict, Unreadable)):
        done(env, Replace(entry, "1"))
    assert [seen(file(home))] == after
    assert changes(env) == []


def test_a_directory_in_the_way_of_what_is_staged(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = commit
    entry = first(env)
    monkeypatch.setattr(
        writing,
        "run",
        lambda *arguments, follow: really(
            *arguments, step=lambda name: to_directory(file(home)) if name == "staged" else None
        ),
    )
    with pytest.raises(Conflict):
        done(env, Replace(entry, "1"))
    assert file(home).is_dir()
    assert {path.name for path in (home.path / "memories").iterdir()} == {"MEMORY.md", "MEMORY.md.lock", "USER.md"}
    assert [change.fate for change in changes(env)] == [Fate.ROLLED_BACK]


def test_a_clock_that_goes_backwards(home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changes are ordered by their ids; the time is only shown."""
    times = iter(datetime(2026, 6, 1, tzinfo=UTC) - timedelta(days=400 * n) for n in range(9))

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return next(times)

    monkeypatch.setattr("hermes_mem.history.history.datetime", Clock)
    for text in ("three", "four"):
        done(env, Add("memory", text))
    assert [change.id for change in changes(env)] == [2, 1]
    undo(find_homes(env)[0], env, actor="you")
    assert files(home)["MEMORY.md"] == b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nthree"
    undo(find_homes(env)[0], env, actor="you")
    assert files(home) == BEFORE


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=lambda by: by.name)
def test_told_to_stop_in_the_middle(by: signal.Signals, memory: Path) -> None:
    line, found = -12, []
    while True:
        line += 13
        env = person_at(memory / str(line))
        home = laid(HermesHome(env.user_home / ".hermes"))
        operation = Move(first(env), "user")
        killed = killed_at(line, lambda env=env, operation=operation: done(env, operation), by)  # type: ignore[misc]
        recover(env)
        assert files(home) in (BEFORE, AFTER)
        found.append(files(home))
        if not killed:
            break
        mended(home, env)
    assert found[0] == BEFORE
    assert found[-1] == AFTER


MANY = """
import sys
from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

env = Environment.here()
home = find_homes(env)[0]
print("ready", flush=True)
sys.stdin.readline()
for number in range(30):
    apply(Order(home, [Add("memory", f"{sys.argv[1]} {number}")], "script", "a test"), env)
"""


def test_two_at_once_lose_nothing(home: HermesHome, env: Environment) -> None:
    both = [
        subprocess.Popen(
            [sys.executable, "-c", MANY, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=0
        )
        for name in ("left", "right")
    ]
    for process in both:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in both:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.wait(60) for process in both] == [0, 0]
    texts = files(home)["MEMORY.md"].decode().split("\n§\n")
    assert texts[:2] == ["one", "two"]
    assert sorted(texts[2:]) == sorted(f"{name} {n}" for name in ("left", "right") for n in range(30))
    assert [change.fate for change in changes(env)] == [Fate.DONE] * 60
