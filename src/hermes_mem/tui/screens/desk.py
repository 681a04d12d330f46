"""The frame that all views share: title, tabs, the view, the flash line and the keys."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import replace
from inspect import isawaitable
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static
from textual.worker import Worker, WorkerFailed, WorkerState

from hermes_mem.model.store import Snapshot
from hermes_mem.tui.ahead import Opening
from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.registry import NEEDED, Registry
from hermes_mem.tui.drafts import Drafts
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.memory.messages import (
    BoardChosen,
    ChangeWanted,
    CopyWanted,
    EditWanted,
    MoveWanted,
    SightChanged,
)
from hermes_mem.tui.screens.changes import Changes
from hermes_mem.tui.screens.checking import Checking
from hermes_mem.tui.screens.reading import Reading
from hermes_mem.tui.screens.watching import Watching
from hermes_mem.tui.session import Leave, Session
from hermes_mem.tui.view import View
from hermes_mem.tui.widgets.flash import Flash
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.key_bar import KeyBar, KeyHint
from hermes_mem.tui.widgets.tab_bar import TabBar
from hermes_mem.tui.widgets.title_bar import TitleBar, Where

if TYPE_CHECKING:
    from hermes_mem.history.records import Change
    from hermes_mem.model.entry import Entry
    from hermes_mem.tui.health.view import HealthView
    from hermes_mem.tui.history.view import HistoryView
    from hermes_mem.tui.memory.view import MemoryView


class DeskScreen(Screen[None], inherit_bindings=False):
    """Owns what is read and which view is in sight. Workers read; only this screen changes what is shown."""

    def __init__(self, session: Session, registry: Registry) -> None:
        super().__init__()
        self.session = session
        self.registry = registry
        self.snapshots: tuple[Snapshot, ...] = ()
        self.memory: MemoryView
        self.changes = Changes(self)
        self.drafts = Drafts()
        self.opening = Opening(self)
        self.watching = Watching(self)
        self.reading = Reading(self)
        self.checking = Checking(self)

    def compose(self) -> ComposeResult:
        yield TitleBar()
        yield TabBar()
        with ContentSwitcher(id="views", initial="reading"):
            yield Static(Content.styled(own("Reading…"), "$text-muted"), id="reading")
        yield Flash()
        yield KeyBar()
        yield self.reading
        yield self.changes
        yield self.watching
        yield self.checking
        yield Static("Too small. From 20 x 8 on there is something to see. q quits.", id="too-small", markup=False)

    def on_mount(self) -> None:
        """The frame is on the screen before anything in it is made: the application starts the reading."""
        self.watch(self.app, "app_focus", self.reading.after_absence, init=False)
        for problem in (*self.registry.problems, *self.session.problems):
            self.say(problem, Role.WARNING)

    @property
    def ready(self) -> bool:
        """Whether the Memory view is there; it is made with the first reading, behind the frame."""
        return hasattr(self, "memory")

    async def make_ready(self) -> None:
        """Make the Memory view, behind the frame that is on the screen."""
        from hermes_mem.tui.memory.view import MemoryView

        session = self.session
        self.memory = MemoryView(
            session.glyphs, mark_advances=session.settings.ui.mark_advances, today=lambda: session.today
        )
        switcher = self.query_one(ContentSwitcher)
        await switcher.mount(self.memory)
        switcher.current = "memory"
        self.set_focus(self.memory.current_list)

    # Reading

    def reload(self) -> None:
        """Read everything again, and say when that is done."""
        self.reading.again()
        self.in_sight.read_again()

    def read_stores(self) -> None:
        """Read all stores in a worker, and show them."""
        self.reading.begin()

    def leave(self) -> None:
        """Leave for good, and remember where the person was."""
        here, before = self.memory.here if self.ready else None, self.session.remembered
        self.remember(view=self.view if self.ready else before.view, store=here.key if here else before.store)
        self.app.exit(Leave.FOR_GOOD)

    @on(Worker.StateChanged)
    async def show_crash(self, event: Worker.StateChanged) -> None:
        """Turns a crash of a worker into a sentence; the screen lives on."""
        if event.state is not WorkerState.ERROR or isinstance(event.worker.error, WorkerFailed):
            return
        self.drafts.under_way.clear()
        draft = "Your draft is kept. " if self.drafts else ""
        sentence = draft + self.session.log_crash(event.worker.error)
        if event.worker.group in ("check", "deep"):
            self.checking.cancel()
        if event.worker.group == "read":
            await self.reading.show_problem(sentence, "Nothing of your agents was changed.")
        else:
            self.say(sentence, Role.ERROR)

    # What the commands ask for

    def show_view(self, view: str) -> None:
        """Go to a view; those not visited yet are made now."""
        switcher = self.query_one(ContentSwitcher)
        if not switcher.query(f"#{view}"):
            switcher.mount(self._made(view))
        switcher.current = view
        self.query_one(TabBar).view = view
        if view == "history":
            self.watching.looked_at()
        self.call_after_refresh(self._focus_view)
        self.show_keys()

    def _made(self, view: str) -> View:
        if view == "history":
            from hermes_mem.tui.history.view import HistoryView

            return HistoryView(self.session, self.memory)
        if view == "health":
            from hermes_mem.tui.health.view import HealthView

            return HealthView(self.session, self.checking, lambda: self.memory.desired.reveal)
        from hermes_mem.tui.screens.coming import ComingView

        return ComingView(view)

    def _focus_view(self) -> None:
        """Of the view that is in sight by now, should it be another one."""
        self.in_sight.take_focus()

    @property
    def view(self) -> str:
        """The id of the view in sight; "reading" until there is one."""
        return self.query_one(ContentSwitcher).current or "reading"

    @property
    def in_sight(self) -> View:
        """The view in sight."""
        return self.query_one(f"#{self.view}", View)

    @property
    def history(self) -> HistoryView | None:
        """The History view while it is in sight."""
        from hermes_mem.tui.history.view import HistoryView

        return self.query_one("#history", HistoryView) if self.view == "history" else None

    @property
    def health(self) -> HealthView | None:
        """The Health view while it is in sight."""
        from hermes_mem.tui.health.view import HealthView

        return self.query_one("#health", HealthView) if self.view == "health" else None

    async def go_to(self, memory: str, entry: Entry | None) -> None:
        """Go to a memory, by the key of its row, and to an entry there."""
        self.show_view("memory")
        await self.memory.go_to_entry(memory, entry)

    @property
    def change_in_sight(self) -> Change | None:
        """The change that the History view shows."""
        return self.history.chosen if self.history else None

    async def toggle_reveal(self) -> None:
        """Show masked secrets, or mask them again."""
        await self.memory.set_reveal(not self.memory.desired.reveal)
        if self.history:
            self.history.show_chosen()
        if self.health:
            self.health.show_revealed()
        shown = self.memory.desired.reveal
        self.say("Secrets are shown until you press * again." if shown else "Secrets are masked.", Role.WARNING)

    def ask(self, dialog: Coroutine[Any, Any, None]) -> None:
        """Open a dialog and have done what comes of it; a fault in it ends the dialog, not the screen."""
        self.run_worker(dialog, group="dialog", exit_on_error=False)

    # Results and keys

    @property
    def closing(self) -> bool:
        """Whether the application ends: its parts go one by one, and some of them still hear of what was found."""
        return not self.app.is_running

    def say(self, sentence: str, role: Role = Role.TEXT, hint: str = "") -> None:
        """Put a sentence on the flash line, and a key that helps at its right."""
        if self.closing:
            return
        self.opening.end()
        self.query_one(Flash).say(sentence, role, hint)

    def changed(self, sentence: str, hint: str) -> None:
        """Say what was changed, and show what is there now."""
        self.say(sentence, hint=hint)
        self.read_stores()
        self.in_sight.read_again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Commands of other views are not there; one that cannot run now is, and says why when asked."""
        if action != "command":
            return True
        if not self.is_mounted:
            return parameters[0] == NEEDED
        return self.registry[str(parameters[0])].view in (None, self.view) and (self.ready or parameters[0] == NEEDED)

    async def action_command(self, command_id: str) -> None:
        """Run a command by its id, or say why it cannot run."""
        command = self.registry[command_id]
        place = self.place_of(command)
        if (reason := command.unavailable(place)) is not None:
            self.say(reason, Role.WARNING)
            return
        if command.opens:
            self.opening.begin()
        result = command.run(place)
        if isawaitable(result):
            await result
        self.show_keys()

    def place_of(self, command: Command) -> Widget:
        """What the command works on."""
        return self.memory if command.view == "memory" else self

    @on(SightChanged)
    def show_where(self) -> None:
        """Names the store in sight in the title."""
        here, note = self.memory.here, self.session.note
        if self.watching.alarms:
            note = f"! {self.watching.alarms[-1]}  {note}"
        if self.memory.desired.reveal:
            note = f"SECRETS SHOWN  {note}"
        where = Where(note=note)
        if here:
            where = Where(self.session.short(here.home.path), here.home.profile, note, here.snapshot.project)
        self.query_one(TitleBar).where = where
        self.show_keys()

    def show_keys(self) -> None:
        """Make the last line anew: what can be pressed depends on what is in sight."""
        if self.ready and self.in_sight.filtering:
            hints = [KeyHint("pane.next", "enter", "to the list"), KeyHint("app.back", "esc", "clear and leave")]
        else:
            commands = [command for command in self.registry.in_view(self.view) if command.footer]
            hints = [self._hint(command) for command in commands if self.registry.keys(command)]
        self.query_one(KeyBar).hints = tuple(hints)

    @on(events.DescendantFocus)
    @on(events.DescendantBlur)
    def show_keys_of_focus(self) -> None:
        """In a filter, letters are text: the last line says how to get out."""
        self.show_keys()

    def _hint(self, command: Command) -> KeyHint:
        dim = command.unavailable(self.place_of(command)) is not None
        return KeyHint(command.id, self.registry.shown_key(command), own(command.label), dim)

    @on(BoardChosen)
    def remember_board(self, event: BoardChosen) -> None:
        """Keeps the choice for the next start."""
        self.remember(layout="board" if event.board else "list")

    def remember(self, **choices: str | bool | None) -> None:
        """Keep choices for the next start; when that fails, say so."""
        problem = self.session.remember(replace(self.session.remembered, **choices))  # type: ignore[arg-type]
        if problem:
            self.say(problem, Role.WARNING)

    @on(ChangeWanted)
    def change(self, event: ChangeWanted) -> None:
        """Has it done."""
        self.changes.take(event)

    @on(EditWanted)
    def write(self, event: EditWanted) -> None:
        """Opens the editor."""
        from hermes_mem.tui.screens.writing import write

        self.ask(write(self, event))

    @on(MoveWanted)
    def move(self, event: MoveWanted) -> None:
        """Asks where to."""
        from hermes_mem.tui.screens.dialogs import move

        self.ask(move(self, event))

    @on(CopyWanted)
    def copy(self, event: CopyWanted) -> None:
        """Copies beside everything else, since a clipboard is another program."""
        from hermes_mem.tui.screens.copying import copy

        self.run_worker(copy(self, event), group="copy", exit_on_error=False)


def desk_screen(session: Session, registry: Registry) -> DeskScreen:
    """The screen with the registry's keys bound: a class of its own, since bindings belong to classes."""
    from textual.binding import Binding

    bindings = [
        Binding(",".join(registry.keys(command)), f"command('{command.id}')", command.label, id=command.id, show=False)
        for command in registry.commands
        if registry.keys(command)
    ]
    bound: type[DeskScreen] = type("BoundDeskScreen", (DeskScreen,), {"BINDINGS": bindings})
    return bound(session, registry)
