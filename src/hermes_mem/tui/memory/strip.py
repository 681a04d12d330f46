"""The memories on a narrow screen: their names on one line, the gauge of the one in sight on the next."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from hermes_mem.tui.memory.drawing import TargetRow, reading
from hermes_mem.tui.text import plain
from hermes_mem.tui.widgets.bars import percentage
from hermes_mem.tui.widgets.gauge import Form, Gauge
from hermes_mem.tui.widgets.glyphs import Glyphs


class TargetStrip(Vertical):
    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="strip")
        self._glyphs = glyphs
        self._names = Static(id="strip-names")
        self._gauge = Gauge(form=Form.LINE, glyphs=glyphs)

    def compose(self) -> ComposeResult:
        yield self._names
        yield self._gauge

    def show(self, targets: Sequence[TargetRow], here: TargetRow) -> None:
        """Show the names of this store's memories and the gauge of the one in sight."""
        names = [self._named(row, here) for row in targets if row.home == here.home]
        self._names.update(Content(" ").append(Content("  ").join(names)))
        self._gauge.reading = None if here.target.state.broken else reading(here.target)

    def _named(self, row: TargetRow, here: TargetRow) -> Content:
        current = row.key == here.key
        word = row.target.state.value if row.target.state.broken else percentage(row.target.budget)[0]
        name = plain(f"{self._glyphs.pointer if current else ' '}{reading(row.target).label} ")
        return Content.assemble(name.stylize("bold") if current else name, (word, "" if current else "$text-muted"))
