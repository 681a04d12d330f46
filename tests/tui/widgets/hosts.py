"""A small application around one widget, what it shows, and what it sends to its terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

import pytest
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.message import Message
from textual.widget import Widget

from hermes_mem.tui import themes
from hermes_mem.tui.widgets.line import Line, spread
from hermes_mem.tui.widgets.list_message import ListMessage
from hermes_mem.tui.widgets.painter import RowState
from hermes_mem.tui.widgets.virtual_list import VirtualList


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the tests."""

    key: str
    text: str


class Items(Sequence[Item]):
    """So many rows, made when they are looked at; counts how often that was."""

    def __init__(self, count: int) -> None:
        self.length = count
        self.looked_at = 0

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self.length))]
        if not 0 <= index < self.length:
            raise IndexError(index)
        self.looked_at += 1
        return Item(f"k{index}", f"entry number {index}")


def items(*texts: str) -> list[Item]:
    """Rows whose keys are their texts."""
    return [Item(text, text) for text in texts]


class Drawn:
    """Draws a row with its length at the right edge; remembers which indices it was asked for."""

    def __init__(self) -> None:
        self.indices: list[int] = []

    def __call__(self, row: Item, width: int, state: RowState) -> Sequence[Line]:
        self.indices.append(state.index)
        return [spread([(row.text, "")], [(str(len(row.text)), "dim")], width)]


class Host(App[None]):
    """Shows one widget and keeps the messages of lists."""

    CSS = "VirtualList { border: round $border-blurred; }"

    def __init__(self, widget: Widget, theme: str = "textual-dark", *, ansi: bool | None = None) -> None:
        super().__init__(ansi_color=ansi)
        themes.register(self)
        self.widget = widget
        self.messages: list[ListMessage] = []
        self.theme = theme
        self.animation_level = "none"

    def compose(self) -> ComposeResult:
        yield self.widget

    def listen(self, message: Message) -> None:
        """For `run_test(message_hook=…)`."""
        if isinstance(message, ListMessage) and message not in self.messages:
            self.messages.append(message)

    def heard(self, kind: type[ListMessage]) -> list[ListMessage]:
        """The messages of one kind so far."""
        return [message for message in self.messages if type(message) is kind]


def shown(app: App[None]) -> str:
    """The screen as text, without blanks at the ends of lines and empty lines at the end."""
    strips = app.screen._compositor.render_strips(app.screen.size)
    return "\n".join(strip.text.rstrip() for strip in strips).rstrip()


def listing(count: int | Sequence[Item], draw: Callable[[Item, int, RowState], Sequence[Line]]) -> VirtualList[Item]:
    """A list of so many rows, or of these."""
    rows = Items(count) if isinstance(count, int) else count
    widget: VirtualList[Item] = VirtualList(draw)
    widget.set_rows(rows)
    return widget


class Wire:
    """What the application sends to its terminal while a test runs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sent: list[str] = []
        monkeypatch.setattr(HeadlessDriver, "is_headless", property(lambda _self: False))
        monkeypatch.setattr(HeadlessDriver, "write", lambda _self, data: self.sent.append(data))

    def take(self) -> str:
        """All that was sent since the last call."""
        text = "".join(self.sent)
        self.sent.clear()
        return text
