"""What one durable change costs, beside what it costs the agent itself."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.client import client
from tests.bench.row import Row, Sample
from tests.bench.starting import ENTRIES
from tests.homes import HermesHome

ROUNDS = 200
LIMIT = 1_000_000

SERVE = """
import sys, time
for number, _ in enumerate(sys.stdin):
    start = time.perf_counter()
    done = add(f"a new fact, number {number}")
    print(time.perf_counter() - start if done else "nan", flush=True)
"""

OURS = f"""
from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

env = Environment.here()
home = find_homes(env)[0]

def add(text):
    return apply(Order(home, [Add("memory", text)], "script", "added"), env).changes
{SERVE}"""

THEIRS = f"""
from tools.memory_tool import MemoryStore

store = MemoryStore(memory_char_limit={LIMIT})
store.load_from_disk()

def add(text):
    return store.add("memory", text)["success"]
{SERVE}"""


class Adding:
    """A process that adds an entry whenever it is told to, and tells how long that took."""

    def __init__(self, interpreter: str, script: str, directory: Path) -> None:
        home = HermesHome(directory / ".hermes").memory("\n§\n".join(ENTRIES).encode())
        home.config(f"memory:\n  memory_char_limit: {LIMIT}\n")
        places = {f"XDG_{name}_HOME": str(directory / name) for name in ("CONFIG", "STATE", "CACHE")}
        environ = {**os.environ, **places, "HOME": str(directory), "HERMES_HOME": str(home.path)}
        self._process = subprocess.Popen(
            [interpreter, "-c", script], env=environ, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    def add(self) -> float:
        """Seconds that one more took."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def end(self) -> None:
        """The process ends when nothing more is asked."""
        self._process.communicate()


def one_durable_change() -> Iterator[Sample]:
    """Adds of ours and of the released agent in turns, each in its own interpreter and its own home."""
    interpreter = client()
    with ExitStack() as stack:
        sides = []
        for program in ((sys.executable, OURS), (interpreter, THEIRS)):
            directory = stack.enter_context(tempfile.TemporaryDirectory())
            sides.append(Adding(*program, Path(directory)))
            stack.callback(sides[-1].end)
        ours, theirs = sides
        for _ in range(ROUNDS):
            yield ours.add(), theirs.add()


ROWS = (Row("one durable change", "MemoryStore.add of the released agent", 3, one_durable_change),)
