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


class TakeBack(OfHistory):
    """Take this very change back, whoever made it; by entry where others have written since."""

    id, label, keys, footer = "change.take-back", "take back", ("enter",), True

    def run(self, at: DeskScreen) -> None:
        change = at.change_in_sight
        if change:
            at.changes.undo_change(change)


HISTORY = (TakeBack(),)
