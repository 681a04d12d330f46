"""What agents leave beside a memory is its history before anybody looked, and between two looks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.writing import version_at
from hermes_mem.history.records import Change, Origin
from hermes_mem.model.file import FileVersion
from hermes_mem.model.plan import Add
from hermes_mem.store import between, keeping
from hermes_mem.store.differences import differences
from hermes_mem.store.looking_back import change_with_files, changes, effects
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import redo, undo
from hermes_mem.store.writing import Order, apply
from tests import pi_agent
from tests.cli.test_untouched import state
from tests.homes import HermesHome, PiHome
from tests.real_client import needs_client, run_client

AGO = 1_795_000_000_000
"""Milliseconds: a moment that is over."""

REFUSED = """
from tools.memory_tool import MemoryStore

store = MemoryStore()
store.load_from_disk()
answer = store.replace("memory", "two", "zwei")
"""


def joined(*texts: str) -> bytes:
    return "\n§\n".join(texts).encode()


def look(env: Environment) -> bool:
    observed = observe([read(home, env) for home in find_homes(env)], env)
    assert observed.problem is None
    return observed.noted


def told(env: Environment) -> list[Change]:
    """Every change with its files, oldest first."""
    return [change_with_files(change.id, env) for change in reversed(changes(env))]


def raws(env: Environment) -> list[bytes | None]:
    """What each change has left."""
    return [change.files[0].after.raw if change.files[0].after else None for change in told(env)]


def actors(env: Environment) -> list[tuple[Origin, str]]:
    return [(change.about.origin, change.about.actor) for change in told(env)]


def times(env: Environment) -> list[float]:
    return [change.time.timestamp() for change in told(env)]


def file(home: PiHome) -> Path:
    return home.path / "pi-hermes-memory/MEMORY.md"


def by_pi(home: PiHome, *texts: str) -> None:
    """As Pi writes it, with its recovery copy."""
    pi_agent.changed(file(home), lambda _: list(texts))
    time.sleep(0.01)


def by_editor(home: PiHome, *texts: str, later: float = 2) -> None:
    """As an editor does, some seconds later than it really is: tests do not wait."""
    file(home).unlink(missing_ok=True)
    home.memory(joined(*texts))
    moment = time.time() + later
    os.utime(file(home), (moment, moment))


def kept(home: PiHome, milliseconds: int, raw: bytes, what: str = "recovery", *, written: float | None = None) -> Path:
    """A copy as if Pi had displaced it then; `written` in seconds, else a second before."""
    path = file(home).with_name(f".MEMORY.md.{what}-{milliseconds}-{uuid4()}")
    path.write_bytes(raw)
    moment = milliseconds / 1000 - 1 if written is None else written
    os.utime(path, (moment, moment))
    return path


def moments(home: PiHome) -> list[float]:
    names = [path.name for path in file(home).parent.glob(".MEMORY.md.recovery-*")]
    return sorted(int(name.split("-")[1]) / 1000 for name in names)


def test_what_pi_wrote_before_anybody_looked_is_told_step_by_step(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one")).user(b"tea")
    versions = [("one", "two"), ("one", "two", "three"), ("three",), ("three", "four")]
    for version in versions:
        by_pi(pi_home, *version)
    before = state(pi_home.path)
    assert look(env)
    assert state(pi_home.path) == before
    first, *steps, user = told(env)
    assert [change.about.target for change in (first, *steps, user)] == ["memory"] * 5 + ["user"]
    assert actors(env) == [
        (Origin.FIRST, "unknown"),
        *[(Origin.OBSERVED, "pi")] * 4,
        (Origin.FIRST, "unknown"),
    ]
    assert raws(env)[:5] == [joined("one"), *(joined(*version) for version in versions)]
    assert times(env)[:5] == [moments(pi_home)[0], *moments(pi_home)]
    assert steps[2].about.summary == "changed by others: 2 removed"
    assert all(change.files[0].copy and change.files[0].copy.exists() for change in steps), "what proves it"
    assert {one.path for change in (first, *steps) for one in change.files} == {file(pi_home)}
    assert not look(env)


def test_each_version_comes_back_and_each_step_is_taken_back(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    by_pi(pi_home, "one", "two")
    by_pi(pi_home, "one", "two", "three")
    file(pi_home).chmod(0o640)
    look(env)
    first, second, third = told(env)
    home = find_homes(env)[0]
    undo(home, env, actor="you", change=second.id)
    assert file(pi_home).read_bytes() == joined("one", "three")
    redo(home, env, actor="you")
    assert file(pi_home).read_bytes() == joined("one", "two", "three")
    restore(first.id, env, actor="you")
    assert (file(pi_home).read_bytes(), file(pi_home).stat().st_mode & 0o777) == (joined("one"), 0o640)
    restore(third.id, env, actor="you")
    assert file(pi_home).read_bytes() == joined("one", "two")
    assert [(one.was and one.was.text, one.now and one.now.text) for one in differences(effects(third.files, env))] == [
        (None, "three")
    ]


def test_what_pi_wrote_between_two_looks_is_told_too(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    for version in (("one", "two"), ("two",), ("one",), ("one", "three")):
        by_pi(pi_home, *version)
    look(env)
    assert raws(env) == [joined("one"), joined("one", "two"), joined("two"), joined("one"), joined("one", "three")]
    assert [actor for _, actor in actors(env)] == ["unknown", *["pi"] * 4]
    assert told(env)[3].about.summary == "changed by others: 1 added, 1 removed; back to what it was before change 2"
    assert times(env) == sorted(times(env))


def test_a_file_that_was_another_one_in_between_was_so(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    by_pi(pi_home, "two")
    by_pi(pi_home, "one")
    assert look(env)
    assert raws(env) == [joined("one"), joined("two"), joined("one")]
    assert not look(env)


def test_whoever_wrote_after_pi_is_not_pi(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    by_pi(pi_home, "one", "two")
    by_editor(pi_home, "one", "by hand")
    look(env)
    assert actors(env)[1:] == [(Origin.OBSERVED, "unknown")]
    assert raws(env)[1:] == [joined("one", "by hand")]


def test_what_an_editor_wrote_before_pi_is_told_apart(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    pi_home.memory(joined("one", "by hand"))
    by_pi(pi_home, "one", "by hand", "by pi")
    look(env)
    assert raws(env)[1:] == [joined("one", "by hand"), joined("one", "by hand", "by pi")]
    assert [actor for _, actor in actors(env)] == ["unknown", "unknown", "pi"]


def test_an_old_file_that_is_put_there_is_not_by_pi(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    by_pi(pi_home, "one", "two")
    by_editor(pi_home, "restored from somewhere", later=-100_000)
    look(env)
    assert actors(env)[1:] == [(Origin.OBSERVED, "unknown")]


def test_ours_are_never_taken_for_those_of_pi(pi_home: PiHome, env: Environment) -> None:
    """Not even when our history of them is lost."""
    pi_home.memory(joined("one"))
    look(env)
    apply(Order(find_homes(env)[0], [Add("memory", "ours")], "you", "added"), env)
    assert not look(env)
    assert len(changes(env)) == 2
    shutil.rmtree(state_dir(env))
    look(env)
    assert actors(env) == [(Origin.FIRST, "unknown"), (Origin.OBSERVED, "unknown")]
    assert raws(env)[0] == joined("one")


def test_what_pi_wrote_before_a_change_of_ours_is_by_pi(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    look(env)
    by_pi(pi_home, "one", "two")
    by_pi(pi_home, "two")
    apply(Order(find_homes(env)[0], [Add("memory", "ours")], "you", "added"), env)
    assert [actor for _, actor in actors(env)] == ["unknown", "pi", "pi", "you"]
    by_pi(pi_home, "two", "theirs")
    look(env)
    assert [actor for _, actor in actors(env)] == ["unknown", "pi", "pi", "you", "pi"]


def test_a_change_of_ours_as_the_first_look(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    by_pi(pi_home, "one", "two")
    apply(Order(find_homes(env)[0], [Add("memory", "ours")], "you", "added"), env)
    assert actors(env) == [(Origin.FIRST, "unknown"), (Origin.OBSERVED, "pi"), (Origin.CHANGE, "you")]


def test_retired_copies_are_the_oldest_history(pi_home: PiHome, env: Environment) -> None:
    """Retired after the recovery copy was made, with that moment in their names; who displaced them nobody knows."""
    pi_home.memory(joined("four"))
    kept(pi_home, AGO, joined("three"))
    kept(pi_home, AGO + 5000, joined("two"), "retired")
    kept(pi_home, AGO + 5005, joined("one"), "retired")
    look(env)
    assert raws(env) == [joined("one"), joined("two"), joined("three"), joined("four")]
    assert times(env)[:3] == [AGO / 1000 - 1] * 3, "when the first was written whose moment is known"


def test_what_was_retired_between_two_looks_comes_after_what_was_known(pi_home: PiHome, env: Environment) -> None:
    """As when Pi has written more often than it keeps recovery copies; what was retired from before is not told."""
    pi_home.memory(joined("known"))
    look(env)
    now = int(time.time() * 1000)
    for number, text in enumerate(("of old", "known", "two")):
        kept(pi_home, now + 500 * number, joined(text), "retired")
    kept(pi_home, now + 1, joined("three"), written=now / 1000)
    pi_home.memory(joined("four"))
    look(env)
    assert raws(env) == [joined("known"), joined("two"), joined("three"), joined("four")]


def test_what_is_retired_later_is_no_news(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("known"))
    look(env)
    kept(pi_home, int(time.time() * 1000), joined("of old"), "retired")
    by_pi(pi_home, "new")
    look(env)
    assert raws(env) == [joined("known"), joined("new")]
    assert actors(env)[-1] == (Origin.OBSERVED, "pi")


def test_memories_of_one_store_are_told_in_the_order_of_time(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("0")).user(joined("0"))
    for number in range(1, 4):
        by_pi(pi_home, f"{number}")
        pi_agent.changed(file(pi_home).with_name("USER.md"), lambda entries: [f"{int(entries[0]) + 1}"])
        time.sleep(0.01)
    look(env)
    steps = [change for change in told(env) if change.about.origin is Origin.OBSERVED]
    assert [change.about.target for change in steps] == ["memory", "user"] * 3
    assert [change.time for change in steps] == sorted(change.time for change in steps)


def test_times_never_go_back(pi_home: PiHome, env: Environment) -> None:
    now = int(time.time() * 1000)
    pi_home.memory(joined("now"))
    for number, moment in enumerate((now + 86_400_000, AGO, AGO + 1, now - 1)):
        kept(pi_home, moment, joined(f"{number}"), written=moment / 1000 + 500_000)
    kept(pi_home, now + 90_000_000, joined("retired"), "retired")
    look(env)
    assert times(env) == sorted(times(env))
    assert max(times(env)) <= time.time()
    assert len(raws(env)) == 6


def test_a_copy_from_the_future_is_told_once(
    pi_home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    pi_home.memory(joined("now"))
    kept(pi_home, int(time.time() * 1000) + 86_400_000, joined("before"))
    look(env)
    pi_home.memory(joined("later"))
    look(env)
    tomorrow = datetime.now(UTC) + timedelta(days=2)
    monkeypatch.setattr("hermes_mem.store.noting.datetime", _Clock(tomorrow))
    pi_home.memory(joined("the day after"))
    look(env)
    assert raws(env) == [joined("before"), joined("now"), joined("later"), joined("the day after")]


class _Clock:
    def __init__(self, moment: datetime) -> None:
        self._moment = moment

    def now(self, _: object) -> datetime:
        return self._moment


def test_what_was_written_twice_came_the_first_time(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("three"))
    kept(pi_home, AGO, joined("one"))
    kept(pi_home, AGO + 5000, joined("two"), written=AGO / 1000)
    kept(pi_home, AGO + 9000, joined("two"), written=AGO / 1000 + 5)
    look(env)
    assert raws(env) == [joined("one"), joined("two"), joined("three")]
    assert [actor for _, actor in actors(env)] == ["unknown", "pi", "unknown"]
    assert times(env)[:2] == [AGO / 1000, AGO / 1000]


def test_a_copy_of_what_lies_there_is_no_change(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    kept(pi_home, AGO, joined("one"))
    kept(pi_home, AGO + 1000, joined("one"))
    look(env)
    assert actors(env) == [(Origin.FIRST, "unknown")]
    assert time.time() - times(env)[0] < 60


def test_a_memory_that_is_gone_is_had_back_from_its_copy(pi_home: PiHome, env: Environment) -> None:
    """On a disk without hard links Pi leaves the copy alone; who took the file away nothing proves."""
    pi_home.user(b"tea")
    kept(pi_home, AGO, joined("one"))
    kept(pi_home, AGO + 1000, joined("one", "two"), written=AGO / 1000)
    look(env)
    first, *steps, _ = told(env)
    assert raws(env)[:3] == [joined("one"), joined("one", "two"), None]
    assert [change.about.actor for change in (first, *steps)] == ["unknown", "pi", "unknown"]
    restore(steps[-1].id, env, actor="you")
    assert file(pi_home).read_bytes() == joined("one", "two")


def test_hundreds_of_copies(pi_home: PiHome, env: Environment) -> None:
    """A real home had 429."""
    versions = [joined(*(f"fact {n}" for n in range(number % 7, number % 7 + 5))) for number in range(429)]
    for number, version in enumerate(versions):
        kept(pi_home, AGO + 1000 * number, version)
    pi_home.memory(joined("now"))
    look(env)
    assert raws(env) == [*versions, joined("now")]
    assert not look(env)


def test_the_newest_copies_are_read_when_there_are_too_many(
    pi_home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(between, "MOST", 3)
    monkeypatch.setattr(between, "MOST_BYTES", 20)
    for number in range(9):
        kept(pi_home, AGO + 1000 * number, joined(f"version {number}"))
    pi_home.memory(joined("now"))
    look(env)
    assert raws(env) == [joined("version 7"), joined("version 8"), joined("now")]


def test_a_copy_that_cannot_be_read_is_passed_over(
    pi_home: PiHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(pi_home, AGO, joined("one"))
    closed = kept(pi_home, AGO + 1000, joined("two"))
    kept(pi_home, AGO + 2000, b"\xff no text")
    pi_home.memory(joined("four"))

    def refused(path: Path) -> FileVersion | None:
        if path == closed:
            raise PermissionError(13, "Permission denied")
        return version_at(path)

    monkeypatch.setattr(between, "version_at", refused)
    look(env)
    assert raws(env) == [joined("one"), b"\xff no text", joined("four")]
    assert told(env)[1].about.summary == "changed by others: MEMORY is no text any more"


def test_what_a_person_has_let_go_of_stays_away(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("one"))
    by_pi(pi_home, "one", "two")
    look(env)
    keeping.prune(datetime.now(UTC) + timedelta(seconds=1), env)
    kept(pi_home, int(time.time() * 1000) + 5000, joined("of old, and retired since"), "retired")
    look(env)
    assert actors(env) == [(Origin.FIRST, "unknown")]
    assert raws(env) == [joined("one", "two")]


LOOK = """
import sys
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.writing import version_at
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read

