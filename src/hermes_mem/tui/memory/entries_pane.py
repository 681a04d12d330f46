"""The entries of one memory: the filter above, the list below, and what is to be said of the whole file between."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.lazy import Lazy
from textual.widgets import Static

from hermes_mem.tui.memory import facts
from hermes_mem.tui.memory.drawing import TargetRow, entry_line
from hermes_mem.tui.memory.rows import Desired, EntryRow
from hermes_mem.tui.widgets.glyphs import Glyphs, own
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.query import Query
from hermes_mem.tui.widgets.virtual_list import VirtualList

EntryList = VirtualList[EntryRow]

PROMPT, KEPT = "filter (space = and)", " · category: project:"
"""What the empty filter says, and what it says too where entries have those."""

WITHOUT_DETAIL = ("-tiny", "-flat", "-lowest")
"""Classes of a screen that is too small for an entry beside the list."""


class EntriesPane(Vertical):
    def __init__(self, glyphs: Glyphs, desired: Desired) -> None:
        super().__init__(id="entries-pane")
        self.list: EntryList = VirtualList(
            lambda row, width, state: entry_line(row, width, state, desired),
            glyphs=glyphs,
            id="entries",
            classes="entries",
        )
        self.list.empty = Content.styled(own("Reading…"), "$text-muted")
        self._marked = 0
        self.query_input = Query(PROMPT, id="query")

    def compose(self) -> ComposeResult:
        with Horizontal(id="filter"):
            yield Static(Content.styled("/ ", "bold $text-primary"), id="filter-sign")
            yield Lazy(self.query_input)
            yield Static(id="filter-status")
        yield Hanging(id="notes")
        yield self.list

    def show_target(self, row: TargetRow | None) -> None:
        """Head the pane with the memory, and say what was found about its file and its store."""
        self.border_title = Content(facts.heading(row.target) if row else "Nothing to show")
        self.query_input.placeholder = PROMPT + (own(KEPT) if row and row.target.categories else "")
        notes = self.query_one("#notes", Hanging)
        notes.lines = facts.notes(row.snapshot, row.target) if row else []
        notes.set_class(bool(notes.lines), "-any")

    def show_status(self, words: Sequence[str]) -> None:
        """Say beside the filter how much is shown, and in which order."""
        self.query_one("#filter-status", Static).update(Content(own(" · ").join(words)))

    def show_marked(self, count: int) -> None:
        """Say below the list how many rows are marked, and how to see an entry where no pane shows it."""
        self._marked = count
        words = [f"{count:,} marked"] if count else []
        if self.list.rows and any(self.screen.has_class(small) for small in WITHOUT_DETAIL):
            words.append("z opens the entry")
        self.border_subtitle = Content(own(" · ").join(words))

    def on_resize(self) -> None:
        """What is to be said depends on the size of the window."""
        self.show_marked(self._marked)
