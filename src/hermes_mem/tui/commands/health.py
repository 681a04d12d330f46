"""Commands of the Health view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.memory.messages import CopyWanted

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen


class OfHealth(Command):
    """A verb about what is shown of the checks."""

    view = "health"
    group = "Look"


class OfFinding(OfHealth):
    """A verb about the finding under the cursor."""

    group = "Finding"

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.health and at.health.chosen else "There is no finding under the cursor."


class Mend(OfFinding):
    """Choose what shall be done about the finding; what it would change is shown before it is written."""

    id, label, keys, footer = "finding.mend", "mend…", ("enter",), True
    title = "mend this finding…"
    opens = True

    def unavailable(self, at: DeskScreen) -> str | None:
        if at.health and at.health.chosen and at.health.ways == ():
            return f"No way to mend this by a key is known. {at.health.advice}".rstrip()
        return super().unavailable(at)

    def run(self, at: DeskScreen) -> None:
        from hermes_mem.tui.screens.mending import choose_way

        at.ask(choose_way(at))


class Acknowledge(OfFinding):
    """Let the finding be quiet until it changes; on one that is quiet, have it told again."""

    id, label, keys, footer = "finding.acknowledge", "quiet", ("i",), True
    title = "acknowledge this finding"

    def run(self, at: DeskScreen) -> None:
        if at.health and at.health.chosen:
            at.checking.acknowledge(at.health.chosen.report)


class GoTo(OfFinding):
    """Go to the entry or the memory that the finding is about."""

    id, label, keys, footer = "finding.go", "go to it", ("o",), True

    def unavailable(self, at: DeskScreen) -> str | None:
        lost = at.health and at.health.chosen and at.health.chosen.target is None
        return "It is about no memory that is shown here." if lost else super().unavailable(at)

    async def run(self, at: DeskScreen) -> None:
        if at.health and at.health.chosen:
            await at.go_to(at.health.chosen.memory, at.health.chosen.entry)


class OpenFinding(OfFinding):
    """Give the finding the whole view, its entry in full. esc closes."""

    id, label, keys, group = "finding.open", "zoom", ("z",), "Look"
    title = "open finding"

    def run(self, at: DeskScreen) -> None:
        if at.health:
            at.health.toggle_zoom()


class FilterFindings(OfHealth):
    """Filter as you type: every word must occur in the sentence, the memory, the store or the rule."""

    id, label, keys, footer = "health.filter", "filter", ("/",), True

    def run(self, at: DeskScreen) -> None:
        if at.health:
            at.health.focus_filter()


class CycleFindings(OfHealth):
    """Show all findings, only those that need you, or what you have acknowledged."""

    id, label, keys, footer = "health.only", "others", ("f",), True
    title = "show other findings"

    def run(self, at: DeskScreen) -> None:
        if at.health:
            at.health.next_only()


class CopyReport(OfHealth):
    """Copy what is shown as plain text: every finding with what it means, and no text of an entry."""

    id, label, keys = "health.copy", "copy report", ("y",)
    title = "copy health report"

    def unavailable(self, at: DeskScreen) -> str | None:
        return None if at.health and at.health.report else "There is nothing here to copy."

    def run(self, at: DeskScreen) -> None:
        if at.health and (text := at.health.report):
            at.post_message(CopyWanted(text, 0, "the report"))


class LookDeeper(OfHealth):
    """Look for secrets by the many more rules of kingfisher; that takes seconds, and esc stops it."""

    id, label = "health.deep", "look for secrets by many more rules"

    def unavailable(self, at: DeskScreen) -> str | None:
        return at.session.no_deep or (None if at.snapshots else "There is no store to look at.")

    def run(self, at: DeskScreen) -> None:
        at.checking.begin_deep()


HEALTH: tuple[OfHealth, ...] = (
    Mend(),
    Acknowledge(),
    GoTo(),
    OpenFinding(),
    FilterFindings(),
    CycleFindings(),
    CopyReport(),
    LookDeeper(),
)
