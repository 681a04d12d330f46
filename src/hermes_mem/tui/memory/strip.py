"""The memories on a narrow screen: their names on one line, the gauge of the one in sight on the next."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from hermes_mem.model.text import safe_line
from hermes_mem.tui.memory.drawing import TargetRow, reading
from hermes_mem.tui.text import plain, spread
from hermes_mem.tui.widgets.bars import percentage
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs


class Names(Widget):
    """What is in sight on the left, its store on the right, as far as there is room."""

    parts: reactive[tuple[Content, Content]] = reactive((Content(), Content()))

    def render(self) -> Content:
        return spread(*self.parts, self.size.width)


class TargetStrip(Vertical):
    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="strip")
        self._glyphs = glyphs
        self._names = Names(id="strip-names")
        self._gauge = Gauge(form=Form.LINE, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        yield self._names
        yield self._gauge

    def show(self, targets: Sequence[TargetRow], here: TargetRow) -> None:
        """Show the names of this store's memories and the gauge of the one in sight."""
        names = [self._named(row, here) for row in targets if row.home == here.home]
        homes = list(dict.fromkeys(row.home.name for row in targets))
        number = f"  {homes.index(here.home.name) + 1}/{len(homes)} " if len(homes) > 1 else " "
        store = Content.styled(safe_line(here.home.name) + number, "$text-muted")
        self._names.parts = (Content(" ").append(Content("  ").join(names)), store)
        self._gauge.reading = None if here.target.state.broken else reading(here.target)

    def _named(self, row: TargetRow, here: TargetRow) -> Content:
        current = row.key == here.key
        word = row.target.state.value if row.target.state.broken else percentage(row.target.budget)[0]
        name = plain(f"{self._glyphs.pointer if current else ' '}{reading(row.target).label} ")
        return Content.assemble(name.stylize("bold") if current else name, (word, "" if current else "$text-muted"))
