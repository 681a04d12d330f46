"""From the command line to the screen."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from hermes_mem.config import remembered
from hermes_mem.config.settings import Settings
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.store.reading import Choice
from hermes_mem.tui.session import Leave, Session

if TYPE_CHECKING:
    os.environ.setdefault("TEXTUAL_FPS", "120")  # What a key changes is painted within 8 ms instead of 16.
    from hermes_mem.tui.app import HermesMem


CRASHED = 1
"""What Textual ends with after a fault."""


def start(
    env: Environment,
    choice: Choice,
    *,
    settings: Settings,
    demo: bool = False,
    mouse: bool = True,
    theme: str | None = None,
    view: str | None = None,
) -> int:
    """Run the application until the person leaves; the return value is the exit code.

    `theme` is for this run alone, `view` the one to begin with, else the one that was seen last. With `demo` the
    stores are invented ones that lie where `env` says, and nothing is remembered.
    """
    kept = remembered.Remembered() if demo else remembered.load(env)
    kept = replace(kept, view=view) if view else kept
    session = Session(env, choice, settings, demo=demo, remembered=kept)
    session.problems += settings.complaints
    app = _run(session, mouse=mouse, theme=theme)
    if app.return_value is Leave.FOR_DEMO:
        from hermes_mem.demo.create import temporary

        with temporary(env) as place:
            app = _run(Session(place, Choice(profile="all"), settings, demo=True), mouse=mouse, theme=theme)
    return HermesMemError.exit_code if app.return_code == CRASHED else app.return_code or 0


def _run(session: Session, *, mouse: bool, theme: str | None) -> HermesMem:
    from hermes_mem.tui.app import HermesMem

    app = HermesMem(session, theme=theme)
    app.run(mouse=mouse)
    return app
