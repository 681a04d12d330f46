"""What was before a change comes back: files byte for byte, entries by the usual rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound, Unreadable, Usage
from hermes_mem.model.plan import Add, Move, Operation, Outcome, Remove
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.restoring import entry_before, preview_restore, restore
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome

ODD = b"one \r\n\xc2\xa7\r\ntwo\n"
"""Bytes that the agent would not write."""


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(ODD).user(b"three").config("memory: {}\n")


def file(home: HermesHome, name: str = "MEMORY") -> Path:
    return home.path / f"memories/{name}.md"


def done(env: Environment, *operations: Operation, allow: Sequence[str] = ("shrink", "hermes.drift")) -> int:
    (number,) = apply(Order(find_homes(env)[0], operations, "you", "a test", allow=allow), env).changes
    return number


def first(env: Environment) -> str:
    target = read(find_homes(env)[0], env).target("memory")
    assert target is not None
    return target.entries[0].id


def test_the_very_bytes_come_back_over_what_was_written_since(home: HermesHome, env: Environment) -> None:
    number = done(env, Add("memory", "new"))
    home.memory(b"something else altogether")
    restored = restore(number, env, actor="you")
    assert restored is not None
    assert file(home).read_bytes() == ODD
    undo(find_homes(env)[0], env, actor="you")
    assert file(home).read_bytes() == b"something else altogether"


def test_what_is_so_already_is_no_change(home: HermesHome, env: Environment) -> None:
    number = done(env, Add("memory", "new"))
    home.memory(ODD)
    assert preview_restore(number, env, actor="you").files == ()
    assert restore(number, env, actor="you") is None


def test_one_file_of_a_change_or_all(home: HermesHome, env: Environment) -> None:
    number = done(env, Move(first(env), "user"))
    restore(number, env, actor="you", file=file(home, "USER"))
    assert (file(home).read_bytes(), file(home, "USER").read_bytes()) == (b"two", b"three")
    restore(number, env, actor="you")
    assert (file(home).read_bytes(), file(home, "USER").read_bytes()) == (ODD, b"three")
    with pytest.raises(NotFound, match="did not touch"):
        restore(number, env, actor="you", file=home.path / "config.yaml")


def test_what_was_not_there_before_goes_and_what_is_gone_comes_back(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    number = done(env, Add("memory", "new"))
    restore(number, env, actor="you")
    assert not file(hermes_home).exists()
    hermes_home.memory(ODD)
    number = done(env, Add("memory", "new"))
    file(hermes_home).unlink()
    restore(number, env, actor="you")
    assert file(hermes_home).read_bytes() == ODD


def test_a_preview_writes_nothing(home: HermesHome, env: Environment) -> None:
    number = done(env, Add("memory", "new"))
    before = file(home).stat()
    [planned] = preview_restore(number, env, actor="you").files
    assert planned.after is not None
    assert planned.after.raw == ODD
    assert (file(home).stat().st_ino, file(home).stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_what_is_no_file_any_more_is_left_alone(home: HermesHome, env: Environment) -> None:
    number = done(env, Add("memory", "new"))
    file(home).unlink()
    file(home).mkdir()
    with pytest.raises(Unreadable):
        restore(number, env, actor="you")
    assert file(home).is_dir()


def test_one_entry_that_was_there_before(home: HermesHome, env: Environment) -> None:
    gone = first(env)
    number = done(env, Remove(gone))
    store, add = entry_before(number, gone[:4], env)
    assert (store.path, add) == (home.path, Add("memory", "one", of="one"))
    assert apply(Order(store, [add], "you", "a test"), env).outcome is Outcome.APPLIED
    assert file(home).read_bytes() == b"two\n\xc2\xa7\none"
    with pytest.raises(NotFound, match="no entry 0000"):
        entry_before(number, "0000", env)
    with pytest.raises(Usage, match="2 ids"):
        entry_before(number, "", env)
