"""Commands that mean the same on every view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.views import VIEWS

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen


class Everywhere(Command):
    """A verb of the desk itself."""

    group = "Everywhere"


class GoToView(Everywhere):
    def __init__(self, number: int, view: str) -> None:
        self.id, self.keys, self.label = f"view.{view}", (str(number),), VIEWS[view]
        self._view = view

    @property
    def help(self) -> str:
        """One class serves six views, so the sentence is made."""
        return f"Go to {self.label}."

    def run(self, at: DeskScreen) -> None:
        at.show_view(self._view)


class Palette(Everywhere):
    """Find any command by its name and run it."""

    id, label, keys, footer = "app.commands", "commands", (":", "ctrl+p"), True
    opens = True

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.dialogs import choose_command

        at.ask(choose_command(at))


class Help(Everywhere):
    """Show what every key does here."""

    id, label, keys, footer = "app.help", "help", ("?", "f1"), True
    opens = True

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.dialogs import show_help

        at.ask(show_help(at))


class Theme(Everywhere):
    """Choose the colours, with a preview as you move; esc restores."""

    id, label = "app.theme", "change theme…"
    opens = True

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.dialogs import choose_theme

        at.ask(choose_theme(at))


class GoToTarget(Everywhere):
    """Choose a store and a memory of it from a list."""

    id, label, keys = "store.choose", "go to a store or memory…", ("ctrl+t",)
    opens = True

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.dialogs import choose_target

        at.ask(choose_target(at))


class Reload(Everywhere):
    """Read all stores again from disk."""

    id, label, keys = "store.reload", "read again", ("R",)

    def run(self, at: DeskScreen) -> None:
        at.reload()


class Reveal(Everywhere):
    """Show masked secrets, or mask them again."""

    id, label, keys = "app.reveal", "reveal secrets", ("*",)

    async def run(self, at: DeskScreen) -> None:
        await at.toggle_reveal()


class Undo(Everywhere):
    """Take back the newest change by hand in this store, in Health in any store; also after a restart."""

    id, label, keys, group, footer = "app.undo", "undo", ("u",), "Change", True

    def run(self, at: DeskScreen) -> None:
        at.changes.undo()


class Redo(Everywhere):
    """Do again what was just taken back."""

    id, label, keys, group = "app.redo", "redo", ("U",), "Change"

    def run(self, at: DeskScreen) -> None:
        at.changes.redo()


class KeepAnyway(Everywhere):
    """Do what was just refused all the same; the history keeps that you did."""

    id, label, keys, group = "app.keep-anyway", "do it anyway", ("!",), "Change"

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.changes.refused else "Nothing was refused."

    def run(self, at: DeskScreen) -> None:
        at.changes.keep_anyway()


class Redact(Everywhere):
    """Write the refused text again without its secrets: the editor shows it before it is written."""

    id, label, keys, group = "app.redact", "redact what was refused", ("X",), "Change"

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.changes.secret_refused else "No text was refused for a secret."

    def run(self, at: DeskScreen) -> None:
        at.changes.redact()


class NextPane(Everywhere):
    """Go to the next pane; from a filter, back to the list."""

    id, label, keys = "pane.next", "next pane", ("tab",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.focus_pane(1)


class PreviousPane(Everywhere):
    """Go to the pane before."""

    id, label, keys = "pane.previous", "previous pane", ("shift+tab",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.focus_pane(-1)


class StepOut(Everywhere):
    """Clear the filter, close the zoom, end the range: one step out at a time. At the top it does nothing."""

    id, label, keys = "app.back", "step out", ("escape",)

    async def run(self, at: DeskScreen) -> None:
        await at.in_sight.step_out()


class CopySelection(Everywhere):
    """Copy the text that was selected with the mouse."""

    id, label, keys = "app.copy-selection", "copy selection", ("ctrl+c",)

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.copying import copy_selection

        copy_selection(at)


class Suspend(Everywhere):
    """Put hermes-mem to sleep and go back to the shell; `fg` wakes it."""

    id, label, keys = "app.suspend", "suspend", ("ctrl+z",)

    def run(self, at: DeskScreen) -> None:
        at.app.action_suspend_process()


class Quit(Everywhere):
    """Leave. Nothing is open that could be lost."""

    id, label, keys = "app.quit", "quit", ("q", "ctrl+q")

    def run(self, at: DeskScreen) -> None:
        at.leave()


EVERYWHERE: tuple[Everywhere, ...] = (
    *(GoToView(number, view) for number, view in enumerate(VIEWS, start=1)),
    GoToTarget(),
    Theme(),
    Reload(),
    Reveal(),
    Undo(),
    Redo(),
    KeepAnyway(),
    Redact(),
    NextPane(),
    PreviousPane(),
    StepOut(),
    CopySelection(),
    Suspend(),
    Quit(),
    Palette(),
    Help(),
)
