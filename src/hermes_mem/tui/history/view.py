"""The History view: every change, and what it did to each entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from hermes_mem.history.records import Change, Fate, Origin
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Home
from hermes_mem.store.differences import differences
from hermes_mem.store.sifting import Asked, Finder, asked
from hermes_mem.tui.history import sources
from hermes_mem.tui.history.actors import actors
from hermes_mem.tui.history.lines import (
    Opened,
    change_lines,
    moved_here,
    no_such_change,
    nothing_yet,
    plain_text,
    said_of,
)
from hermes_mem.tui.history.list_pane import ChangesPane
from hermes_mem.tui.history.rows import ChangeRow, Known, change_row
from hermes_mem.tui.history.sources import Read
from hermes_mem.tui.memory.facts import Line, Role, number_of, say
from hermes_mem.tui.session import Session
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.view import View
from hermes_mem.tui.walking import Walkable
from hermes_mem.tui.widgets.glyphs import own, use
from hermes_mem.tui.widgets.text_pane import TextPane
from hermes_mem.tui.widgets.virtual_list import VirtualList
from hermes_mem.tui.working import work

if TYPE_CHECKING:
    from hermes_mem.tui.memory.view import MemoryView

BROKEN = "The history could not be read. R tries again."

TOGETHER = 250
"""Changes whose texts are read at once, before it is asked whether the person wants something else by now."""

LOOKED_AT = 500
"""The newest changes by others among which a loss is looked for."""


class HistoryView(View):
    """Reads the history in workers. `opened` is the change in sight with what it did, None until that is read."""

    def __init__(self, session: Session, memory: MemoryView) -> None:
        """`memory` knows which store u is about, and whether secrets are shown."""
        super().__init__(id="history")
        self._session = session
        self._memory = memory
        self._known = Known()
        self._changes: Sequence[Change] = ()
        self._nothing: Sequence[Line] = ()
        self._who: str | None = None
        self._finder = Finder()
        self._lines: list[Line] = []
        self._shown: tuple[int, Fate] | None = None
        self.opened: Opened | None = None
        self._text = TextPane(id="change")
        self._pane = ChangesPane(session.glyphs, self._known)
        self.list = self._pane.list

    def compose(self) -> ComposeResult:
        yield self._pane
        with self._text:
            yield Static(id="change-text")

    def on_mount(self) -> None:
        self._pane.show_status((), None)
        self._text.border_title = Content("Change")
        self.read()

    # The list

    def read(self) -> None:
        """Read the list of changes again."""
        work(
            self.screen,
            partial(self._read, self._memory.here.home if self._memory.here else None),
            "history",
            exclusive=True,
        )

    def _read(self, here: Home | None) -> None:
        try:
            found = sources.read(self._session, here)
        except HermesMemError as error:
            self.call_later(self._show_problem, said_of(error))
        except Exception:
            self.call_later(self._show_problem, [say(BROKEN, Role.ERROR)])
            raise
        else:
            self.call_later(self._show, found)

    def _show(self, found: Read) -> None:
        self._changes, self._known.undo = found.changes, found.undo
        self._nothing = nothing_yet(found.elsewhere, found.problem)
        self._pane.show_notes(moved_here(found.elsewhere) if found.changes else ())
        if self._who not in actors(found.changes):
            self._who = None
        self._find()
        self._look_for_losses()

    def _show_problem(self, lines: Sequence[Line]) -> None:
        self._changes = ()
        self.list.empty = paragraph(lines)
        self.list.set_rows(())
        self._pane.show_status((), None)
        self._show_other()

    def _find(self) -> None:
        """Cut the list down to what is asked for."""
        query = asked(self._query)
        if query.words and not all(change.id in self._known.short for change in self._changes):
            self._pane.show_status([own("searching…")], self._who)
        work(self.screen, partial(self._found, self._changes, query, self._who), "history-find", exclusive=True)

    def _found(self, changes: Sequence[Change], query: Asked, who: str | None) -> None:
        worker, now = get_current_worker(), self._session.clock().astimezone()
        rows: list[ChangeRow] = []
        by = [change for change in changes if who in (None, change.about.actor)]
        for start in range(0, len(by), TOGETHER):
            some = by[start : start + TOGETHER]
            if query.words:
                self._learn(some)
            if worker.is_cancelled:
                return
            admitted = (one for one in some if self._finder.admits(one, query, self._known.short.get(one.id)))
            rows += [change_row(change, now) for change in admitted]
        self.call_later(self._show_rows, changes, rows)

    def _learn(self, changes: Sequence[Change]) -> None:
        """Have these changes in short, if they are not known so: what a change did never becomes anything else."""
        if unknown := [change.id for change in changes if change.id not in self._known.short]:
            with suppress(HermesMemError):  # What is said of the changes can be searched all the same.
                self._known.short |= sources.in_short(self._session, unknown)

    def _show_rows(self, changes: Sequence[Change], rows: Sequence[ChangeRow]) -> None:
        if changes is not self._changes:
            return
        cut = bool(self._query or self._who)
        self.list.empty = paragraph(no_such_change(self._query, self._who) if cut and changes else self._nothing)
        self.list.set_rows(rows)
        self._pane.show_status(self._status(len(rows)), self._who)
        self._show_other()

    def _status(self, shown: int) -> list[str]:
        """`41 changes`, cut down `12 of 41`, and over how many days they go."""
        if not self._changes:
            return []
        total = len(self._changes)
        days = (self._session.clock().astimezone() - self._changes[-1].time).days
        counted = number_of(total, "change") if shown == total else f"{shown:,} of {total:,}"
        return [counted, *([f"{days:,} d"] if days > 0 else [])]

    def _look_for_losses(self) -> None:
        """Whether others took most of a memory away is seen only in the versions themselves."""
        others = [change for change in self._changes if change.about.origin is Origin.OBSERVED][:LOOKED_AT]
        work(self.screen, partial(self._lost, others), "history-losses", exclusive=True)

    def _lost(self, others: Sequence[Change]) -> None:
        self._learn(others)
        self.call_later(self._show_losses, [change for change in others if self._known.alarm(change)])

    def _show_losses(self, lost: Sequence[Change]) -> None:
        self._pane.show_alarms(len(lost))
        self.list.redraw()

    # The change

    def _show_other(self) -> None:
        """Show the change under the cursor, unless it is shown already: who reads it is not taken back to its head."""
        chosen = self.chosen
        if (chosen and (chosen.id, chosen.fate)) != self._shown or chosen is None:
            self.show_chosen()

    def show_chosen(self) -> None:
        """Show what the change under the cursor did; after another one, or when masking has changed."""
        chosen, self.opened = self.chosen, None
        self._shown = (chosen.id, chosen.fate) if chosen else None
        if chosen:
            work(self.screen, partial(self._read_change, chosen, self._memory.desired.reveal), "change", exclusive=True)
        else:
            self._show_lines([])

    def _read_change(self, change: Change, reveal: bool) -> None:
        worker = get_current_worker()
        try:
            effects = sources.effects(self._session, change.id)
        except HermesMemError as error:
            self.call_later(self._show_failure, said_of(error))
            return
        except Exception:
            self.call_later(self._show_failure, [])
            raise
        opened = Opened(change, effects, tuple(differences(effects)))
        lines = self._lines_of(opened, reveal)
        if not worker.is_cancelled:
            self.call_later(self._show_change, opened, lines)

    def _lines_of(self, opened: Opened, reveal: bool, *, whole: bool = False) -> list[Line]:
        use(self._session.glyphs)  # Textual 8.2.8 begins a thread without the context of who asked for it.
        home, now = self._session.short(opened.change.about.home), self._session.clock().astimezone()
        return change_lines(opened, home, now, reveal=reveal, whole=whole)

    def _show_change(self, opened: Opened, lines: list[Line]) -> None:
        if self.chosen and self.chosen.id == opened.change.id:
            self.opened = opened
            self._show_lines(lines)

    def _show_failure(self, lines: list[Line]) -> None:
        """The next reading tries again."""
        self._shown = None
        self._show_lines(lines)

    def _show_lines(self, lines: list[Line]) -> None:
        self._lines = lines
        self.query_one("#change-text", Static).update(paragraph(lines))
        self._text.to_top()

    # What the commands ask for

    @property
    def chosen(self) -> Change | None:
        """The change under the cursor."""
        row = self.list.cursor_row
        return row.change if row else None

    @property
    def shown_text(self) -> str:
        """What is shown of the change, as it may leave the program."""
        return plain_text(self._lines) if self.opened else ""

    @property
    def whole_text(self) -> str:
        """The same without anything cut."""
        return plain_text(self._lines_of(self.opened, self._memory.desired.reveal, whole=True)) if self.opened else ""

    @property
    def no_others(self) -> str | None:
        """Why the list cannot be cut down to one actor, None when it can."""
        return None if len(actors(self._changes)) > 1 else "All of these changes are by the same one."

    def next_actor(self) -> None:
        """Show the changes of the next one who made any; after the last one those of all."""
        order = [None, *actors(self._changes)]
        self._who = order[(order.index(self._who) + 1) % len(order)]
        self._find()

    def take_focus(self) -> None:
        """Have the keys go to the list of changes, and read it again."""
        self.list.focus()
        self.read_again()

    def read_again(self) -> None:
        """Read the list of changes again, once there is one."""
        if self.is_mounted:
            self.read()

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move in the list, or in the text of a change; from the filter, go to the list first."""
        if self.filtering:
            self.list.focus()
        else:
            act(self._text if self._text.has_focus else self.list)

    def scroll_detail(self, lines: int) -> None:
        """Scroll the text of the change."""
        self._text.scroll_by(lines)

    def focus_pane(self, steps: int) -> None:  # noqa: ARG002  of two panes the next is the one before
        """Go from the list to the text of the change, or back; from the filter to the list."""
        (self.list if self._text.has_focus or self.filtering else self._text).focus()

    def focus_filter(self) -> None:
        """Go to the filter; what is typed filters at once."""
        self.screen.set_focus(self._pane.query_input)  # At once: the next key may be here already.

    @property
    def filtering(self) -> bool:
        """Whether letters go to the filter."""
        return self._pane.query_input.has_focus

    async def step_out(self) -> None:
        """One step out: the filter with its text, the text of the change, the cut to one actor."""
        if self.filtering or self._query:
            self._pane.query_input.value = ""
            self.list.focus()
        elif self._text.has_focus:
            self.list.focus()
        elif self._who:
            self._who = None
            self._find()

    @property
    def _query(self) -> str:
        return self._pane.query_input.value.strip()

    @on(Input.Changed, "#changes-query")
    def find(self, event: Input.Changed) -> None:
        """Filters as one types."""
        event.stop()
        self._find()

    @on(Input.Submitted, "#changes-query")
    def leave_filter(self, event: Input.Submitted) -> None:
        """Keeps the filter and goes to the list."""
        event.stop()
        self.list.focus()

    @on(VirtualList.Moved)
    def show_another(self, event: VirtualList.Moved) -> None:
        """Shows what the change under the cursor did."""
        event.stop()
        self._show_other()
