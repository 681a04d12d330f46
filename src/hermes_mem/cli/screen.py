"""Opening the full screen, or saying why it cannot be opened here."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from hermes_mem.cli.options import Where
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.store.reading import Choice

INSTEAD = "`hermes-mem tui --plain` prints the view as text, `hermes-mem memory list --json` is for programs."


def unfit() -> str | None:
    """Why no full screen can be drawn here, as a sentence; None when one can."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return "The full screen needs a terminal for input and output."
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return "The full screen needs a terminal that can move its cursor (TERM is dumb)."
    return None


def open_on(where: Where, *, demo: bool = False, theme: str | None = None, mouse: bool = True) -> int:
    """Run the full screen on the stores that the options name; returns its exit code. Raises Usage where it cannot."""
    if reason := unfit():
        raise Usage(reason, INSTEAD)
    from hermes_mem.tui.start import start

    gc.enable()
    env = Environment.here()
    settings = load(env)
    with stage(where, env, demo) as choice:
        return start(env, choice, settings=settings, demo=demo, mouse=mouse and settings.ui.mouse, theme=theme)


@contextmanager
def stage(where: Where, env: Environment, demo: bool) -> Iterator[Choice]:
    """What is to be opened: the chosen stores, or a copy of the demo that is removed again."""
    if not demo:
        yield where.choice(env)
        return
    if where != Where():
        raise Usage("--demo opens an invented home of its own.", "Leave out --store, --profile and --project.")
    from hermes_mem.demo.create import temporary

    with temporary() as home:
        yield Choice(store=home, profile="all")
