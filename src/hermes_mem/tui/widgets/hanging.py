"""Lines of a head and a sentence each, where a long sentence goes on below its own beginning."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from hermes_mem.tui.memory.facts import Line
from hermes_mem.tui.text import content
from hermes_mem.tui.widgets.glyphs import own


class Hanging(Widget):
    """Set `lines` to change what it shows; the first span of a line of several is its head.

    Where its height is limited and that is too little, the last line ends with three dots.
    """

    DEFAULT_CSS = "Hanging { height: auto; }"

    lines: reactive[Sequence[Line]] = reactive((), layout=True)

    def render(self) -> Content:
        width, height = self.size
        shown = self._wrapped(width)
        if self.styles.max_height is not None and len(shown) > height > 0:
            cut = own(" …")
            shown = [*shown[: height - 1], shown[height - 1].truncate(width - len(cut)) + Content(cut)]
        return Content("\n").join(shown)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  as Textual calls it
        """As many lines as the sentences take."""
        return len(self._wrapped(width))

    def _wrapped(self, width: int) -> list[Content]:
        return [part for line in self.lines for part in hang(line, width)]


def hang(line: Line, width: int) -> list[Content]:
    """The line in pieces of at most `width` cells; those after the first stand below the end of the head."""
    head = len(line[0][0]) if len(line) > 1 else 0
    whole = content(line)
    indent = whole[:head].cell_length
    first, *others = whole[head:].wrap(max(1, width - indent)) or [Content("")]
    return [whole[:head] + first, *(Content(" " * indent) + other for other in others)]
