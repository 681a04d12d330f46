"""Views whose turn has not come: they say so, and pretend nothing."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from hermes_mem.tui.memory.facts import Role, press, say
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.view import View
from hermes_mem.tui.views import VIEWS

WILL_SHOW = {
    "skills": "the skills of your agents, global and of projects, to move and clean up",
    "sessions": "past conversations, to search",
    "review": "what your agents have staged for you to write or reject",
}


class ComingView(View, can_focus=True):
    def __init__(self, view: str) -> None:
        super().__init__(id=view, classes="coming")
        self.border_title = Content(VIEWS[view])
        self._title, self._will_show = VIEWS[view], WILL_SHOW[view]

    def compose(self) -> ComposeResult:
        yield Static(
            paragraph(
                [
                    say(f"{self._title} is not here yet.", Role.STRONG),
                    (),
                    say(f"It will show {self._will_show}."),
                    say("This version shows memories, their health and their history.", Role.MUTED),
                    (),
                    press("1", "back to Memory"),
                    press("?", "what the keys do"),
                ]
            )
        )
