"""One line for results, more for what went wrong. A toast would cover the keys, and is kept for what comes unasked."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.text import plain, shortened, spread
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.parts import STYLES

SECONDS = 8
"""How long a result stays."""


class Flash(Widget):
    message: reactive[Content] = reactive(Content(""), layout=True)
    _timer: Timer | None = None
    _hint = ""
    _whole = False

    def say(self, sentence: str, role: Role = Role.TEXT, hint: str = "") -> None:
        """Show a sentence, with a key to press at the right; it goes by itself, an error stays until the next one."""
        self._hint, said, self._whole = own(hint), plain(own(sentence)), role in (Role.WARNING, Role.ERROR)
        self.message = said.stylize(STYLES[role]) if STYLES[role] else said
        if self._timer:
            self._timer.stop()
        self._timer = None if role is Role.ERROR else self.set_timer(SECONDS, self.clear)

    def clear(self) -> None:
        """Show nothing."""
        self._hint = ""
        self.message = Content("")

    def render(self) -> Content:
        hint = Content.styled(f"  {self._hint} ", STYLES["sign"]) if self._hint else Content("")
        message = self.message
        if self._whole and message.cell_length + hint.cell_length >= self.size.width:
            return message.append(hint)
        message = shortened(message, self.size.width - hint.cell_length - 1)
        return spread(message, hint, self.size.width)
