"""A text in the person's own editor: one with a window beside the screen, or one that is lent the terminal."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from textual.worker import WorkerFailed

from hermes_mem.disk.editor import NOTHING, Edited, Editor, edited, editor_of
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.text import safe, safe_line
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.working import done, outcome, raised

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

AT_ONCE = "An editor that opens a window has to be told to wait, as in EDITOR='code --wait'."


async def written_outside(desk: DeskScreen, text: str) -> tuple[bool, str]:
    """The text from the person's own editor, and whether it shall be written; why not is said."""
    try:
        editor = editor_of(desk.session.env)
        found = await _edited(desk, editor, text)
    except HermesMemError as error:
        desk.say(safe(f"{error.message} {error.hint or ''}"), Role.WARNING)
    except WorkerFailed:
        pass  # The desk has said it.
    except SuspendNotSupported:
        desk.say("This terminal cannot be lent to another program; e edits here.", Role.WARNING)
    else:
        return _judged(desk, editor, text, found)
    return False, text


async def _edited(desk: DeskScreen, editor: Editor, text: str) -> Edited:
    env = desk.session.env
    if not editor.windowed:
        with desk.app.suspend():
            found = outcome(lambda: edited(text, editor, env))  # What is raised in there leaves the screen suspended.
        return raised(found)
    given_up = Event()
    waiting = Waiting(editor.name, given_up)
    await desk.app.push_screen(waiting)
    try:
        return await done(desk, lambda: edited(text, editor, env, given_up), "editor")
    finally:
        waiting.over()


def _judged(desk: DeskScreen, editor: Editor, text: str, found: Edited) -> tuple[bool, str]:
    now, name = found.text.strip(), safe_line(editor.name)
    if found.given_up:
        kept = "" if now == text.strip() else " What it had saved is kept as a draft: e opens it."
        desk.say(f"No longer waiting for {name}; what it saves now is lost.{kept}", Role.WARNING)
        return False, now
    if now == text.strip():
        hint = f" {AT_ONCE}" if found.at_once else ""
        desk.say(f"{name} left the text as it was. {NOTHING}{hint}", Role.WARNING if hint else Role.TEXT)
        return False, text
    return True, now


class Waiting(Dialog[None]):
    """Says that an editor has a window open, until that is `over`; `given_up` is set when the person is tired of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "give up")]

    def __init__(self, editor: str, given_up: Event) -> None:
        super().__init__()
        self._editor = editor
        self._given_up = given_up

    def compose(self) -> ComposeResult:
        yield Static(Content(f" waiting for {safe_line(self._editor)}; esc gives up"), id="waiting")

    def action_give_up(self) -> None:
        """Waits no longer."""
        self._given_up.set()

    def on_unmount(self) -> None:
        """Also when the application ends: its threads are waited for."""
        self._given_up.set()

    def over(self) -> None:
        """Go away."""
        if self.is_attached:
            self.dismiss(None)
