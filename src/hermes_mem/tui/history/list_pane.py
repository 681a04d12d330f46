"""The changes of the history: the filter above, the list below."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from hermes_mem.tui.history.rows import ChangeRow, Known, change_line
from hermes_mem.tui.memory.facts import Line
from hermes_mem.tui.widgets.glyphs import Glyphs, own
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.query import Query
from hermes_mem.tui.widgets.virtual_list import VirtualList

PROMPT = "filter: who, what, memory, text"


class ChangesPane(Vertical):
    def __init__(self, glyphs: Glyphs, known: Known) -> None:
        super().__init__(id="changes-pane")
        self.list: VirtualList[ChangeRow] = VirtualList(
            lambda row, width, state: change_line(row, width, state, known),
            markable=False,
            glyphs=glyphs,
            id="changes-list",
        )
        self.list.empty = Content.styled(own("Reading…"), "$text-muted")
        self.query_input = Query(PROMPT, id="changes-query")

    def compose(self) -> ComposeResult:
        with Horizontal(id="changes-filter"):
            yield Static(Content.styled("/ ", "bold $text-primary"), id="changes-sign")
            yield self.query_input
            yield Static(id="changes-status")
        yield Hanging(id="changes-notes")
        yield self.list

    def show_notes(self, lines: Sequence[Line]) -> None:
        """Say something above the list."""
        notes = self.query_one("#changes-notes", Hanging)
        notes.lines = lines
        notes.display = bool(lines)

    def show_status(self, words: Sequence[str], who: str | None) -> None:
        """Say beside the filter how much is shown, and in the title by whom."""
        self.query_one("#changes-status", Static).update(Content(own(" · ").join(words)))
        self.border_title = Content(own(" · ").join(["History", *([f"by {who}"] if who else [])]))

    def show_alarms(self, count: int) -> None:
        """Say below the list that there is something to look at."""
        self.border_subtitle = Content(
            "! look at this" if count == 1 else f"! look at these {count:,}" if count else ""
        )
