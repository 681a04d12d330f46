"""A memory file that others took away is told, with the command that brings back what it had."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.health.gone import GONE
from hermes_mem.history.schema import FILE
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Add, Remove
from hermes_mem.store import writing
from hermes_mem.store.observing import observe
from hermes_mem.store.restoring import restore
from hermes_mem.store.undoing import undo
from tests.health.sights import findings, sight
from tests.homes import HermesHome, PiHome

BOTH = b"one\n\xc2\xa7\ntwo"
COPY = ".MEMORY.md.recovery-1760000000000-6a1b2c3d-1111-4222-8333-444455556666"


def seen(env: Environment) -> None:
    observe(sight(env).stores, env)


def written(env: Environment, *operations: Add | Remove) -> None:
    [store] = sight(env).stores
    writing.apply(writing.Order(store.home, operations, "you", "a test", allow=("empty", "shrink")), env)


def brought_back(finding: Finding, env: Environment) -> None:
    """As the command that the finding names does it."""
    *words, number, option, file = shlex.split(finding.fix or "")
    assert (words, option) == (["hermes-mem", "history", "restore"], "--file")
    assert restore(int(number), env, actor="you", file=Path(file))


def test_a_file_that_went_comes_back(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(BOTH).user(b"tea")
    seen(env)
    files = [hermes_home.path / "memories" / name for name in ("MEMORY.md", "USER.md")]
    for file in files:
        file.unlink()
    memory, user = findings(GONE, env)
    assert memory.message == "The file of MEMORY is gone, with 2 entries."
    assert user.message == "The file of USER is gone, with 1 entry."
    assert memory.effect.startswith("Hermes sees an empty memory. ")
    assert (memory.target, memory.file) == ("memory", str(files[0]))
    brought_back(memory, env)
    assert (files[0].read_bytes(), files[1].exists()) == (BOTH, False)
    assert [one.fingerprint for one in findings(GONE, env)] == [user.fingerprint]
    brought_back(user, env)
    assert files[1].read_bytes() == b"tea"
    assert findings(GONE, env) == []


def test_what_was_no_text_comes_back_too(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(b"caf\xe9")
    seen(env)
    file = hermes_home.path / "memories/MEMORY.md"
    file.unlink()
    [finding] = findings(GONE, env)
    assert finding.message == "The file of MEMORY is gone, and was no text."
    brought_back(finding, env)
    assert file.read_bytes() == b"caf\xe9"


def test_with_its_directory(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(b"tea").project("shop", BOTH)
    seen(env)
    shutil.rmtree(pi_home.path / "projects-memory/shop")
    [finding] = findings(GONE, env)
    assert (finding.target, finding.message) == ("project:shop", "The file of PROJECT shop is gone, with 2 entries.")
    brought_back(finding, env)
    assert (pi_home.path / "projects-memory/shop/MEMORY.md").read_bytes() == BOTH
    assert findings(GONE, env) == []


def test_what_reading_tells_is_not_told_twice(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(BOTH)
    seen(env)
    (pi_home.path / "pi-hermes-memory/MEMORY.md").rename(pi_home.path / "pi-hermes-memory" / COPY)
    [store] = sight(env).stores
    assert "pi.gone" in [finding.rule for finding in store.all_findings]
    assert findings(GONE, env) == []


@pytest.mark.parametrize("raw", [b"", b"\n"])
def test_a_file_without_entries_is_no_loss(hermes_home: HermesHome, env: Environment, raw: bytes) -> None:
    hermes_home.memory(raw).user(b"tea")
    seen(env)
    (hermes_home.path / "memories/MEMORY.md").unlink()
    assert findings(GONE, env) == []


def test_what_a_person_took_back_is_no_loss(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    written(env, Add("memory", "one"))
    [store] = sight(env).stores
    undo(store.home, env, actor="you")
    assert not (hermes_home.path / "memories/MEMORY.md").exists()
    assert findings(GONE, env) == []


def test_what_the_history_cannot_bring_back_is_not_promised(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(BOTH)
    seen(env)
    (hermes_home.path / "memories/MEMORY.md").unlink()
    assert len(findings(GONE, env)) == 1
    with closing(sqlite3.connect(state_dir(env) / FILE)) as connection:
        connection.execute("DELETE FROM blobs")
        connection.commit()
    assert findings(GONE, env) == []


def test_without_a_history_nobody_knows(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.user(b"tea")
    assert findings(GONE, env) == []


def test_one_that_is_there_again_is_not_gone(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(BOTH)
    seen(env)
    (hermes_home.path / "memories/MEMORY.md").unlink()
    assert len(findings(GONE, env)) == 1
    hermes_home.memory(b"new")
    assert findings(GONE, env) == []
