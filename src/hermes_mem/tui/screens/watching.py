"""The stores are watched while they are on the screen: what others change is shown, and said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.widget import Widget

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.working import work

if TYPE_CHECKING:
    from hermes_mem.store.watching import Seen
    from hermes_mem.tui.screens.desk import DeskScreen


class Watching(Widget):
    """One thread that watches the stores of a desk; another begins when there are others.

    `alarms` are sentences on what a person should look at, until they have looked into the history.
    """

    DEFAULT_CSS = "Watching { display: none; }"

    @dataclass
    class OthersWrote(Message):
        """Something looks different; `seen` is what others have changed."""

        seen: tuple[Seen, ...]

    @dataclass
    class Ended(Message):
        """Nothing is watched any more, and why."""

        why: str

    def __init__(self, desk: DeskScreen) -> None:
        super().__init__()
        self.alarms: list[str] = []
        self._desk = desk
        self._homes: tuple[Home, ...] = ()
        self._stop = Event()

    def begin(self, stores: Sequence[Snapshot]) -> None:
        """Watch these stores instead of those before, unless they are the same."""
        homes = tuple(store.home for store in stores)
        if homes != self._homes and self._desk.session.live:
            self._stop.set()
            self._homes, self._stop = homes, Event()
            stop = self._stop
            work(self._desk, lambda: self._watch(stores, stop), "watch")

    def on_unmount(self) -> None:
        """The application waits for its threads."""
        self._stop.set()

    def looked_at(self) -> None:
        """The person sees what happened: the alarms end."""
        self.alarms.clear()
        self._desk.show_where()

    def _watch(self, stores: Sequence[Snapshot], stop: Event) -> None:
        try:
            for seen in self._desk.session.watch(stores, stop):
                self.post_message(self.OthersWrote(seen))
        except HermesMemError as error:
            self.post_message(self.Ended(error.message))

    @on(OthersWrote)
    def show_others(self, event: OthersWrote) -> None:
        """Shows what is there now, and says who changed what; the cursor and what is being typed stay."""
        self._desk.read_stores()
        for seen in event.seen:
            self.alarms += seen.alarms
            said = own("\n".join((told(seen), *map(safe_line, seen.alarms))))
            self.notify(said, severity="warning" if seen.alarms else "information", markup=False)
        if event.seen:
            self._desk.in_sight.read_again()
            self._desk.show_where()

    @on(Ended)
    def say_why(self, event: Ended) -> None:
        """What others change is only seen when it is read again."""
        self._desk.say(f"The stores are not watched. {event.why}", Role.WARNING, hint="R reads again")


def told(seen: Seen) -> str:
    """One change by others as a sentence."""
    return safe_line(f"{seen.home.name} by {seen.change.about.actor}: {seen.happened}")