env = Environment.here()
sys.stdin.readline()
for _ in range(5):
    assert observe([read(home, env) for home in find_homes(env)], env).problem is None
"""


@pytest.mark.parametrize("later", [False, True], ids=["first", "later"])
def test_many_at_once_tell_each_step_once(later: bool, pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined("0"))
    if later:
        look(env)
    versions = [joined(*map(str, range(number))) for number in range(2, 20)]
    for number in range(2, 20):
        by_pi(pi_home, *map(str, range(number)))
    readers = [
        subprocess.Popen([sys.executable, "-c", LOOK], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for reader in readers:
        assert reader.stdin is not None
        reader.stdin.write("go\n")
        reader.stdin.flush()
    assert [reader.communicate()[1] for reader in readers] == [""] * 4
    assert raws(env) == [joined("0"), *versions]
    assert [actor for _, actor in actors(env)] == ["unknown", *["pi"] * 18]


@needs_client
def test_what_hermes_refused_to_write_over_is_told(hermes_home: HermesHome, env: Environment) -> None:
    drifted = [b"one\n\n\xc2\xa7\ntwo", b"one\n\xc2\xa7\n\n\xc2\xa7\ntwo\n\xc2\xa7\nthree"]
    for raw in drifted:
        hermes_home.memory(raw)
        assert "drift_backup" in run_client(REFUSED, None, hermes_home.path)
        time.sleep(1.1)  # Its copies are named by the second.
    hermes_home.memory(b"one")
    look(env)
    assert raws(env) == [*drifted, b"one"]
    assert {actor for _, actor in actors(env)} == {"unknown"}
    restore(told(env)[1].id, env, actor="you")
    assert (hermes_home.path / "memories/MEMORY.md").read_bytes() == drifted[0]


@needs_client
def test_line_ends_that_hermes_did_not_keep_are_no_change(hermes_home: HermesHome, env: Environment) -> None:
    raw = b"one \r\n\xc2\xa7\r\ntwo\r\n"
    hermes_home.memory(raw)
    look(env)
    assert "drift_backup" in run_client(REFUSED, None, hermes_home.path)
    [copy] = (hermes_home.path / "memories").glob("*.bak.*")
    assert copy.read_bytes() == raw.replace(b"\r\n", b"\n")
    hermes_home.memory(raw.replace(b"\r\n", b"\n"))
    look(env)
    assert raws(env) == [raw, raw.replace(b"\r\n", b"\n")], "that somebody else has changed them is one"
    hermes_home.memory(b"one")
    look(env)
    assert raws(env)[2:] == [b"one"]


def backed_up(home: HermesHome, end: str, raw: bytes, ago: float) -> None:
    home.file(f"memories/MEMORY.md.bak{end}", raw)
    os.utime(home.path / f"memories/MEMORY.md.bak{end}", (time.time() - ago,) * 2)


def test_a_refused_version_between_two_looks(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(b"one")
    look(env)
    time.sleep(0.02)
    backed_up(hermes_home, "", b"one\n\n\xc2\xa7\ntwo", 0)
    hermes_home.memory(b"three")
    look(env)
    assert raws(env) == [b"one", b"one\n\n\xc2\xa7\ntwo", b"three"]


@pytest.mark.parametrize("raw", [b"one", b"long ago"], ids=["known", "from before"])
def test_an_old_version_that_is_put_aside_now_is_no_change(
    raw: bytes, hermes_home: HermesHome, env: Environment
) -> None:
    versions: Sequence[bytes] = (b"long ago", b"one", b"two")
    for version in versions:
        hermes_home.memory(version)
        look(env)
    backed_up(hermes_home, "", raw, 0)
    hermes_home.memory(b"three")
    look(env)
    assert raws(env) == [*versions, b"three"]
