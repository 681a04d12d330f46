"""The History view: every change, and what it did to each entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from hermes_mem.history.records import Change
from hermes_mem.store.differences import Difference
from hermes_mem.tui.history.lines import NOTHING_YET, ChangeRow, change_line, change_lines, change_row
from hermes_mem.tui.memory.facts import Role, say
from hermes_mem.tui.memory.walking import Walkable
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.virtual_list import VirtualList


class HistoryView(Horizontal):
    """Shows what it is given, and asks for what each change did when the cursor comes to it."""

    @dataclass
    class ChangeInSight(Message):
        """What this change did is to be shown."""

        change: Change

    def __init__(self, glyphs: Glyphs, now: Callable[[], datetime]) -> None:
        super().__init__(id="history")
        self._now = now
        self.differences: tuple[Difference, ...] = ()
        self.list: VirtualList[ChangeRow] = VirtualList(change_line, markable=False, glyphs=glyphs, id="changes-list")

    def compose(self) -> ComposeResult:
        yield self.list
        with VerticalScroll(id="change") as pane:
            pane.border_title = Content("Change")
            yield Static(id="change-text")

    def on_mount(self) -> None:
        self.list.border_title = Content("History")
        self.list.empty = Content.styled("Reading…", "$text-muted")

    def show(self, changes: Sequence[Change]) -> None:
        """Show these changes, newest first."""
        now = self._now().astimezone()
        self.list.empty = paragraph(NOTHING_YET)
        self.list.set_rows([change_row(change, now) for change in changes])
        self.list.border_subtitle = Content(f"{len(changes):,}" if changes else "")
        self._ask()

    def show_problem(self, sentence: str) -> None:
        """Say why there is nothing to show."""
        self.list.empty = paragraph([say(sentence, Role.ERROR)])
        self.list.set_rows(())

    def show_change(self, change: Change, differences: Sequence[Difference], home: str, *, reveal: bool) -> None:
        """Show what a change did, if it is still the one under the cursor."""
        if self.chosen and self.chosen.id == change.id:
            self.differences = tuple(differences)
            lines = change_lines(change, differences, home, reveal=reveal)
            self.query_one("#change-text", Static).update(paragraph(lines))
            self.query_one("#change", VerticalScroll).scroll_home(animate=False)

    @property
    def chosen(self) -> Change | None:
        """The change under the cursor."""
        row = self.list.cursor_row
        return row.change if row else None

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move the cursor of the list."""
        act(self.list)

    def scroll(self, lines: int) -> None:
        """Scroll what the change did."""
        self.query_one("#change", VerticalScroll).scroll_relative(y=lines, animate=False)

    @on(VirtualList.Moved)
    def show_another(self, event: VirtualList.Moved) -> None:
        """Asks for what the change under the cursor did."""
        event.stop()
        self._ask()

    def _ask(self) -> None:
        self.differences = ()
        if self.chosen:
            self.post_message(self.ChangeInSight(self.chosen))
        else:
            self.query_one("#change-text", Static).update("")
