"""Two of ours and the released agent at work on one memory, and one more of ours that watches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change, Fate, Origin
from hermes_mem.layouts.hermes.format import parse
from hermes_mem.store.looking_back import change_with_files, changes
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.watching import Seen, watch
from tests.homes import HermesHome
from tests.real_client import needs_client, python
from tests.store.test_concurrency import LIMIT, roomy

CHANGES = int(os.environ.get("HERMES_MEM_TEST_CHANGES", "60"))
"""Of all three together."""

EACH = (CHANGES + 2) // 3

AROUND = """
import json, sys

name, count = sys.argv[1], int(sys.argv[2])
mine = [f"{name} says 0000"]
sys.stdin.readline()
add(mine[0])
for number in range(1, count):
    if number % 7 == 0:
        remove(mine.pop(0))
    elif number % 3 == 0:
        new = f"{name} says {number:04} instead"
        replace(mine[-1], new)
        mine[-1] = new
    else:
        mine.append(f"{name} says {number:04}")
        add(mine[-1])
print(json.dumps(mine))
"""

OURS = f"""
from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add, Outcome, Remove, Replace
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.writing import Order, apply

env = Environment.here()
home = find_homes(env)[0]

def done(operation):
    result = apply(Order(home, [operation], "script", "a test", allow=("shrink", "empty")), env)
    assert result.outcome is Outcome.APPLIED, result

def id_of(text):
    return next(e.id for e in read(home, env, scanned=False).target("memory").entries if e.text == text)

def add(text): done(Add("memory", text))
def replace(old, new): done(Replace(id_of(old), new))
def remove(text): done(Remove(id_of(text)))
{AROUND}
"""

THEIRS = f"""
from tools.memory_tool import MemoryStore

store = MemoryStore(memory_char_limit={LIMIT}, user_char_limit={LIMIT})
store.load_from_disk()

def done(result):
    assert result["success"], result

def add(text): done(store.add("memory", text))
def replace(old, new): done(store.replace("memory", old, new))
def remove(text): done(store.remove("memory", text))
{AROUND}
"""


def started(interpreter: str, script: str, name: str, home: HermesHome, state: Path) -> subprocess.Popen[str]:
    environ = {**os.environ, "HERMES_HOME": str(home.path), "HERMES_MEM_STATE": str(state)}
    pipe = subprocess.PIPE
    command = [interpreter, "-c", script, name, str(EACH)]
    return subprocess.Popen(command, env=environ, cwd=home.path, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def worked(writers: dict[str, subprocess.Popen[str]]) -> list[str]:
    """The entries that they have left, as each of them knows it."""
    for writer in writers.values():
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    said = {name: writer.communicate() for name, writer in writers.items()}
    assert {name: err for name, (_, err) in said.items() if writers[name].returncode} == {}
    return list(chain.from_iterable(json.loads(out.splitlines()[-1]) for out, _ in said.values()))


def told(env: Environment) -> list[Change]:
    """Every change with its files, oldest first."""
    observe([read(home, env, scanned=False) for home in find_homes(env)], env)
    return [change_with_files(change.id, env) for change in reversed(changes(env))]


def observed(env: Environment) -> set[int]:
    return {change.id for change in changes(env) if change.about.origin is Origin.OBSERVED}


def until_told(seen: list[Seen], env: Environment) -> None:
    """Until what the history has noticed by now has been told too."""
    told(env)
    for _ in range(600):
        if observed(env) <= {one.change.id for one in seen}:
            return
        time.sleep(0.05)


def assert_unbroken(history: list[Change], raw: bytes) -> None:
    """Each change begins with what the one before it has left, and the last one has left what lies there."""
    for before, after in pairwise(history):
        [left], [found] = before.files, after.files
        assert left.after is not None
        assert found.before is not None
        assert left.after.raw == found.before.raw, (before.id, after.id)
    assert {change.fate for change in history} == {Fate.DONE}
    last = history[-1].files[0].after
    assert last is not None
    assert last.raw == raw


def versions(history: list[Change]) -> set[str]:
    """Every entry that any version has."""
    files = [change.files[0].after for change in history]
    return {text for version in files if version for text in parse(version.raw)}


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return roomy(hermes_home).memory(b"there before")


def of_state(env: Environment, state: Path) -> Environment:
    return Environment({**env.environ, "HERMES_MEM_STATE": str(state)}, env.user_home, env.cwd)


@needs_client
@pytest.mark.parametrize("shared", [True, False], ids=["one history", "a history each"])
def test_histories_agree_with_the_file_and_nothing_is_lost(
    shared: bool, home: HermesHome, env: Environment, tmp_path: Path
) -> None:
    states = [tmp_path / "state", tmp_path / ("state" if shared else "other")]
    environs = [of_state(env, state) for state in states]
    for one in environs:
        told(one)
    stop, seen = threading.Event(), list[Seen]()
    stores = find_homes(environs[0])

    def listen() -> None:
        for news in watch(lambda: [read(store, environs[0], scanned=False) for store in stores], environs[0], stop):
            seen.extend(news)

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        left = worked(
            {
                "first": started(sys.executable, OURS, "first", home, states[0]),
                "second": started(sys.executable, OURS, "second", home, states[1]),
                "agent": started(python(), THEIRS, "agent", home, states[0]),
            }
        )
        until_told(seen, environs[0])
    finally:
        stop.set()
        thread.join(20)
    assert not thread.is_alive()
    raw = (home.path / "memories/MEMORY.md").read_bytes()
    assert sorted(parse(raw)) == sorted(["there before", *left])
    for one, ours in zip(environs, (("first", "second") if shared else ("first",), ("second",)), strict=True):
        history = told(one)
        assert_unbroken(history, raw)
        by_hand = [change for change in history if change.about.actor == "script"]
        if not shared or one is environs[0]:
            assert len(by_hand) == EACH * len(ours)
        assert {change.about.actor for change in history} == {"unknown", "script"}
        written = {f"{name} says {n:04}" for name in ours for n in range(EACH) if n % 3 and n % 7}
        assert written | {f"{name} says 0000" for name in ours} <= versions(history)
    news = Counter(one.change.id for one in seen)
    assert news == Counter(observed(environs[0])), "each is told, and none twice"
