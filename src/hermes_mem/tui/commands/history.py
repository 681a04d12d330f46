"""Commands of the History view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.memory.messages import CopyWanted

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


class CopyChange(OfHistory):
    """Copy what is shown of the change, secrets masked unless they are shown."""

    id, label, keys = "change.copy", "copy change", ("y",)

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.history and at.history.shown_text else "There is nothing here to copy."

    def run(self, at: DeskScreen) -> None:
        if at.history:
            at.post_message(CopyWanted(at.history.shown_text, 0, "the change"))


class FilterChanges(OfHistory):
    """Filter as you type: every word must occur in who, what, why, memory, store or entries; who:pi, target:user."""

    id, label, keys, group, footer = "history.filter", "filter", ("/",), "Look", True

    def unavailable(self, at: DeskScreen) -> str | None:  # noqa: ARG002  there is always something to look for
        return None

    def run(self, at: DeskScreen) -> None:
        if at.history:
            at.history.focus_filter()


class CycleActor(OfHistory):
    """Show the changes of all, or only of one who made any."""

    id, label, keys, group, footer = "history.who", "who", ("f",), "Look", True
    title = "filter by who"

    def unavailable(self, at: DeskScreen) -> str | None:
        return at.history.no_others if at.history else None

    def run(self, at: DeskScreen) -> None:
        if at.history:
            at.history.next_actor()


HISTORY: tuple[OfHistory, ...] = (Restore(), CopyChange(), FilterChanges(), CycleActor())
