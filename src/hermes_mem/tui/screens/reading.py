"""The stores are read in a worker, the one in sight first, and what came of it is put on the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.widget import Widget
from textual.worker import get_current_worker

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.text import safe
from hermes_mem.tui.memory.facts import Line, Role, no_store, press, say
from hermes_mem.tui.views import VIEWS
from hermes_mem.tui.working import work

if TYPE_CHECKING:
    from hermes_mem.tui.memory.rows import Past
    from hermes_mem.tui.screens.desk import DeskScreen

WIDE = 160
"""Columns from which the board opens by itself, until the person chooses."""


class Reading(Widget):
    """Has no face of its own; the desk shows what it has read."""

    DEFAULT_CSS = "Reading { display: none; }"

    @dataclass
    class StoresRead(Message):
        """A reading came back; `complete` when no store is missing any more."""

        snapshots: tuple[Snapshot, ...]
        complete: bool

    @dataclass
    class Failed(Message):
        """No store could be found."""

        error: HermesMemError

    def __init__(self, desk: DeskScreen) -> None:
        super().__init__()
        self._desk = desk
        self._restored = False
        self._asked = False

    def again(self) -> None:
        """Read everything again, and say when that is done."""
        self._asked = True
        self._desk.read_stores()

    def after_absence(self, here: bool) -> None:
        """Reads again when the person comes back to this window: they may have edited a file elsewhere."""
        if here:
            self._desk.read_stores()

    def begin(self) -> None:
        """Read the store in sight first, then the others."""
        work(self._desk, self._read, "read", exclusive=True)

    def _read(self) -> None:
        worker, session = get_current_worker(), self._desk.session
        snapshots: list[Snapshot] = []
        try:
            for sentence in session.recover():
                self.call_later(self._desk.say, sentence, Role.WARNING)
            homes = session.homes()
            for home in homes:
                if worker.is_cancelled:
                    return
                snapshots.append(session.read(home))
                if len(snapshots) == 1 < len(homes):
                    self.post_message(self.StoresRead((snapshots[0],), False))
        except HermesMemError as error:
            self.post_message(self.Failed(error))
            return
        if not worker.is_cancelled:
            self.post_message(self.StoresRead(tuple(snapshots), True))

    def _keep_versions(self) -> None:
        """Has what was read kept in the history, once it is on the screen, and asks that for the time before."""
        shown, session = self._desk.snapshots, self._desk.session
        if session.observe(shown):
            self.call_later(self._desk.in_sight.read_again)
        if shown and not session.demo:
            from hermes_mem.tui.memory.past import look_back

            self.call_later(self._show_past, shown, *look_back(shown, session.env, session.clock().astimezone()))

    async def _show_past(self, shown: tuple[Snapshot, ...], stores: tuple[Snapshot, ...], past: Past) -> None:
        """Shows it, unless something else was read meanwhile."""
        desk = self._desk
        if desk.snapshots is not shown:
            return
        await desk.memory.show_past(past)
        if stores != shown:
            desk.snapshots = stores
            await desk.memory.show(stores)

    @on(StoresRead)
    async def show(self, event: StoresRead) -> None:
        """Takes the new snapshots in; a first, partial reading never replaces a whole one."""
        event.stop()
        desk = self._desk
        if not event.complete and desk.snapshots:
            return
        before = desk.memory.here if desk.ready else None
        lines = () if event.snapshots else no_store(desk.session.looked_in())
        await self._put(event.snapshots, lines)
        if event.complete:
            self.call_after_refresh(work, desk, self._keep_versions, "keep", exclusive=True)
            desk.watching.begin(desk.snapshots)
            if desk.snapshots:
                self.call_after_refresh(desk.checking.begin)
            self._tell(before.home if before else None)
            await self._first()

    async def _put(self, snapshots: tuple[Snapshot, ...], lines: Sequence[Line]) -> None:
        """Shows these stores, or why there is none."""
        desk = self._desk
        desk.snapshots = snapshots
        with self.app.batch_update():
            if not desk.ready:
                await desk.make_ready()
            if snapshots:
                await desk.memory.show(snapshots)
            else:
                await desk.memory.show_nothing(lines)
                desk.checking.show_nothing(lines)

    def _tell(self, before: Home | None) -> None:
        """Says that it was read again, and what is gone since."""
        desk = self._desk
        if self._asked:
            self._asked = False
            desk.say("Read again from disk.")
        if before and before not in [store.home for store in desk.snapshots]:
            desk.say(f"{before.name} is not there any more; what you see now is another store.", Role.ERROR)
        if titles := desk.drafts.rescue(desk.memory.target_rows):
            desk.say(f"The entry of a draft is gone from {titles[0]}; N there opens it.", Role.WARNING)

    async def _first(self) -> None:
        """Once all is read for the first time: go where the person was, and welcome one who never was here."""
        if self._restored:
            return
        self._restored = True
        await self._restore()
        if not (self._desk.session.demo or self._desk.session.remembered.welcomed):
            from hermes_mem.tui.screens.dialogs import welcome

            self._desk.ask(welcome(self._desk))

    async def _restore(self) -> None:
        """Go where the person was, and put the board up if they had it."""
        desk, last = self._desk, self._desk.session.remembered
        desk.memory.go_to(last.store or "")
        if last.view in VIEWS:
            desk.show_view(last.view)
        if last.layout == "board" or (last.layout is None and desk.size.width >= WIDE):
            await desk.memory.set_board(True)

    @on(Failed)
    async def show_failure(self, event: Failed) -> None:
        """Says what stood in the way."""
        event.stop()
        await self.show_problem(event.error.message, event.error.hint or "")

    async def show_problem(self, problem: str, hint: str) -> None:
        """Show why there is nothing to show."""
        self._asked = False
        lines = [say(safe(problem), Role.ERROR), say(safe(hint)), (), press("R", "try again"), press("q", "quit")]
        await self._put((), lines)
