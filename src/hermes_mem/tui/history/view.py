"""The History view: every change, and what it did to each entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static
from textual.worker import get_current_worker

from hermes_mem.history.records import Change
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.text import safe
from hermes_mem.store.differences import Difference
from hermes_mem.tui.history.lines import NOTHING_YET, ChangeRow, change_line, change_lines, change_row
from hermes_mem.tui.memory.facts import Line, Role, say
from hermes_mem.tui.session import Session
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.view import View
from hermes_mem.tui.walking import Walkable
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.text_pane import TextPane
from hermes_mem.tui.widgets.virtual_list import VirtualList
from hermes_mem.tui.working import work

BROKEN = "The history could not be read. R tries again."


class HistoryView(View):
    """Reads the history in workers; `reveal` says whether secrets are shown. `differences` are those in sight."""

    def __init__(self, session: Session, reveal: Callable[[], bool]) -> None:
        super().__init__(id="history")
        self._session = session
        self._reveal = reveal
        self.differences: tuple[Difference, ...] = ()
        self._text = TextPane(id="change")
        self.list: VirtualList[ChangeRow] = VirtualList(
            change_line, markable=False, glyphs=session.glyphs, id="changes-list"
        )

    def compose(self) -> ComposeResult:
        yield self.list
        with self._text:
            yield Static(id="change-text")

    def on_mount(self) -> None:
        self.list.border_title = Content("History")
        self._text.border_title = Content("Change")
        self.list.empty = Content.styled(own("Reading…"), "$text-muted")
        self.read()

    def read(self) -> None:
        """Read the list of changes again."""
        work(self.screen, self._read, "history", exclusive=True)

    def _read(self) -> None:
        try:
            changes = self._session.history()
        except HermesMemError as error:
            self.call_later(self._show_problem, safe(f"{error.message} {error.hint or ''}"))
        except Exception:
            self.call_later(self._show_problem, BROKEN)
            raise
        else:
            self.call_later(self._show, changes)

    def _show(self, changes: list[Change]) -> None:
        now = self._session.clock().astimezone()
        self.list.empty = paragraph(NOTHING_YET)
        self.list.set_rows([change_row(change, now) for change in changes])
        self.list.border_subtitle = Content(f"{len(changes):,}" if changes else "")
        self.show_chosen()

    def _show_problem(self, sentence: str) -> None:
        self.list.empty = paragraph([say(sentence, Role.ERROR)])
        self.list.set_rows(())

    def show_chosen(self) -> None:
        """Show what the change under the cursor did; after another one, or when masking has changed."""
        self.differences = ()
        if self.chosen:
            work(self.screen, partial(self._read_change, self.chosen), "change", exclusive=True)
        else:
            self._show_lines([])

    def _read_change(self, change: Change) -> None:
        worker = get_current_worker()
        try:
            found = tuple(self._session.differences(change.id))
        except HermesMemError as error:
            self.call_later(self._show_lines, [say(safe(error.message), Role.ERROR)])
            return
        if not worker.is_cancelled:
            self.call_later(self._show_change, change, found)

    def _show_change(self, change: Change, differences: tuple[Difference, ...]) -> None:
        if self.chosen and self.chosen.id == change.id:
            self.differences = differences
            home = self._session.short(change.about.home)
            self._show_lines(change_lines(change, differences, home, reveal=self._reveal()))

    def _show_lines(self, lines: list[Line]) -> None:
        self.query_one("#change-text", Static).update(paragraph(lines))
        self._text.to_top()

    @property
    def chosen(self) -> Change | None:
        """The change under the cursor."""
        row = self.list.cursor_row
        return row.change if row else None

    def take_focus(self) -> None:
        """Have the keys go to the list of changes, and read it again."""
        self.list.focus()
        self.read_again()

    def read_again(self) -> None:
        """Read the list of changes again, once there is one."""
        if self.is_mounted:
            self.read()

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move in the list, or in the text of a change."""
        act(self._text if self._text.has_focus else self.list)

    def scroll_detail(self, lines: int) -> None:
        """Scroll the text of the change."""
        self._text.scroll_by(lines)

    def focus_pane(self, steps: int) -> None:  # noqa: ARG002  of two panes the next is the one before
        """Go from the list to the text of the change, or back."""
        (self.list if self._text.has_focus else self._text).focus()

    @on(VirtualList.Moved)
    def show_another(self, event: VirtualList.Moved) -> None:
        """Shows what the change under the cursor did."""
        event.stop()
        self.show_chosen()
