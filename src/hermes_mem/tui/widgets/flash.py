"""One line for results. A toast would cover the keys, and is kept for what the person did not cause."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.text import plain, spread
from hermes_mem.tui.widgets.parts import STYLES

SECONDS = 8
"""How long a result stays."""


class Flash(Widget):
    message: reactive[Content] = reactive(Content(""))
    _timer: Timer | None = None
    _hint = ""

    def say(self, sentence: str, role: Role = Role.TEXT, hint: str = "") -> None:
        """Show a sentence, with a key to press at the right; it goes by itself, an error stays until the next one."""
        self._hint = hint
        self.message = plain(sentence).stylize(STYLES[role]) if STYLES[role] else plain(sentence)
        if self._timer:
            self._timer.stop()
        self._timer = None if role is Role.ERROR else self.set_timer(SECONDS, self.clear)

    def clear(self) -> None:
        """Show nothing."""
        self._hint = ""
        self.message = Content("")

    def render(self) -> Content:
        hint = Content.styled(f"  {self._hint} ", STYLES["sign"]) if self._hint else Content("")
        message = Content(" ").append(self.message).truncate(self.size.width - hint.cell_length - 1, ellipsis=True)
        return spread(message, hint, self.size.width)
