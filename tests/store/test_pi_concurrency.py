"""Several of ours and several writers that do as Pi does at once, on one file and one table: nothing is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.history.records import Fate
from tests import pi_agent, pi_database
from tests.homes import PiHome
from tests.pi_database import found, left_to_do, rows
from tests.pi_memories import TODAY, database

WRITERS = 4
"""Of each kind."""

CHANGES = int(os.environ.get("HERMES_MEM_TEST_CHANGES", "20"))
"""Of each writer."""

OURS = """
import sys
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Busy
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

name, count = sys.argv[1], int(sys.argv[2])
env = Environment.here()
home = find_homes(env)[0]
sys.stdin.readline()
for number in range(count):
    order = Order(home, [Add("memory", f"{name} says {number}")], "script", "a test")
    while True:
        try:
            result = apply(order, env)
        except Busy as error:
            print(error.message, flush=True)
        else:
            break
    assert result.changes, result
    assert not result.findings, result.findings
"""


def started(*command: str, home: PiHome) -> subprocess.Popen[str]:
    environ = {**os.environ, "PI_CODING_AGENT_DIR": str(home.path)}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *command], env=environ, cwd=home.path, stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )


def test_nothing_is_lost_and_nothing_comes_twice(pi_home: PiHome, env: Environment) -> None:
    pi_home.config('{"memoryCharLimit": 10000000}').memory(b"there before")
    pi_database.make(database(pi_home))
    theirs = str(pi_agent.__file__)
    writers = {f"ours {n}": started("-c", OURS, f"ours {n}", str(CHANGES), home=pi_home) for n in range(WRITERS)}
    writers |= {
        f"theirs {n}": started(theirs, "write", str(pi_home.path), f"theirs {n}", str(CHANGES), home=pi_home)
        for n in range(WRITERS)
    }
    for writer in writers.values():
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    failures = {name: writer.communicate()[1] for name, writer in writers.items()}
    assert {name: text for name, text in failures.items() if writers[name].returncode} == {}
    file = pi_home.path / "pi-hermes-memory/MEMORY.md"
    texts = ["there before", *(f"{name} says {number}" for name in writers for number in range(CHANGES))]
    lie_there = [entry.partition(" <!-- ")[0] for entry in file.read_text("utf-8").split("\n§\n")]
    assert Counter(lie_there) == Counter(texts)
    assert left_to_do(database(pi_home), "memory", None, file, TODAY) == []
    assert Counter(row[3] for row in rows(database(pi_home))) == Counter(texts)
    assert found(database(pi_home), f"theirs 0 says {CHANGES - 1}") == [f"theirs 0 says {CHANGES - 1}"]
    assert left_behind(file.parent) == set()
    with History.opened(state_dir(env)) as history:
        ours = [change.fate for change in history.changes() if change.about.actor == "script"]
    assert ours == [Fate.DONE] * (WRITERS * CHANGES)


def left_behind(directory: Path) -> set[str]:
    """What nobody should have left there: neither memory, nor table, nor a copy of before."""
    names = {path.name for path in directory.iterdir()}
    known = {"MEMORY.md", "sessions.db", "sessions.db-wal", "sessions.db-shm"}
    return {name for name in names - known if not name.startswith(".MEMORY.md.recovery-")}
