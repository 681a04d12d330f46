"""One entry in full, and what would become of the budget without the marked ones."""

from __future__ import annotations

from collections.abc import Collection

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hermes_mem.model.entry import Entry
from hermes_mem.model.target import Target
from hermes_mem.tui.memory import facts
from hermes_mem.tui.memory.drawing import reading
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs


class DetailPane(Horizontal):
    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="detail-pane")
        self.map = Gauge(glyphs=glyphs, id="map")
        self.what_if = Gauge(form=Form.BARE, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="detail"):
            yield self.map
            yield Static(id="detail-text")
        with Vertical(id="what-if"):
            yield Static(id="what-if-text")
            yield self.what_if

    def show_entry(self, target: Target, entry: Entry, place: str, *, reveal: bool) -> None:
        """Show text, facts and findings; `place` heads the pane."""
        self.border_title = Content(place)
        lines = [*facts.text_lines(entry, reveal=reveal), (), *facts.entry_facts(entry, target)]
        self.query_one("#detail-text", Static).update(paragraph(lines))
        self.map.reading = reading(target, current=entry.id)
        self.query_one("#detail", VerticalScroll).scroll_home(animate=False)

    def show_nothing(self) -> None:
        """Show that there is no entry to show."""
        self.border_title = Content("Entry")
        self.query_one("#detail-text", Static).update("")
        self.map.reading = None

    def show_what_if(self, target: Target | None, marked: Collection[str]) -> None:
        """Show the budget as it would be without the marked entries; nothing when none are."""
        self.query_one("#what-if").display = bool(marked)
        if marked and target is not None:
            self.query_one("#what-if-text", Static).update(
                Content.styled(f"Without the {len(marked):,} marked", "bold")
            )
            self.what_if.reading = reading(target, marked)

    def scroll_by(self, lines: int) -> None:
        """Scroll the text."""
        self.query_one("#detail", VerticalScroll).scroll_relative(y=lines, animate=False)
