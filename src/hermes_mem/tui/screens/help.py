"""What every key does here, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.registry import Registry, show_key
from hermes_mem.tui.memory.drawing import wrap
from hermes_mem.tui.memory.facts import Line, Role, say
from hermes_mem.tui.memory.rows import Flag
from hermes_mem.tui.screens.dialog import Dialog
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.views import VIEWS
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.query import Query

KEY_COLUMN = 16
"""Cells for the keys."""


LEGEND = (
    (Flag.DANGER, "A secret, a threat, or a hidden character."),
    (Flag.BLANKED, "Nothing wrong for a person, but the agent keeps it out of the prompt."),
    (Flag.SHAPE, "An odd shape: a delimiter that does not divide, a fragment, a whole document."),
    (Flag.COPY, "An exact copy of an entry above; the agent reads it once."),
    (Flag.NOTE, "Something to know."),
)


HEALTH_LEGEND = (
    ("!!", "It stops the agent, or it must not stay so: drift, a secret, a memory that cannot be read."),
    ("!", "It asks for a look."),
    ("i", "A suggestion, or something to know."),
)


class Help(Dialog[None]):
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,f1,q", "dismiss(None)", "close"),
        Binding("slash", "find", "find a key"),
        Binding("j,down", "scroll(1)", "down"),
        Binding("k,up", "scroll(-1)", "up"),
        Binding("pagedown,ctrl+d", "scroll(10)", "page down"),
        Binding("pageup,ctrl+u", "scroll(-10)", "page up"),
    ]

    def __init__(self, registry: Registry, view: str) -> None:
        super().__init__()
        self._registry = registry
        self._view = view

    def compose(self) -> ComposeResult:
        with Vertical(id="help") as box:
            box.border_title = Content(f"Keys in {VIEWS[self._view]}")
            box.border_subtitle = Content(own("/ find a key · esc closes"))
            yield Query("find a key or a word", id="help-query")
            with VerticalScroll(can_focus=True):
                yield Static(id="help-text")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_resize(self) -> None:
        self.call_after_refresh(lambda: self._show(self.query_one(Input).value))

    @on(Input.Changed)
    def filter(self, event: Input.Changed) -> None:
        """Shows the rows in which the words occur."""
        event.stop()
        self._show(event.value)

    @on(Input.Submitted)
    def back_to_text(self, event: Input.Submitted) -> None:
        """Leaves the query for the text."""
        event.stop()
        self.query_one(VerticalScroll).focus()

    def action_find(self) -> None:
        """Goes to the query."""
        self.query_one(Input).focus()

    def action_scroll(self, lines: int) -> None:
        """Scrolls the text."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _show(self, query: str) -> None:
        width = max(20, self.query_one(VerticalScroll).size.width - 2)
        lines = help_lines(self._registry, self._view, query, width)
        self.query_one("#help-text", Static).update(paragraph(lines))


def help_lines(registry: Registry, view: str, query: str, width: int) -> list[Line]:
    """Keys and sentences by group, those in which every word of `query` occurs, in `width` cells."""
    words = query.casefold().split()
    lines: list[Line] = []
    for group, commands in _grouped(registry.in_view(view)):
        rows = [(_keys(registry, command), command.help) for command in commands]
        found = [row for row in rows if all(word in " ".join(row).casefold() for word in words)]
        if found:
            lines += [say(group, Role.STRONG), *(line for row in found for line in _row(*row, width)), ()]
    if not lines:
        return [say(own("No key or command has “{}” in it.").format(query.strip()))]
    flags = [] if words else _legend(view, width)
    return [*lines, *flags, say("Keys can be changed in config.toml, [keys].", Role.MUTED)]


def _legend(view: str, width: int) -> list[Line]:
    """What the signs in front of a row mean."""
    signs = HEALTH_LEGEND if view == "health" else [(flag.value, meaning) for flag, meaning in LEGEND]
    what = "a finding" if view == "health" else "an entry"
    rows = [line for sign, meaning in signs for line in _row(sign, meaning, width)]
    return [say(f"Signs before {what}", Role.STRONG), *rows, ()]


def _grouped(commands: Iterable[Command]) -> Iterable[tuple[str, list[Command]]]:
    groups: dict[str, list[Command]] = {}
    for command in commands:
        groups.setdefault(command.group, []).append(command)
    return groups.items()


def _keys(registry: Registry, command: Command) -> str:
    return " ".join(show_key(key) for key in registry.keys(command)) or "palette"


def _row(keys: str, sentence: str, width: int) -> list[Line]:
    """The keys in a column of their own, the sentence beside it on as many lines as it needs."""
    heads = [f"  {keys:<{KEY_COLUMN - 2}}"]
    sentences = wrap(sentence, max(1, width - KEY_COLUMN))
    heads += [" " * KEY_COLUMN] * (len(sentences) - 1)
    return [((head, Role.KEY), (part, Role.TEXT)) for head, part in zip(heads, sentences, strict=True)]
