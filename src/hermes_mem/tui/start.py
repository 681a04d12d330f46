"""From the command line to the screen."""

from __future__ import annotations

from hermes_mem.config import remembered
from hermes_mem.config.settings import Settings
from hermes_mem.demo.create import temporary
from hermes_mem.disk.environment import Environment
from hermes_mem.store.reading import Choice
from hermes_mem.tui.session import Leave, Session


def start(
    env: Environment,
    choice: Choice,
    *,
    settings: Settings,
    demo: bool = False,
    mouse: bool = True,
    theme: str | None = None,
) -> int:
    """Run the application until the person leaves; the return value is the exit code.

    `theme` is for this run alone. With `demo` the stores are invented ones, and nothing is remembered.
    """
    session = Session(env, choice, settings, demo=demo, remembered=remembered.load(env))
    session.problems += settings.complaints
    leave = _run(session, mouse=mouse, theme=theme)
    if leave is Leave.FOR_DEMO:
        with temporary() as home:
            _run(Session(env, Choice(home, "all"), settings, demo=True), mouse=mouse, theme=theme)
    return 0


def _run(session: Session, *, mouse: bool, theme: str | None) -> Leave | None:
    from hermes_mem.tui.app import HermesMem

    return HermesMem(session, theme=theme).run(mouse=mouse)
