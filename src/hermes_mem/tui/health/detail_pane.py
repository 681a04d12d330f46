"""One report in full, what can be done about it as a small list, and what the one under the cursor would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from hermes_mem.tui.health.lines import Way, entry_lines, finding_lines, place_lines, way_line, way_lines
from hermes_mem.tui.health.rows import ReportRow
from hermes_mem.tui.session import Session
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.walking import Walkable
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.text_pane import TextPane
from hermes_mem.tui.widgets.virtual_list import VirtualList


class DetailPane(Vertical):
    """`ways` are what can be done about the report that is shown; None until that is known."""

    def __init__(self, session: Session, reveal: Callable[[], bool]) -> None:
        super().__init__(id="finding-pane")
        self._session = session
        self._reveal = reveal
        self._shown: ReportRow | None = None
        self.ways: Sequence[Way] | None = None
        self.text = TextPane(id="finding")
        self._list: VirtualList[Way] = VirtualList(way_line, markable=False, glyphs=session.glyphs, id="ways")

    def compose(self) -> ComposeResult:
        with self.text:
            yield Hanging(id="finding-text")
            yield Static(id="finding-entry")
            yield Static(Content.styled("What can be done", "bold"), id="ways-title")
            yield self._list
            yield Hanging(id="way")
            yield Hanging(id="finding-place")

    def show(self, row: ReportRow | None, *, zoomed: bool) -> None:
        """Show a report, or that there is none; what can be done about another one is not known yet."""
        before, self._shown = self._shown, row
        if row is None or row is not before:
            self.ways = None
        if row is None or before is None or row.key != before.key:
            self._show_list(())
            self.text.to_top()
        reveal = self._reveal()
        self.query_one("#finding-text", Hanging).lines = finding_lines(row) if row else ()
        entry = entry_lines(row, reveal=reveal, zoomed=zoomed) if row else []
        self.query_one("#finding-entry", Static).update(paragraph(entry))
        self.query_one("#finding-entry").display = bool(entry)
        self.query_one("#finding-place", Hanging).lines = [(), *place_lines(row, self._session.short)] if row else ()
        self._show_way()

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Show what can be done; the cursor stays with its way."""
        self.ways = ways
        self._show_list(ways)

    def _show_list(self, ways: Sequence[Way]) -> None:
        if self._list.has_focus and not ways:
            self.text.focus()
        self._list.styles.height = len(ways)
        self._list.set_rows(ways)
        for part in ("#ways-title", "#ways", "#way"):
            self.query_one(part).display = bool(ways)
        self._show_way()

    def _show_way(self) -> None:
        way = self._list.cursor_row
        lines = way_lines(way, self._session.short, reveal=self._reveal()) if way else ()
        self.query_one("#way", Hanging).lines = lines

    @property
    def way(self) -> Way | None:
        """The way under the cursor while its list has the focus."""
        return self._list.cursor_row if self._list.has_focus else None

    def walkable(self, *, zoomed: bool) -> Walkable | None:
        """What the keys of movement are about while they are about this pane."""
        if self._list.has_focus and self._list.rows:
            return self._list
        return self.text if zoomed or self.text.has_focus else None

    def take_focus(self) -> None:
        """Have the keys go to what can be done, else to the text."""
        (self._list if self._list.rows else self.text).focus()

    @on(VirtualList.Moved, "#ways")
    def show_way(self, event: VirtualList.Moved) -> None:
        """Shows what the way under the cursor would do."""
        event.stop()
        self._show_way()
