"""A history that is torn, cut, overwritten, held, closed or full: memory is read, nothing is changed without it."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history import connecting
from hermes_mem.history.history import History
from hermes_mem.history.schema import FILE, VERSION
from hermes_mem.model.errors import Damaged, HermesMemError, NotFound, Unreadable
from hermes_mem.model.plan import Add, Outcome, Replace
from hermes_mem.store.looking_back import change_with_files, changes
from hermes_mem.store.observing import observe
from hermes_mem.store.purging import Order as Purge
from hermes_mem.store.purging import purge
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.sought import of_text
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome
from tests.powerless import run_powerless
from tests.tui import desk

PAGE = 4096
COUNT = 12
DATABASES = (FILE, f"{FILE}-wal", f"{FILE}-shm")


@pytest.fixture
def env(memory: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """A person whose files cost nothing to sync."""
    monkeypatch.setenv("HOME", str(memory))
    monkeypatch.setenv("XDG_STATE_HOME", str(memory / "state"))
    return Environment.here()


@pytest.fixture
def home(env: Environment) -> HermesHome:
    """A home with a history of several pages, which nobody has open: nothing waits in its log."""
    home = HermesHome(env.user_home / ".hermes").memory(b"one").config("memory:\n  memory_char_limit: 90000\n")
    words = random.Random(5)
    for number in range(COUNT):
        text = f"{number} " + "".join(words.choices("abcdefghijklmnopqrstuvwxyz ", k=900))
        assert done(env, Add("memory", text)).changes
    let_go(env)
    return home


def let_go(env: Environment) -> None:
    """Close the connection of this process, as others find the history that nobody has open."""
    connecting._of_thread.kept = None
    assert not (state_dir(env) / f"{FILE}-wal").exists()


def done(env: Environment, operation: Add | Replace) -> Any:
    return apply(Order(find_homes(env)[0], [operation], "you", "a test"), env)


def files(home: HermesHome) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home.path / "memories").iterdir() if path.suffix != ".lock"}


def refused(env: Environment) -> HermesMemError:
    """Whatever a person asks for, the same reason; returns it."""
    store = find_homes(env)[0]
    acts: list[Callable[[], object]] = [
        lambda: done(env, Add("memory", "new")),
        lambda: undo(store, env, actor="you"),
        lambda: purge(Purge(of_text("nothing of that", ["hermes"]), [store], "you"), env),
    ]
    problems = []
    for act in acts:
        with pytest.raises(HermesMemError) as caught:
            act()
        problems.append(caught.value)
    assert len({type(one) for one in problems}) == 1
    return problems[0]


def reading_goes_on(home: HermesHome, env: Environment, count: int = COUNT + 1) -> None:
    """By whatever face; that no version can be kept is said where there is something new to keep."""
    [store] = [read(one, env) for one in find_homes(env)]
    assert len(store.targets[0].entries) == count
    observe([store], env)
    session = desk.session(env)
    assert [len(session.read(one).targets[0].entries) for one in session.homes()] == [count]
    session.observe([store])
    assert all(isinstance(sentence, str) for sentence in session.recover())


def with_garbage(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[:100] = b"\xa5" * 100
    path.write_bytes(raw)


def no_database(path: Path) -> None:
    path.write_bytes(b"these are somebody's notes\n" * 50)


def with_garbage_in_the_schema(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[100:PAGE] = b"\xa5" * (PAGE - 100)
    path.write_bytes(raw)


def cut_in_its_first_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:600])


def of_a_newer_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")


def without_its_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for table in ("files", "changes", "blobs"):
            connection.execute(f"DROP TABLE {table}")
        connection.commit()


def with_a_log_alone(path: Path) -> None:
    path.with_name(f"{FILE}-wal").write_bytes(b"pages that nobody else has" * 99)
    path.unlink()


def emptied_beside_its_log(path: Path) -> None:
    path.with_name(f"{FILE}-wal").write_bytes(b"pages that nobody else has" * 99)
    path.write_bytes(b"")


DAMAGES = [
    with_garbage,
    no_database,
    with_garbage_in_the_schema,
    cut_in_its_first_page,
    of_a_newer_release,
    without_its_tables,
    with_a_log_alone,
    emptied_beside_its_log,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)
def test_what_is_no_history_is_left_alone_and_said(
    damage: Callable[[Path], None], home: HermesHome, env: Environment
) -> None:
    before = files(home)
    damage(state_dir(env) / FILE)
    left = {path.name: path.read_bytes() for path in state_dir(env).iterdir()}
    problem = refused(env)
    assert isinstance(problem, Damaged)
    assert str(state_dir(env)) in problem.message
    assert "Reading goes on" in str(problem.hint)
    reading_goes_on(home, env)
    assert files(home) == before
    now = {path.name: path.read_bytes() for path in state_dir(env).iterdir()}
    assert {name: now.get(name) for name in left if not name.endswith("-shm")} == left
    with pytest.raises(Damaged):
        changes(env)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda one: one.__name__)
def test_moved_away_a_new_one_begins(damage: Callable[[Path], None], home: HermesHome, env: Environment) -> None:
    damage(state_dir(env) / FILE)
    for name in DATABASES:
        if (path := state_dir(env) / name).exists():
            path.rename(path.with_name(f"kept {name}"))
    assert done(env, Add("memory", "new")).outcome is Outcome.APPLIED
    assert [change.id for change in changes(env)] == [1]


def test_an_empty_file_is_a_history_of_nothing(home: HermesHome, env: Environment) -> None:
    """As a process leaves it that dies before it made the tables."""
    (state_dir(env) / FILE).write_bytes(b"")
    assert done(env, Add("memory", "new")).outcome is Outcome.APPLIED
    assert [change.id for change in changes(env)] == [1]


def torn(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """The database with each of its pages torn in the middle, whole pages of nothing, and cut behind each page."""
    for start in range(PAGE, len(raw), PAGE):
        yield "torn", raw[: start + PAGE // 2] + b"\xa5" * (PAGE // 2) + raw[start + PAGE :]
        yield "nothing", raw[:start] + bytes(PAGE) + raw[start + PAGE :]
        yield "cut", raw[: start + PAGE // 3]


def test_whatever_page_is_torn_no_memory_is_lost(home: HermesHome, env: Environment) -> None:
    """Where the damage is met it is said; where it is not, the change is made, and the history has it."""
    path = state_dir(env) / FILE
    raw, memory, before = path.read_bytes(), home.path / "memories/MEMORY.md", files(home)
    outcomes: set[str] = set()
    for how, left in torn(raw):
        connecting._of_thread.kept = None
        for name in DATABASES:
            (state_dir(env) / name).unlink(missing_ok=True)
        path.write_bytes(left)
        memory.write_bytes(before["MEMORY.md"])
        reading_goes_on(home, env)
        assert files(home) == before
        try:
            (number,) = done(env, Add("memory", "new")).changes
        except Damaged:
            assert files(home) == before
            outcomes.add(f"{how}, damaged")
        else:
            assert files(home) == before | {"MEMORY.md": before["MEMORY.md"] + b"\n\xc2\xa7\nnew"}
            assert change_with_files(number, env).files[0].before is not None
            outcomes.add(f"{how}, changed")
        each_change_is_read_or_said(env)
    assert outcomes >= {"torn, changed", "torn, damaged", "nothing, changed", "nothing, damaged", "cut, damaged"}


def each_change_is_read_or_said(env: Environment) -> None:
    for number in range(1, COUNT + 3):
        with suppress(Damaged, NotFound):
            change_with_files(number, env)


@pytest.mark.parametrize(
    "spoiled",
    [
        "UPDATE blobs SET data = x'00'",
        "UPDATE blobs SET data = 'text'",
        "DELETE FROM blobs",
        "UPDATE changes SET time = 'yesterday'",
        "UPDATE changes SET state = 'odd'",
        "UPDATE changes SET origin = 'odd'",
        "UPDATE changes SET home = 7",
        "UPDATE changes SET summary = CAST(x'ff' AS TEXT)",
        "UPDATE files SET after_kind = 'odd'",
    ],
)
def test_what_no_release_has_written_is_damage_and_no_fault_of_ours(
    spoiled: str, home: HermesHome, env: Environment
) -> None:
    with closing(sqlite3.connect(state_dir(env) / FILE)) as connection, connection:
        connection.execute(spoiled)
    with pytest.raises(Damaged):
        undo(find_homes(env)[0], env, actor="you", change=COUNT)
    reading_goes_on(home, env)


CLOSED = """
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.plan import Add
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.writing import Order, apply

