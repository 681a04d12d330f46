"""What others write is kept and told entry by entry; looking again writes nothing, and reading never needs it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history import stamps
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import NotFound, Refused, Unreadable
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from hermes_mem.model.plan import Add
from hermes_mem.store import keeping
from hermes_mem.store.differences import differences
from hermes_mem.store.looking_back import change_with_files, changes, effects
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import redo, undo
from hermes_mem.store.writing import Order, apply
from tests.cli.test_untouched import state
from tests.homes import HermesHome, PiHome
from tests.powerless import run_powerless

ODD = b"one \r\n\xc2\xa7\r\ntwo\n"
"""Bytes that the agent would not write."""


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(ODD).config("memory: {}\n")


def look(env: Environment, profile: str | None = None) -> str | None:
    return observe([read(one, env) for one in find_homes(env, Choice(profile=profile))], env).problem


def seen(env: Environment) -> list[tuple[Origin, str, str]]:
    return [(change.about.origin, change.about.actor, change.about.target) for change in changes(env)]


def newest(env: Environment) -> Change:
    return change_with_files(changes(env)[0].id, env)


def entries(change: Change, env: Environment) -> list[tuple[str | None, str | None]]:
    found = differences(effects(change.files, env))
    return [(one.was.text if one.was else None, one.now.text if one.now else None) for one in found]


def file(home: HermesHome, name: str = "MEMORY") -> Path:
    return home.path / f"memories/{name}.md"


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files count as settled at once, where a test would wait two seconds."""
    monkeypatch.setattr(stamps, "SETTLED", 0)


def add(env: Environment, text: str, actor: str = "you") -> int:
    (number,) = apply(
        Order(find_homes(env)[0], [Add("memory", text)], actor, "added", allow=("hermes.drift",)), env
    ).changes
    return number


def test_the_first_open_keeps_every_memory_file_as_it_is(home: HermesHome, env: Environment) -> None:
    home.user(b"\xff not text")
    before = state(home.path)
    assert look(env) is None
    assert state(home.path) == before
    first = newest(env)
    assert seen(env) == [(Origin.FIRST, "unknown", "memory, user")]
    assert {one.path: (one.before, one.after) for one in first.files}.keys() == {file(home), file(home, "USER")}
    for one in first.files:
        assert one.before is not None
        assert one.before == one.after
        assert one.before.raw == one.path.read_bytes()
    assert entries(first, env) == []


