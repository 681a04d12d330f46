"""The widget that shows how full a memory is, and what a plan would make of it."""

from __future__ import annotations

from enum import StrEnum

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hermes_mem.tui.widgets.bars import Reading, gauge_line, gauge_lines
from hermes_mem.tui.widgets.glyphs import UNICODE, Glyphs
from hermes_mem.tui.widgets.line import Line, tame
from hermes_mem.tui.widgets.parts import STYLES


class Form(StrEnum):
    """How much room a gauge takes: with its label, without (the label is in a title), or a single line."""

    FULL = "full"
    BARE = "bare"
    LINE = "line"


class Gauge(Widget):
    """A bar with its number always beside it. Set `reading` to change what it shows."""

    DEFAULT_CSS = """
    Gauge { height: auto; }
    """

    reading: reactive[Reading | None] = reactive(None, layout=True)

    def __init__(
        self, reading: Reading | None = None, *, form: Form = Form.FULL, glyphs: Glyphs = UNICODE, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.form = form
        self.glyphs = glyphs
        self.set_reactive(Gauge.reading, reading)

    def lines(self, width: int) -> list[Line]:
        """What is shown, in at most so many cells."""
        if self.reading is None:
            return []
        if self.form is Form.LINE:
            return [gauge_line(width, self.reading, self.glyphs)]
        return gauge_lines(width, self.reading, self.glyphs)[self.form is Form.BARE :]

    def render(self) -> Content:
        """The lines with their colours."""
        return Content("\n").join(_content(line) for line in self.lines(self.size.width))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  as Textual calls it
        """As many lines as the form has."""
        return len(self.lines(width))


def _content(line: Line) -> Content:
    return Content.assemble(*((text, STYLES[part]) for text, part in tame(line)))