env = Environment.here()
[home] = find_homes(env)
answer = [len(read(home, env).targets[0].entries), observe([read(home, env)], env).problem]
try:
    apply(Order(home, [Add("memory", "new")], "you", "a test"), env)
except HermesMemError as error:
    answer += [error.exit_code, error.message]
"""


@pytest.mark.parametrize(("mode", "of"), [(0, "file"), (0o400, "file"), (0, "directory"), (0o500, "directory")])
def test_wrong_permissions(mode: int, of: str, home: HermesHome, env: Environment, tmp_path: Path) -> None:
    """As anybody but root has them; what is new in the memory cannot be kept, and that is said."""
    home.memory(b"one\n\xc2\xa7\nby others")
    before = files(home)
    (closed := tmp_path / "closed").mkdir(mode=0)
    place = state_dir(env) / FILE if of == "file" else state_dir(env)
    place.chmod(mode)
    try:
        count, problem, code, message = run_powerless(CLOSED, closed)
    finally:
        place.chmod(0o700)
        closed.chmod(0o700)
    assert (count, code) == (2, Unreadable.exit_code)
    assert str(state_dir(env)) in message
    assert "No version of what lies there could be kept" in problem
    assert files(home) == before


FULL = f"""
import json, resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (MOST, MOST))
{CLOSED}
print(json.dumps(answer))
"""


@pytest.mark.parametrize("log", [False, True], ids=["nothing fits", "a part of the log fits"])
def test_a_disk_that_takes_no_more_of_the_history(log: bool, home: HermesHome, env: Environment) -> None:
    """By a limit on the size of any file: the memory file is smaller than that."""
    home.memory(b"one\n\xc2\xa7\nby others")
    before = files(home)
    script = FULL.replace("MOST", "9000" if log else "100")
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    count, problem, code, message = json.loads(ran.stdout)
    assert (count, code) == (2, Unreadable.exit_code)
    assert "cannot be written" in message
    assert "No version of what lies there could be kept" in problem
    assert files(home) == before
    assert len(changes(env)) == COUNT
    assert done(env, Add("memory", "new")).outcome is Outcome.APPLIED


def test_a_log_that_was_cut_off_loses_the_last_change_at_most(
    home: HermesHome, env: Environment, tmp_path: Path
) -> None:
    """As the power may leave it: whatever of the log is there, what was committed in it is there."""
    state, kept = state_dir(env), tmp_path / "kept"
    store = find_homes(env)[0]
    with History.opened(state):
        for number in range(3):
            apply(Order(store, [Add("memory", f"late {number}")], "you", "a test"), env)
        shutil.copytree(state, kept)
    whole = (kept / f"{FILE}-wal").read_bytes()
    counts = set()
    for length in range(0, len(whole) + 1, 1024):
        connecting._of_thread.kept = None
        for name in DATABASES:
            (state / name).unlink(missing_ok=True)
        shutil.copy(kept / FILE, state / FILE)
        (state / f"{FILE}-wal").write_bytes(whole[:length])
        numbers = [change.id for change in changes(env)]
        assert numbers == list(range(len(numbers), 0, -1))
        assert all(change_with_files(number, env) for number in numbers)
        counts.add(len(numbers))
    assert counts == {COUNT, COUNT + 1, COUNT + 2, COUNT + 3}
