"""`hermes-mem watch`: what others change, as it happens."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from itertools import chain
from threading import Event
from typing import Annotated, Any

import typer

from hermes_mem.cli import changed, output, reading, shapes
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.model.text import safe_line
from hermes_mem.store.differences import differences
from hermes_mem.store.reading import read
from hermes_mem.store.watching import Seen, watch

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Exec = Annotated[
    str | None,
    typer.Option("--exec", metavar="CMD", help="Run this for each change, without a shell; it gets JSON on stdin."),
]


@app.command("watch")
@takes
def watch_stores(where: Where, how: How, command: Exec = None) -> None:
    """Print a line for each change that others make to a memory, until you press Ctrl-C.

    Each is told once, also when another hermes-mem noticed it. With --json a line is an object.
    """
    env = Environment.here()
    late = load(env).hermes_rules == "late"
    homes = reading.homes(where)
    program = _program(command)
    moments = watch(lambda: [read(home, env, late=late, scanned=False) for home in homes], env, Event())
    for seen in chain.from_iterable(moments):
        row = _row(seen, how)
        if how.json:
            output.line(output.as_json(row))
        else:
            _print(seen)
        output.flush()
        if program:
            _run(program, row)


def _program(command: str | None) -> list[str]:
    """The words of the command. Raises Usage when it cannot be one."""
    if command is None:
        return []
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Usage(f"--exec cannot be split into words ({error}).", "Quote it as for a shell.") from error
    if not words or shutil.which(words[0]) is None:
        raise Usage(
            f"There is no program {words[0] if words else ''!r} to run.", "--exec takes a program and its words."
        )
    return words


def _run(program: list[str], row: dict[str, Any]) -> None:
    """What the program prints goes where our own notes go, so that every line of stdout is one change."""
    done = subprocess.run(program, input=output.as_json(row), text=True, stdout=2, check=False)  # noqa: S603
    if done.returncode:
        output.note(f"{safe_line(program[0])} ended with {done.returncode}.")


def _row(seen: Seen, how: How) -> dict[str, Any]:
    manner = changed.Manner(json=True, reveal=how.reveal, full=True)
    change = seen.change
    return {
        "change": change.id,
        "store": seen.home.name,
        "time": shapes.utc(change.time),
        "actor": change.about.actor,
        "target": change.about.target,
        "summary": change.about.summary,
        "alarms": list(seen.alarms),
        "returned": [{"target": one.target, "change": one.change} for one in seen.returns],
        "entries": [changed.difference_row(one, manner) for one in differences(seen.effects)],
    }


def _print(seen: Seen) -> None:
    time = seen.change.time.astimezone().strftime("%H:%M:%S")
    output.line(
        safe_line(f"{time}  {seen.home.name}  {seen.happened}  by {seen.change.about.actor}, change {seen.change.id}")
    )
    for alarm in seen.alarms:
        output.line("  " + output.paint(safe_line(f"! {alarm}"), "yellow"))
