"""A home that the released agent has made and written asks for no look; what it leaves when it refuses is told."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health.examining import examine
from hermes_mem.model.finding import Severity
from hermes_mem.store.observing import observe
from hermes_mem.store.restoring import restore
from tests.health.sights import sight
from tests.real_client import needs_client, run_client

WRITE = """
import os
from hermes_cli.config import ensure_hermes_home
from tools.memory_tool import MemoryStore

ensure_hermes_home()
store = MemoryStore()
store.load_from_disk()
answer = [store.add("memory", "A fact.")["success"], store.add("user", "Likes tea.")["success"]]
"""

READ = """
from tools.memory_tool import MemoryStore

store = MemoryStore()
store.load_from_disk()
answer = store.memory_entries
"""

REFUSED = """
from tools.memory_tool import MemoryStore

store = MemoryStore()
store.load_from_disk()
answer = [store.replace("memory", "A fact", "Another fact.")["success"]]
"""


@pytest.fixture
def entered(env: Environment) -> Iterator[Environment]:
    """The environment of a person whose own home anybody may enter."""
    with TemporaryDirectory(dir="/tmp") as directory:
        place = Path(directory)
        place.chmod(0o755)
        (place / ".hermes").mkdir()
        yield replace(env, environ={**env.environ, "HOME": directory}, user_home=place, cwd=place)


def rules(env: Environment) -> list[str]:
    return [one.finding.rule for one in examine(sight(env))]


@needs_client
def test_what_the_agent_makes_is_well(entered: Environment) -> None:
    assert run_client(WRITE, None, entered.user_home / ".hermes") == [True, True]
    assert rules(entered) == []


@needs_client
def test_a_file_of_the_agent_that_somebody_took_away(entered: Environment) -> None:
    home = entered.user_home / ".hermes"
    run_client(WRITE, None, home)
    observe(sight(entered).stores, entered)
    (home / "memories/MEMORY.md").unlink()
    assert run_client(READ, None, home) == []
    [finding] = [one.finding for one in examine(sight(entered))]
    assert (finding.rule, finding.message) == ("file.gone", "The file of MEMORY is gone, with 1 entry.")
    change, _, file = shlex.split(finding.fix or "")[3:]
    assert restore(int(change), entered, actor="you", file=Path(file))
    assert run_client(READ, None, home) == ["A fact."]
    assert rules(entered) == []


@needs_client
def test_the_copies_of_its_refusals(entered: Environment) -> None:
    home = entered.user_home / ".hermes"
    run_client(WRITE, None, home)
    (home / "memories/MEMORY.md").write_bytes("A fact. \n§\nAnother one.".encode())
    assert run_client(REFUSED, None, home) == [False]
    found = {one.finding.rule: one.finding for one in examine(sight(entered))}
    assert found["leftover.copy"].severity is Severity.INFO
    assert found["leftover.copy"].message == (
        "Copies that refused changes of Hermes left: 1, 1 of them with bytes that lie there once more."
    )
