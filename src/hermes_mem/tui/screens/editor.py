"""Writing an entry, with its budget and what the rules say of it beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static, TextArea

from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import divided
from hermes_mem.model.store import Home
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe_line
from hermes_mem.store.failing import composed
from hermes_mem.store.refusing import text_findings
from hermes_mem.store.spelling import rewritten
from hermes_mem.tui.memory.facts import Line, Role, say
from hermes_mem.tui.memory.pictures import from_pictures, to_pictures
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.widgets.bars import Reading
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs, own

TOLD = 3
"""Findings that are told below the text."""


@dataclass(frozen=True, slots=True)
class Writing:
    """What is written: a heading, the text to begin with, the memory it goes to, and the ids of entries it replaces.

    With `divides`, a line that is only `§` divides the text into entries instead of being refused. A new entry of a
    memory that has categories gets `category`.
    """

    title: str
    text: str
    target: Target
    home: Home
    replaces: Sequence[str] = ()
    divides: bool = False
    late: bool = False
    category: str | None = None

    def composed(self, text: str) -> str:
        """The text of the entry, with its category where it gets one and does not name one itself."""
        if self.category is None or named(text, self.target.categories):
            return text
        return composed(self.home, self.target.name, text, category=self.category)


def named(text: str, categories: Iterable[str]) -> str | None:
    """The category that a text begins with, as entries show it; None when it names none."""
    return next((category for category in categories if text.startswith(f"[{category}] ")), None)


class Editor(Dialog[tuple[bool, str]]):
    """Gives the text and whether it shall be written; a text that is left is a draft."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "leave(True)", "write", priority=True),
        Binding("escape", "leave(False)", "leave", priority=True),
    ]

    def __init__(self, writing: Writing, glyphs: Glyphs) -> None:
        super().__init__()
        self._writing = writing
        self._gauge = Gauge(form=Form.LINE, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        with Vertical(id="editor") as box:
            box.border_title = Content(safe_line(self._writing.title))
            box.border_subtitle = Content(own("ctrl+s writes · esc keeps a draft"))
            area = TextArea(to_pictures(self._writing.text), soft_wrap=True, id="editor-text", compact=True)
            area.move_cursor(area.document.end)
            yield area
            yield self._gauge
            yield Static(id="editor-says")

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()
        self._judge()

    @property
    def text(self) -> str:
        """What is in the editor, as it would be written."""
        return from_pictures(self.query_one(TextArea).text).strip()

    def action_leave(self, write: bool) -> None:
        """Closes the editor, once the text has every letter that was typed before this key."""
        self.query_one(TextArea).call_later(self._leave, write)

    def _leave(self, write: bool) -> None:
        self.dismiss((write, self.text))

    @on(TextArea.Changed)
    def judge(self, event: TextArea.Changed) -> None:
        """Shows what the budget and the rules make of the text, as it is typed."""
        event.stop()
        self._judge()

    def _judge(self) -> None:
        writing, text = self._writing, self.text
        texts = (divided(text) if writing.divides else ()) or (writing.composed(text),)
        target = writing.target
        after = rewritten(target, writing.home.kind, writing.replaces, texts)
        delta = after.used - target.budget.used
        self._gauge.reading = Reading(target.title, target.budget, len(target.entries), delta)
        found = [f for part in texts for f in text_findings(part, target.name, writing.home.kind, late=writing.late)]
        lines: list[Line] = [
            say(
                safe_line(f"{'!' if f.severity is Severity.BLOCKING else 'i'} {f.message} {f.effect}"),
                _role(f.severity),
            )
            for f in found[:TOLD]
        ]
        self.query_one("#editor-says", Static).update(paragraph(lines))


def _role(severity: Severity) -> Role:
    return Role.WARNING if severity is Severity.BLOCKING else Role.INFO
