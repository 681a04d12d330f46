"""How soon a change by a running agent is on the screen."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tests.bench.client import client
from tests.bench.row import NotHere, Row, Sample
from tests.bench.starting import home, ours
from tests.terminal import Terminal

ROUNDS = 15
APART = 2.5
"""Seconds between two changes: within two seconds they would be one."""

AT_MOST = 0.2
"""Seconds from the end of the agent's own write to the entry on the screen."""

AGENT = """
import sys, time
from tools.memory_tool import MemoryStore
store = MemoryStore(memory_char_limit=100_000)
store.load_from_disk()
print("ready", flush=True)
for line in sys.stdin:
    assert store.add("memory", line.strip())["success"]
    print(time.perf_counter(), flush=True)
"""


def alerting() -> Iterator[Sample]:
    """The released agent adds an entry in a process of its own, while the screen shows its memory in a terminal."""
    with tempfile.TemporaryDirectory() as directory:
        environ = home(Path(directory))
        agents = _agent(environ | {"HERMES_HOME": f"{directory}/.hermes"})
        with agents as agent, Terminal(ours("tui"), environ, lines=60) as terminal:
            terminal.until("Fact number 3")
            terminal.quiet(APART)
            for number in range(ROUNDS):
                entry = f"Outside {number:03}"
                written = agent.add(entry)
                terminal.until(entry)
                yield time.perf_counter() - written, AT_MOST
                terminal.quiet(APART)


class Agent:
    """A process with the agent's own store in it."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._stdin, self._stdout = stdin, stdout
        if stdout.readline().strip() != "ready":
            raise NotHere("the released hermes-agent does not start")

    def add(self, entry: str) -> float:
        """Have it add an entry; gives the moment at which it was done, on the clock that all processes share."""
        self._stdin.write(f"{entry}\n")
        self._stdin.flush()
        return float(self._stdout.readline())


@contextmanager
def _agent(environ: dict[str, str]) -> Iterator[Agent]:
    process = subprocess.Popen(
        [client(), "-c", AGENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ
    )
    try:
        assert process.stdin
        assert process.stdout
        yield Agent(process.stdin, process.stdout)
    finally:
        process.kill()
        process.wait()


ROWS = (Row("outside change to alert on the screen", "the limit of 200 ms", 1, alerting),)
