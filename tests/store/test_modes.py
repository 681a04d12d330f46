"""A change of modes alone is a change like any other: recorded, taken back, done again, also after a crash."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.commit.recovery import recover
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import Fate
from hermes_mem.model.errors import Conflict
from hermes_mem.model.file import FileChange
from hermes_mem.model.remedy import Remedy
from hermes_mem.store.mending import Mending, mend
from hermes_mem.store.reading import find_homes
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import redo, undo
from tests.commit.killing import killed_at
from tests.homes import HermesHome

TEXT = "one\n§\ntwo".encode()


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    hermes_home.memory(TEXT).config("memory: {}\n")
    (hermes_home.path / "memories").chmod(0o755)
    (hermes_home.path / "memories/MEMORY.md").chmod(0o664)
    return hermes_home


def closed(path: Path, mode: int) -> FileChange:
    before = version_at(path)
    assert before is not None
    return FileChange(path, before, replace(before, mode=mode))


def closing(env: Environment) -> Mending:
    store = find_homes(env)[0]
    memories = store.path / "memories"
    files = (closed(memories, 0o700), closed(memories / "MEMORY.md", 0o600))
    return Mending(store, Remedy("close", ("rights.readable",), "Close it to others", files=files), "you")


def modes(home: HermesHome) -> tuple[int, int]:
    memories = home.path / "memories"
    assert (memories / "MEMORY.md").read_bytes() == TEXT
    assert sorted(path.name for path in memories.iterdir()) == ["MEMORY.md"]
    return memories.stat().st_mode & 0o777, (memories / "MEMORY.md").stat().st_mode & 0o777


def test_they_are_taken_back_and_done_again(home: HermesHome, env: Environment) -> None:
    [number] = mend(closing(env), env).changes
    assert modes(home) == (0o700, 0o600)
    undo(find_homes(env)[0], env, actor="you")
    assert modes(home) == (0o755, 0o664)
    redo(find_homes(env)[0], env, actor="you")
    assert modes(home) == (0o700, 0o600)
    undo(find_homes(env)[0], env, actor="you")
    with pytest.raises(Conflict, match="nothing to take back"):
        undo(find_homes(env)[0], env, actor="you", change=number)


def test_what_was_written_since_stays(home: HermesHome, env: Environment) -> None:
    mend(closing(env), env)
    path = home.path / "memories/MEMORY.md"
    path.write_bytes(b"another")
    undo(find_homes(env)[0], env, actor="you")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"another", 0o664)


def test_a_mode_that_others_have_given_since_stays(home: HermesHome, env: Environment) -> None:
    mend(closing(env), env)
    (home.path / "memories/MEMORY.md").chmod(0o640)
    undo(find_homes(env)[0], env, actor="you")
    assert modes(home) == (0o755, 0o640)


def test_a_restore_brings_them_back(home: HermesHome, env: Environment) -> None:
    [number] = mend(closing(env), env).changes
    assert restore(number, env, actor="you") is not None
    assert modes(home) == (0o755, 0o664)
    assert restore(number, env, actor="you") is None


def test_killed_at_every_line(home: HermesHome, env: Environment) -> None:
    line, fates = 0, set()
    while True:
        line += 1
        (home.path / "memories").chmod(0o755)
        (home.path / "memories/MEMORY.md").chmod(0o664)
        killed = killed_at(line, lambda: mend(closing(env), env))
        with History.opened(state_dir(env)) as history:
            for change in history.open_changes():
                fates.add(fate := recover(change, history))
                assert modes(home) == ((0o700, 0o600) if fate is Fate.DONE else (0o755, 0o664))
        if not killed:
            break
    assert modes(home) == (0o700, 0o600)
    assert fates == {Fate.DONE, Fate.ROLLED_BACK}
