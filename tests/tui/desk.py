"""Driving the application in a test: one call opens it on a home, reads it, presses keys and gives it back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from textual.pilot import Pilot
from textual.worker import WorkerError

from hermes_mem.config.remembered import Remembered
from hermes_mem.config.settings import Settings, load
from hermes_mem.disk.environment import Environment
from hermes_mem.store.reading import Choice
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.screens.desk import DeskScreen
from hermes_mem.tui.session import Leave, Session

SIZES = [(80, 24), (120, 36)]
WELCOMED = Remembered(welcomed=True)


def session(
    env: Environment,
    choice: Choice = Choice(),
    *,
    remembered: Remembered = WELCOMED,
    settings: Settings | None = None,
    demo: bool = False,
    live: bool = False,
) -> Session:
    """A session whose clock stands still; with `live` it watches its stores."""
    settings = settings or load(env)
    clock = datetime(2026, 11, 30, 14, 2).astimezone
    return Session(env, choice, settings, demo=demo, remembered=remembered, clock=clock, live=live)


class Desk:
    """The running application, with what tests look at."""

    def __init__(self, app: HermesMem, pilot: Pilot[Leave]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> DeskScreen:
        """The desk, whatever dialog is over it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, DeskScreen))

    @property
    def text(self) -> str:
        """What a person reads on the screen, line by line."""
        return screen_text(self.app)

    @property
    def rows(self) -> list[str]:
        """The lines of the list that the keys are about."""
        return [row.line for row in self.screen.memory.current_list.rows]

    @property
    def cursor(self) -> int:
        """The row under the cursor."""
        return self.screen.memory.current_list.cursor

    @property
    def marked(self) -> list[int]:
        """Indices of the marked rows."""
        entry_list = self.screen.memory.current_list
        return [index for index, row in enumerate(entry_list.rows) if row.key in entry_list.marked]

    async def press(self, *keys: str) -> None:
        """Press keys and wait until the screen has settled."""
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text, letter by letter."""
        await self.press(*(" ".join(text).replace("   ", " space ").split()))

    async def settle(self) -> None:
        """Wait for workers that end, well or not, and for what they posted.

        One behind a dialog lasts as long as it, and one that watches as long as the desk.
        """
        await self.pilot.pause()
        while unfinished := [worker for worker in self.app.workers if worker.group not in ("dialog", "watch")]:
            for worker in unfinished:
                with suppress(WorkerError):
                    await worker.wait()
            await self.pilot.pause()

    async def still(self) -> str:
        """Wait until nothing is being read and the screen does not change any more; gives it."""
        seen = [self.text]
        while len(seen) < 3 or len(set(seen[-3:])) > 1 or "Reading…" in seen[-1]:
            await self.settle()
            seen.append(self.text)
        return seen[-1]


@asynccontextmanager
async def opened(
    session: Session, *keys: str, size: tuple[int, int] = (120, 36), theme: str | None = None
) -> AsyncIterator[Desk]:
    """The application after it has read its stores and the keys were pressed."""
    app = HermesMem(session, theme=theme)
    async with app.run_test(size=size, notifications=session.live) as pilot:
        desk = Desk(app, pilot)
        await desk.settle()
        while app.desk.view == "reading":
            await desk.settle()
        for key in keys:
            await desk.press(key)
        yield desk


def screen_text(app: HermesMem) -> str:
    """The screen as text, without colours and trailing blanks."""
    strips = app.screen._compositor.render_strips(app.screen.size)
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def joined(entries: Sequence[str]) -> bytes:
    """Entries as the agent writes them."""
    return "\n§\n".join(entries).encode()


def remembering(**choices: str | bool) -> Remembered:
    """What a person chose before."""
    return replace(WELCOMED, **choices)  # type: ignore[arg-type]


def demo_choice(home: Path) -> Choice:
    """All stores of a demo home."""
    return Choice(home, "all")
