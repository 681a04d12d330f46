"""Choose one of many by typing: the palette, the themes and the list of stores are all this."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from hermes_mem.model.fuzzy import Filter
from hermes_mem.model.text import safe_line
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.widgets.glyphs import UNICODE, Glyphs, own
from hermes_mem.tui.widgets.line import Line, spread
from hermes_mem.tui.widgets.painter import RowState
from hermes_mem.tui.widgets.query import Query
from hermes_mem.tui.widgets.virtual_list import VirtualList

FEW = 6
"""Choices up to which the dialog is no taller than they are."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A row to pick: its name, a sentence below it, and a word at the right (a key, a number)."""

    key: str
    name: str
    sentence: str = ""
    right: str = ""
    dim: bool = False


class Picker(Dialog[str | None]):
    """Gives the key of the chosen row, None when the person stepped out.

    `on_move` is called with the key under the cursor whenever it changes: the live preview.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "close"),
        Binding("down,ctrl+n", "move(1)", "down"),
        Binding("up,ctrl+p", "move(-1)", "up"),
        Binding("pagedown", "page(1)", "page down"),
        Binding("pageup", "page(-1)", "page up"),
    ]

    def __init__(
        self,
        title: str,
        choices: Sequence[Choice],
        *,
        current: str | None = None,
        prompt: str = "type to filter",
        on_move: Callable[[str], None] | None = None,
        glyphs: Glyphs = UNICODE,
    ) -> None:
        super().__init__()
        self._title = title
        self._choices = choices
        self._filter = Filter([f"{choice.name} {choice.sentence} {choice.right}" for choice in choices], prose=True)
        self._current = current
        self._prompt = prompt
        self._on_move = on_move
        self.set_class(on_move is not None, "-preview")
        self.set_class(len(choices) <= FEW, "-few")
        self._list: VirtualList[Choice] = VirtualList(
            _draw, row_height=2, markable=False, glyphs=glyphs, id="picker-list"
        )
        self._list.can_focus = False
        self._list.styles.max_height = len(choices) * self._list.row_height

    def compose(self) -> ComposeResult:
        with Vertical(id="picker") as box:
            box.border_title = Content(safe_line(self._title))
            box.border_subtitle = Content(own(f"{len(self._choices)} · enter chooses · esc closes"))
            yield Query(self._prompt, id="picker-query")
            yield self._list
        yield Static("", id="picker-shade")

    def on_mount(self) -> None:
        self._list.empty = Content("Nothing of that name. Clear the filter to see all.")
        self._list.set_rows(self._choices, cursor_key=self._current)
        self.query_one(Input).focus()

    @on(Input.Changed)
    def filter(self, event: Input.Changed) -> None:
        """Shows what matches name or sentence, best first."""
        event.stop()
        found = self._filter.search(event.value)
        self._list.set_rows([self._choices[index] for index in found.hits or found.close])
        self._list.to_top()

    @on(Input.Submitted)
    def choose(self, event: Input.Submitted) -> None:
        """Takes the row under the cursor."""
        event.stop()
        if (row := self._list.cursor_row) is not None:
            self.dismiss(row.key)

    @on(VirtualList.Chosen)
    def choose_clicked(self, event: VirtualList.Chosen) -> None:
        """Takes the row that was clicked."""
        event.stop()
        self.dismiss(event.row.key)

    @on(VirtualList.Moved)
    def preview(self, event: VirtualList.Moved) -> None:
        """Shows what the row under the cursor would be like."""
        event.stop()
        if self._on_move and event.row is not None:
            self._on_move(event.row.key)

    def action_move(self, rows: int) -> None:
        """Moves the cursor of the list while the query keeps the focus."""
        self._list.move_by(rows)

    def action_page(self, direction: int) -> None:
        """Turns a page."""
        self._list.move_by(direction * self._list.page)


def _draw(choice: Choice, width: int, state: RowState) -> Sequence[Line]:
    part = "dim" if choice.dim and not state.cursor else ""
    return [
        spread([(safe_line(choice.name), part or "strong")], [(choice.right, part or "accent")], width),
        [("  ", ""), (safe_line(choice.sentence), "" if state.cursor else "dim")],
    ]
