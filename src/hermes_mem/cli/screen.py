"""Opening the full screen, or saying why it cannot be opened here."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError, Usage
from hermes_mem.store.reading import Choice

if TYPE_CHECKING:
    from hermes_mem.cli.options import Where

INSTEAD = "`hermes-mem tui --plain` prints the view as text, `hermes-mem memory list --json` is for programs."


def unfit() -> str | None:
    """Why no full screen can be drawn here, as a sentence; None when one can."""
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return "The full screen needs a terminal for input and output."
    if os.environ.get("TERM", "dumb") in ("", "dumb"):
        return "The full screen needs a terminal that can move its cursor (TERM is dumb)."
    return None


def open_on(
    where: Where, *, demo: bool = False, theme: str | None = None, mouse: bool = True, view: str | None = None
) -> int:
    """Run the full screen on the stores that the options name; returns its exit code. Raises Usage where it cannot.

    It begins with the `view`, else with the one that was seen last.
    """
    if reason := unfit():
        raise Usage(reason, INSTEAD)
    env = Environment.here()
    settings = load(env)
    from hermes_mem.tui.start import start

    with stage(where, env, demo) as (place, choice):
        mouse = mouse and settings.ui.mouse
        return start(place, choice, settings=settings, demo=demo, mouse=mouse, theme=theme, view=view)


def open_alone() -> int | None:
    """Run the full screen on what an agent would use, without the command line: loading that takes a third of the
    time to the first paint. None where there is something to say instead, which the command line does.
    """
    if unfit():
        return None
    env = Environment.here()
    try:
        settings = load(env)
    except HermesMemError:
        return None
    from hermes_mem.tui.start import start

    return start(env, Choice(), settings=settings, mouse=settings.ui.mouse)


@contextmanager
def stage(where: Where, env: Environment, demo: bool) -> Iterator[tuple[Environment, Choice]]:
    """What is to be opened, and where: the chosen stores, or a copy of the demo that is removed again."""
    if not demo:
        yield env, where.choice(env)
        return
    from hermes_mem.cli.options import Where

    if where != Where():
        raise Usage("--demo opens an invented home of its own.", "Leave out --store, --profile and --project.")
    from hermes_mem.demo.create import temporary

    with temporary(env) as place:
        yield place, Choice(profile="all")
