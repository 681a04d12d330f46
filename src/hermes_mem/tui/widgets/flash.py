"""One line for results. A toast would cover the keys, and is kept for what the person did not cause."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.text import plain
from hermes_mem.tui.widgets.parts import STYLES

SECONDS = 8
"""How long a result stays."""


class Flash(Widget):
    message: reactive[Content] = reactive(Content(""))
    _timer: Timer | None = None

    def say(self, sentence: str, role: Role = Role.TEXT) -> None:
        """Show a sentence; it goes by itself, an error stays until the next one."""
        self.message = plain(sentence).stylize(STYLES[role]) if STYLES[role] else plain(sentence)
        if self._timer:
            self._timer.stop()
        self._timer = None if role is Role.ERROR else self.set_timer(SECONDS, self.clear)

    def clear(self) -> None:
        """Show nothing."""
        self.message = Content("")

    def render(self) -> Content:
        return Content(" ").append(self.message).truncate(self.size.width, ellipsis=True)
