"""Commands of the History view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen


class OfHistory(Command):
    """A verb about the change under the cursor."""

    view = "history"
    group = "Change"

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.change_in_sight else "There is no change here."


class Restore(OfHistory):
    """Take this very change back, have whole files as they were before it, or one entry that it took away."""

    id, label, keys, footer = "change.restore", "restore…", ("enter",), True
    opens = True

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.restoring import choose_restore

        at.ask(choose_restore(at))


HISTORY = (Restore(),)
