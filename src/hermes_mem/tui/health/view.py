"""The Health view: what the checks found, what it means, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Snapshot
from hermes_mem.model.text import safe
from hermes_mem.tui.health.detail_pane import DetailPane
from hermes_mem.tui.health.lines import Way, heading, problem_lines, report_line, summary, why_empty
from hermes_mem.tui.health.report import report_text
from hermes_mem.tui.health.rows import Desired, HealthRow, ReportRow
from hermes_mem.tui.memory.messages import SightChanged
from hermes_mem.tui.screens.checking import Checking
from hermes_mem.tui.session import Session
from hermes_mem.tui.text import content, paragraph
from hermes_mem.tui.view import View
from hermes_mem.tui.walking import Walkable
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.query import Query
from hermes_mem.tui.widgets.virtual_list import VirtualList
from hermes_mem.tui.working import work


class HealthView(View):
    """Shows what `checking` has found; `reveal` says whether secrets are shown."""

    of_all_stores = True

    def __init__(self, session: Session, checking: Checking, reveal: Callable[[], bool]) -> None:
        super().__init__(id="health")
        self._session = session
        self._checking = checking
        self._desired = Desired()
        self._numbers: dict[str, int] = {}
        self._query = Query("filter (space = and)", id="health-query")
        self._detail = DetailPane(session, reveal)
        self.list: VirtualList[HealthRow] = VirtualList(
            lambda row, width, state: report_line(row, width, state, reveal=reveal()),
            markable=False,
            stops=lambda row: isinstance(row, ReportRow),
            glyphs=session.glyphs,
            id="reports",
        )

    def compose(self) -> ComposeResult:
        with Vertical(id="health-pane"):
            yield Static(id="health-head")
            with Horizontal(id="health-filter"):
                yield Static(Content.styled("/ ", "bold $text-primary"), id="health-filter-sign")
                yield self._query
            yield Hanging(id="health-problems")
            yield self.list
        yield self._detail

    def on_mount(self) -> None:
        self._checking.told = self.show
        self.show()

    # What is shown

    def show(self) -> None:
        """Show what was found last, and how far the checks are; the cursor stays with its report."""
        examined, progress = self._checking.examined, self._checking.progress
        self.query_one("#health-head", Static).update(content(summary(examined, progress)))
        problems = self.query_one("#health-problems", Hanging)
        problems.lines = problem_lines(examined.problems if examined else ())
        problems.display = bool(problems.lines)
        rows = self._desired.rows(examined) if examined else []
        if list(self.list.rows) != rows:
            reports = (row for row in rows if isinstance(row, ReportRow))
            self._numbers = {row.key: number for number, row in enumerate(reports, 1)}
            self.list.set_rows(rows)
        self.list.empty = paragraph(self._checking.nothing or why_empty(examined, self._desired, progress))
        self._show_numbers()
        self.show_chosen()

    def _show_numbers(self) -> None:
        examined = self._checking.examined
        shown, total = len(self._numbers), len(examined.rows) if examined else 0
        pane = self.query_one("#health-pane")
        pane.border_title = Content(heading(self._desired.only))
        words = [f"{shown:,} of {total:,}"] if total else []
        words += ["z opens the finding"] if shown and not self._detail.display else []
        pane.border_subtitle = Content(own(" · ").join(words))
        self._detail.border_title = Content(
            f"Finding {self._numbers[self.chosen.key]:,} of {shown:,}" if self.chosen else "Finding"
        )

    @property
    def chosen(self) -> ReportRow | None:
        """The report under the cursor."""
        row = self.list.cursor_row
        return row if isinstance(row, ReportRow) else None

    @property
    def stores(self) -> Sequence[Snapshot]:
        """The stores that were checked."""
        return self._checking.examined.stores if self._checking.examined else ()

    @property
    def ways(self) -> Sequence[Way] | None:
        """What can be done about the report under the cursor; None while that is being worked out."""
        return self._detail.ways

    @property
    def way(self) -> Way | None:
        """The one that a person looks at in the list of ways; None while they are elsewhere."""
        return self._detail.way

    @property
    def zoomed(self) -> bool:
        """Whether one report has the whole view."""
        return self.has_class("-zoom")

    @property
    def filtering(self) -> bool:
        """Whether letters go to the filter."""
        return self._query.has_focus

    @property
    def report(self) -> str | None:
        """All that is shown as plain text; None where nothing is."""
        examined = self._checking.examined
        return report_text(self.list.rows, examined, self._session.short) if examined and self._numbers else None

    @property
    def count(self) -> int:
        """How many reports are shown."""
        return len(self._numbers)

    @property
    def advice(self) -> str:
        """What helps instead where nothing can be done here: the fix that the finding names, and where to look."""
        if self.chosen is None:
            return ""
        fix = self.chosen.report.finding.fix
        go = "o goes to it." if self.chosen.target else ""
        return " ".join(filter(None, (safe(self._session.short(fix)) if fix else "", go)))

    def show_chosen(self) -> None:
        """Show the report under the cursor, and work out what can be done about it."""
        chosen = self.chosen
        self._detail.show(chosen, zoomed=self.zoomed)
        if chosen and self._detail.ways is None:
            work(self.screen, partial(self._work_out, chosen, self.stores), "remedies", exclusive=True)

    def _work_out(self, row: ReportRow, stores: Sequence[Snapshot]) -> None:
        worker, session = get_current_worker(), self._session
        try:
            ways = [Way(remedy) for remedy in session.remedies(row.report, stores)]
        except HermesMemError:
            ways = []  # What cannot be read is itself a finding, and shown as one.
        if not worker.is_cancelled:
            self.call_later(self._show_ways, row, ways)
        for way in ways:
            known = worked_out(session, row, way)
            if worker.is_cancelled:
                return
            self.call_later(self._show_way, row, known)

    def _show_ways(self, row: ReportRow, ways: Sequence[Way]) -> None:
        if self.chosen is row:
            self._detail.show_ways(tuple(ways))
            self.post_message(SightChanged())

    def _show_way(self, row: ReportRow, way: Way) -> None:
        if self.chosen is row and self._detail.ways:
            self._detail.show_ways(tuple(way if way.key == each.key else each for each in self._detail.ways))

    def on_resize(self) -> None:
        """What is to be said depends on the size of the window."""
        self._show_numbers()

    def show_revealed(self) -> None:
        """Show secrets, or mask them."""
        self.list.redraw()
        self.show_chosen()

    # What the commands ask for

    def take_focus(self) -> None:
        """Have the keys go to the list of reports."""
        self.list.focus()

    def next_only(self) -> None:
        """Show others: all, only what needs the person, what was acknowledged."""
        self._desired.next_only()
        self.show()

    def focus_filter(self) -> None:
        """Go to the filter; what is typed filters at once."""
        self.remove_class("-zoom")
        self.add_class("-filter")
        self.screen.set_focus(self._query)  # At once: the next key may be here already.

    def toggle_zoom(self) -> None:
        """Give the report the whole view, or take it back."""
        self.toggle_class("-zoom")
        self._detail.show(self.chosen, zoomed=self.zoomed)

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move in the list, among the ways, or in the text when it has the whole view."""
        if self.filtering:
            self.list.focus()
        else:
            act(self._detail.walkable(zoomed=self.zoomed) or self.list)

    def scroll_detail(self, lines: int) -> None:
        """Scroll what is said of the report."""
        self._detail.text.scroll_by(lines)

    def focus_pane(self, steps: int) -> None:  # noqa: ARG002  of two panes the next is the one before
        """Go from the list to what can be done, or back; from the filter, to the list."""
        if self.list.has_focus and self._detail.display:
            self._detail.take_focus()
        else:
            self.list.focus()

    async def step_out(self) -> None:
        """One step out: the filter with its text, the zoom, the other pane, the checks that are under way."""
        if self.filtering or self._query.value:
            self._query.value = ""
            self.remove_class("-filter")
            self.list.focus()
        elif self.zoomed:
            self.toggle_zoom()
            self.list.focus()
        elif not self.list.has_focus:
            self.list.focus()
        else:
            self._checking.cancel()

    # What happens

    @on(Input.Changed, "#health-query")
    def filter_reports(self, event: Input.Changed) -> None:
        """Filters as one types."""
        event.stop()
        self._desired.query = event.value.strip()
        self.show()
        self.list.to_top()

    @on(Input.Submitted, "#health-query")
    def leave_filter(self, event: Input.Submitted) -> None:
        """Keeps the filter and goes to the list."""
        event.stop()
        self.list.focus()

    @on(VirtualList.Moved, "#reports")
    def show_another(self, event: VirtualList.Moved) -> None:
        """Shows the report under the cursor."""
        event.stop()
        self._show_numbers()
        self.show_chosen()


def worked_out(session: Session, row: ReportRow, way: Way, *, allow: Sequence[str] = ()) -> Way:
    """What a remedy would do now, with rules overruled; or why that cannot be said. For a worker."""
    try:
        result, differences, lines = session.preview(session.mending(row.report.home, way.remedy, allow=allow))
    except HermesMemError as error:
        return Way(way.remedy, problem=" ".join(filter(None, (error.message, error.hint))))
    return Way(way.remedy, result, tuple(differences), tuple(lines))
