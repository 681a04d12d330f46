"""How soon something is there after the command was given."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hermes_mem.config.remembered import Remembered, save
from hermes_mem.disk.environment import Environment
from tests.bench.row import Row, Sample
from tests.homes import HermesHome
from tests.terminal import Terminal

ROUNDS = 15
ENTRIES = [f"Fact number {number}: the build of service {number} needs a flag of its own" for number in range(25)]
EMPTY_APP = "from textual.app import App; App().run()"
EMPTY = "an empty Textual app"
FIRST_PAINT = "\x1b[1;1H"
"""What Textual sends before its first frame, whatever is in it."""


def ours(*arguments: str) -> list[str]:
    """The command as it is installed beside this Python, else as a module."""
    script = Path(sys.executable).with_name("hermes-mem")
    return [str(script), *arguments] if script.exists() else [sys.executable, "-m", "hermes_mem", *arguments]


def home(directory: Path) -> dict[str, str]:
    """A store with 25 entries, and an environment in which it is the only one and nothing is new to the person."""
    HermesHome(directory / ".hermes").memory("\n§\n".join(ENTRIES).encode())
    places = {f"XDG_{name}_HOME": str(directory / name) for name in ("CONFIG", "STATE", "CACHE")}
    environ = {"HOME": str(directory), **places}
    save(Environment(environ, directory, directory), Remembered(welcomed=True))
    return environ


def ran(command: Sequence[str], environ: dict[str, str]) -> float:
    """Seconds until the command is over."""
    start = time.perf_counter()
    subprocess.run(command, env={**os.environ, **environ}, capture_output=True, check=True)
    return time.perf_counter() - start


def painted(command: Sequence[str], environ: dict[str, str], text: str) -> float:
    """Seconds until the command has sent this text to its terminal of 120 by 36."""
    with Terminal(command, environ) as terminal:
        return terminal.until(text)


def version() -> Iterator[Sample]:
    """The least that a command can do."""
    for _ in range(ROUNDS):
        yield ran(ours("--version"), {}), ran([sys.executable, "-c", "pass"], {})


def listing() -> Iterator[Sample]:
    """A small store as JSON."""
    with tempfile.TemporaryDirectory() as directory:
        environ = home(Path(directory))
        for _ in range(ROUNDS):
            yield (
                ran(ours("memory", "list", "--json"), environ),
                ran([sys.executable, "-c", "import typer"], environ),
            )


def first_paint(text: str) -> Iterator[Sample]:
    """The screen until `text` is on it, against the first frame of an application with nothing in it."""
    with tempfile.TemporaryDirectory() as directory:
        environ = home(Path(directory))
        for _ in range(ROUNDS):
            yield (
                painted(ours("tui"), environ, text),
                painted([sys.executable, "-c", EMPTY_APP], environ, FIRST_PAINT),
            )


ROWS = (
    Row("--version", "python -c pass", 2, version),
    Row("memory list --json, 25 entries", 'python -c "import typer"', 1.6, listing),
    Row("tui, first paint of the frame", EMPTY, 1.3, lambda: first_paint("Memory")),
    Row("tui, first paint of the filled Memory screen", EMPTY, 1.6, lambda: first_paint("Fact number 3")),
)