def test_nothing_is_made_for_a_home_without_memories(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    assert look(env) is None
    assert not state_dir(env).exists()


def test_looking_again_writes_nothing(home: HermesHome, env: Environment) -> None:
    look(env)
    with History.opened(state_dir(env)) as history:
        history.shrink()
    before = {path.name: path.read_bytes() for path in state_dir(env).iterdir() if path.name.startswith(FILE)}
    for _ in range(3):
        look(env)
    after = {path.name: path.read_bytes() for path in state_dir(env).iterdir() if path.name.startswith(FILE)}
    assert {name: raw for name, raw in after.items() if "shm" not in name} == {
        name: raw for name, raw in before.items() if "shm" not in name
    }


@pytest.mark.usefixtures("settled")
def test_as_long_as_no_file_was_touched_the_history_is_not_opened(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.sleep(0.02)
    look(env)
    opened: list[Path] = []
    monkeypatch.setattr(History, "opened", classmethod(lambda _, directory: opened.append(directory)))
    assert look(env) is None
    assert opened == []
    raw, times = file(home).read_bytes(), file(home).stat()
    file(home).write_bytes(raw.replace(b"one", b"eno"))
    os.utime(file(home), ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(TypeError):
        look(env)
    assert opened == [state_dir(env)], "the same size and time of change are no proof"


def test_a_file_that_is_no_text_for_a_while_is_told_without_counts(home: HermesHome, env: Environment) -> None:
    told = []
    for raw in (b"one\n\xc2\xa7\ntwo", b"\xff", b"\xfe", b"one\n\xc2\xa7\ntwo"):
        home.memory(raw)
        look(env)
        told.append(newest(env).about.summary)
    assert told[1:] == [
        "changed by others: MEMORY is no text any more",
        "changed by others: MEMORY is no text still",
        "changed by others: MEMORY is text again; back to what it was before change 2",
    ]
    home.memory(b"\xff").user(b"tea")
    look(env)
    home.memory(b"one").user(b"tea\n\xc2\xa7\ntoast")
    look(env)
    assert newest(env).about.summary == "changed by others: 1 added, MEMORY is text again"


def test_what_was_changed_a_moment_ago_is_compared_again(home: HermesHome, env: Environment) -> None:
    """Two writes within one tick of a file system look the same."""
    look(env)
    assert os.fspath(file(home)) not in (state_dir(env) / stamps.FILE).read_text()


def test_an_outside_change_is_one_change_entry_by_entry(home: HermesHome, env: Environment) -> None:
    home.user(b"tea").memory(b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nthree")
    look(env)
    home.memory(b"one\n\xc2\xa7\ntwo!\n\xc2\xa7\nthree").user(b"tea\n\xc2\xa7\ntoast")
    look(env)
    look(env)
    change = newest(env)
    assert seen(env) == [(Origin.OBSERVED, "unknown", "memory, user"), (Origin.FIRST, "unknown", "memory, user")]
    assert change.fate is Fate.DONE
    assert change.about.summary == "changed by others: 1 added, 1 reworded"
    assert entries(change, env) == [("two", "two!"), (None, "toast")]


def test_a_file_that_others_remove_and_bring_back(home: HermesHome, env: Environment) -> None:
    look(env)
    file(home).unlink()
    look(env)
    assert newest(env).files[0].after is None
    home.memory(b"new")
    look(env)
    assert [change.about.origin for change in changes(env)] == [Origin.OBSERVED, Origin.OBSERVED, Origin.FIRST]
    restore(changes(env)[0].id, env, actor="you")
    assert not file(home).exists()


def test_a_change_of_ours_is_no_observed_one(home: HermesHome, env: Environment) -> None:
    add(env, "ours")
    look(env)
    undo(find_homes(env)[0], env, actor="you")
    look(env)
    redo(find_homes(env)[0], env, actor="you")
    look(env)
    assert [change.about.origin for change in changes(env)] == [Origin.REDO, Origin.UNDO, Origin.CHANGE]


def test_what_others_wrote_before_a_change_of_ours_is_told_by_itself(home: HermesHome, env: Environment) -> None:
    home.memory(b"one")
    add(env, "two")
    home.memory(b"one\n\xc2\xa7\ntwo\n\xc2\xa7\ntheirs")
    add(env, "three")
    home.memory(b"theirs alone")
    restore(changes(env)[0].id, env, actor="you")
    assert [(change.about.origin, change.about.actor) for change in changes(env)] == [
        (Origin.CHANGE, "you"),
        (Origin.OBSERVED, "unknown"),
        (Origin.CHANGE, "you"),
        (Origin.OBSERVED, "unknown"),
        (Origin.CHANGE, "you"),
    ]
    number = changes(env)[3].id
    assert entries(change_with_files(number, env), env) == [(None, "theirs")]


def test_undo_never_takes_what_was_only_seen(home: HermesHome, env: Environment) -> None:
    store = find_homes(env)[0]
    look(env)
    home.memory(b"theirs")
    look(env)
    with pytest.raises(NotFound):
        undo(store, env, actor="you")
    observed, first = changes(env)
    with pytest.raises(Refused, match="nothing to take back"):
        undo(store, env, actor="you", change=first.id)
    undo(store, env, actor="you", change=observed.id)
    assert file(home).read_bytes() == ODD


def test_what_is_seen_ends_no_redo(home: HermesHome, env: Environment) -> None:
    store = find_homes(env)[0]
    add(env, "ours")
    undo(store, env, actor="you")
    home.user(b"theirs")
    look(env)
    redo(store, env, actor="you")
    assert file(home).read_bytes().endswith(b"ours")


def test_the_first_bytes_come_back(home: HermesHome, env: Environment) -> None:
    file(home).chmod(0o640)
    look(env)
    first = changes(env)[0]
    home.memory(b"theirs")
    look(env)
    observed = changes(env)[0]
    add(env, "ours")
    for number in (observed.id, first.id):
        assert restore(number, env, actor="you") is not None
        assert file(home).read_bytes() == ODD
        undo(find_homes(env)[0], env, actor="you")
        assert file(home).read_bytes() == b"theirs\n\xc2\xa7\nours"


def test_a_change_that_is_being_made_is_nobody_elses(home: HermesHome, env: Environment) -> None:
    """Between the record and the file lies a moment in which the file is still the old one."""
    look(env)
    about = About("you", "hermes", home.path, "memory", "a test")
    after = FileVersion(FileKind.FILE, b"new", 0o600)
    with History.opened(state_dir(env)) as history:
        change = history.record(about, [FileChange(file(home), newest(env).files[0].after, after)])
        look(env)
        home.memory(b"new")
        look(env)
        history.close(change, Fate.DONE)
    look(env)
    assert [one.about.origin for one in changes(env)] == [Origin.CHANGE, Origin.FIRST]


def test_what_is_not_true_any_more_is_not_written_down(home: HermesHome, env: Environment) -> None:
    look(env)
    first = newest(env)
    (before,) = (one.after for one in first.files)
    stale = FileChange(file(home), before, FileVersion(FileKind.FILE, b"read a moment ago", 0o600))
    with History.opened(state_dir(env)) as history:
        assert history.note(first.about, [(stale, first.id)]) is None
        home.memory(b"read a moment ago")
        assert history.note(first.about, [(stale, first.id + 1)]) is None
        assert history.note(first.about, [(stale, first.id)]) is not None
        assert history.note(first.about, [(stale, first.id)]) is None


LOOK = """
import sys
from hermes_mem.disk.environment import Environment
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read

env = Environment.here()
sys.stdin.readline()
for _ in range(20):
    assert observe([read(home, env) for home in find_homes(env)], env).problem is None
"""


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
def test_many_at_once_keep_each_version_once(later: bool, home: HermesHome, env: Environment) -> None:
    if later:
        look(env)
        home.memory(b"theirs")
    readers = [
        subprocess.Popen([sys.executable, "-c", LOOK], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
    assert [reader.communicate()[1] for reader in readers] == [""] * 4
    assert [origin for origin, *_ in seen(env)] == [Origin.OBSERVED] * later + [Origin.FIRST]


def test_where_nothing_can_be_kept_reading_goes_on_and_changing_does_not(home: HermesHome, env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True)
    state_dir(env).write_text("in the way")
    problem = look(env)
    assert problem is not None
    assert "could be kept" in problem
    with pytest.raises(Unreadable):
        add(env, "ours")
    assert file(home).read_bytes() == ODD


COMMANDS = """
import subprocess

def ran(*arguments):
    done = subprocess.run([sys.executable, "-m", "hermes_mem", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr

answer = [ran("memory", "list", "--json"), ran("status"), ran("memory", "add", "memory", "x")]
"""


def test_a_state_directory_that_is_only_read(home: HermesHome, env: Environment) -> None:
    look(env)
    home.memory(b"theirs")
    closed = state_dir(env) / "closed"
    closed.touch(0o000)
    for path in state_dir(env).iterdir():
        path.chmod(path.stat().st_mode & 0o400)
    state_dir(env).chmod(0o500)
    listed, told, changed = run_powerless(COMMANDS, closed)
    state_dir(env).chmod(0o700)
    assert (listed[0], '"theirs"' in listed[1], "could be kept" in listed[2]) == (0, True, True)
    assert (told[0], told[2]) == (0, "")
    assert changed[0] == 6
    assert file(home).read_bytes() == b"theirs"


def test_a_damaged_history_stops_no_reading(home: HermesHome, env: Environment) -> None:
    state_dir(env).mkdir(parents=True)
    (state_dir(env) / FILE).write_bytes(b"no database" * 100)
    assert "damaged" in str(look(env))
    assert (state_dir(env) / FILE).read_bytes() == b"no database" * 100


@pytest.mark.parametrize("raw", [b"{", b"[]", b'{"history": 1, "files": []}', b"\xff"])
def test_damaged_stamps_are_as_none(raw: bytes, home: HermesHome, env: Environment) -> None:
    look(env)
    (state_dir(env) / stamps.FILE).write_bytes(raw)
    home.memory(b"theirs")
    look(env)
    assert changes(env)[0].about.origin is Origin.OBSERVED


@pytest.mark.usefixtures("settled")
def test_a_new_history_begins_with_a_first_sight(home: HermesHome, env: Environment) -> None:
    time.sleep(0.02)
    look(env)
    for path in state_dir(env).iterdir():
        if path.name.startswith(FILE):
            path.rename(path.with_name(f"old-{path.name}"))
    look(env)
    assert [change.about.origin for change in changes(env)] == [Origin.FIRST]


@pytest.mark.usefixtures("settled")
def test_what_was_pruned_is_seen_anew(home: HermesHome, env: Environment) -> None:
    time.sleep(0.02)
    look(env)
    keeping.prune(datetime.now(UTC) + timedelta(seconds=1), env)
    assert changes(env) == []
    look(env)
    assert newest(env).files[0].after == FileVersion(FileKind.FILE, ODD, *_mode_and_owner(file(home)))


def _mode_and_owner(path: Path) -> tuple[int, tuple[int, int]]:
    found = path.stat()
    return found.st_mode & 0o7777, (found.st_uid, found.st_gid)


def test_every_profile_and_what_links_lead_to(home: HermesHome, env: Environment, tmp_path: Path) -> None:
    work = home.profile("work").memory(b"at work")
    (tmp_path / "notes.md").write_bytes(b"noted")
    file(work, "USER").symlink_to(tmp_path / "notes.md")
    look(env, "all")
    by_home = {change.about.home: change_with_files(change.id, env) for change in changes(env)}
    assert by_home.keys() == {home.path, work.path}
    assert {one.path for one in by_home[work.path].files} == {file(work), tmp_path / "notes.md"}


@pytest.mark.parametrize("what", ["directory", "pipe"])
def test_what_is_no_file_is_left_alone(what: str, home: HermesHome, env: Environment) -> None:
    look(env)
    file(home).unlink()
    file(home).mkdir() if what == "directory" else os.mkfifo(file(home))
    look(env)
    assert [change.about.origin for change in changes(env)] == [Origin.FIRST]


def test_every_memory_of_a_home_of_pi_is_kept(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(b"a fact").standing(b"# mine\n- a rule\n").project("shop", b"of the shop")
    look(env)
    [first] = changes(env)
    assert (first.about.kind, first.about.target) == ("pi", "memory, standing, project:shop")
    pi_home.standing(b"# mine\n- another rule\n")
    look(env)
    assert changes(env)[0].about.summary == "changed by others: 1 added, 1 removed"
    undo(find_homes(env)[0], env, actor="you", change=changes(env)[0].id)
    assert (pi_home.path / "pi-hermes-memory/STANDING.md").read_bytes() == b"# mine\n- a rule\n"
