"""One entry in full, and what would become of the budget without the marked ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from hermes_mem.model.entry import Entry
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe
from hermes_mem.tui.memory import facts
from hermes_mem.tui.memory.drawing import reading
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.hanging import Hanging
from hermes_mem.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from hermes_mem.store.lineage import Line

LOW = 5
"""Lines of the pane up to which the facts of an entry share one."""

GLANCE, READING = 4_000, 65_536
"""Characters of an entry that are laid out in the pane, and in the zoom: more would be felt at every key."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the pane shows: an entry of a memory of a store, its place in the list, and the day that it is.

    `line` is what the history knows of the entry.
    """

    snapshot: Snapshot
    target: Target
    entry: Entry
    place: str
    today: date
    reveal: bool
    zoomed: bool
    line: Line | None = None


class DetailPane(Horizontal):
    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="detail-pane")
        self.text = TextPane(id="detail")
        self.map = Gauge(glyphs=glyphs, id="map")
        self.what_if = Gauge(form=Form.BARE, glyphs=glyphs)
        self._facts = Hanging(id="detail-facts")
        self._shown: Shown | None = None

    def compose(self) -> ComposeResult:
        with self.text:
            yield self.map
            yield Static(id="detail-text")
            yield self._facts
        with Vertical(id="what-if"):
            yield Static(id="what-if-text")
            yield self.what_if

    def on_resize(self) -> None:
        """How much is said depends on the room."""
        self._show_facts()

    def show(self, shown: Shown | None) -> None:
        """Show text, facts and findings of an entry, or that there is none."""
        self._shown = shown
        self.border_title = Content(shown.place if shown else "Entry")
        self.map.reading = reading(shown.target, current=shown.entry.id) if shown else None
        self.query_one("#detail-text", Static).update(paragraph(_text(shown) if shown else NO_ENTRY))
        self._show_facts()
        self.text.to_top()

    def _show_facts(self) -> None:
        shown = self._shown
        if shown is None:
            self._facts.lines = ()
        elif self.size.height <= LOW:
            self._facts.lines = facts.in_short(shown.entry, shown.target, shown.snapshot, shown.today, shown.line)
        else:
            lines = facts.in_full(shown.entry, shown.target, shown.snapshot, shown.today, shown.line)
            self._facts.lines = [(), *lines, *(_about_file(shown) if shown.zoomed else [])]

    def show_what_if(self, target: Target | None, marked: Collection[str]) -> None:
        """Show the budget as it would be without the marked entries; nothing when none are."""
        self.query_one("#what-if").set_class(bool(marked), "-any")
        if marked and target is not None:
            what = "Without the marked one" if len(marked) == 1 else f"Without the {len(marked):,} marked"
            self.query_one("#what-if-text", Static).update(Content.styled(what, "bold"))
            self.what_if.reading = reading(target, marked)


def _about_file(shown: Shown) -> list[facts.Line]:
    notes = facts.notes(shown.snapshot, shown.target)
    return [(), facts.say(safe(shown.target.path.name), facts.Role.STRONG), *notes] if notes else []


NO_ENTRY = (facts.say("There is no entry under the cursor.", facts.Role.MUTED),)


def _text(shown: Shown) -> list[facts.Line]:
    return facts.text_lines(shown.entry, reveal=shown.reveal, most=READING if shown.zoomed else GLANCE)
