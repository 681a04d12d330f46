"""The memories on a narrow screen: their names on one line, the gauge of the one in sight on the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Named:
    """The memories of a store by their names, which of them is in sight, and the store."""

    names: Sequence[Content]
    current: int
    store: Content


class Names(Widget):
    """As many memories as there is room for, the one in sight among them; the store where room is left."""

    shown: reactive[Named] = reactive(Named((), 0, Content()))

    def render(self) -> Content:
        shown, width = self.shown, self.size.width
        return spread(Content(" ").append(_fitting(shown.names, shown.current, width - 1)), shown.store, width)


def _fitting(names: Sequence[Content], current: int, width: int) -> Content:
    """The names from the first on, as far as they fit; from a later one where the current one would be cut off.

    How many are left out stands where they are.
    """
    starts = range(current + 1)
    line = Content()
    for first in starts:
        for last in range(len(names), current, -1):
            line = _line(names, first, last)
            if line.cell_length <= width:
                return line
    return line


def _line(names: Sequence[Content], first: int, last: int) -> Content:
    before = [Content.styled(f" +{first}", "$text-muted")] if first else []
    behind = [Content.styled(f"+{len(names) - last}", "$text-muted")] if last < len(names) else []
    return Content("  ").join([*before, *names[first:last], *behind])


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
        rows = [row for row in targets if row.home == here.home]
        homes = list(dict.fromkeys(row.home.name for row in targets))
        number = f"  {homes.index(here.home.name) + 1}/{len(homes)} " if len(homes) > 1 else " "
        store = Content.styled(f"  {safe_line(here.home.name)}{number}", "$text-muted")
        keys = [row.key for row in rows]
        self._names.shown = Named([self._named(row, here) for row in rows], keys.index(here.key), store)
        self._gauge.reading = None if here.target.state.broken else reading(here.target)

    def _named(self, row: TargetRow, here: TargetRow) -> Content:
        current = row.key == here.key
        word = row.target.state.value if row.target.state.broken else percentage(row.target.budget)[0]
        name = plain(f"{self._glyphs.pointer if current else ' '}{reading(row.target).label} ")
        return Content.assemble(name.stylize("bold") if current else name, (word, "" if current else "$text-muted"))
