"""How the memory in sight filled over the last days, below the list of memories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from hermes_mem.model.target import Target
from hermes_mem.tui.memory.drawing import wrap
from hermes_mem.tui.memory.facts import Line, Role, number_of, say
from hermes_mem.tui.text import paragraph
from hermes_mem.tui.widgets.bars import level
from hermes_mem.tui.widgets.glyphs import Glyphs
from hermes_mem.tui.widgets.sparkline import sparkline

if TYPE_CHECKING:
    from hermes_mem.store.growth import Growth

YEAR = 365
"""Days beyond which nobody plans."""


class GrowthPane(Static):
    """Has no height while there is nothing to say."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(id="growth", markup=False)
        self._glyphs = glyphs

    def show(self, target: Target | None, growth: Growth | None, width: int, room: int) -> None:
        """Show how the target filled, in so many cells, where there is room for all lines of it."""
        lines = growth_lines(target, growth, width, self._glyphs) if target and growth and room > 0 < width else []
        fits = 0 < len(lines) <= room
        self.display = fits
        if fits:
            self.update(paragraph(lines))


def growth_lines(target: Target, growth: Growth, width: int, glyphs: Glyphs) -> list[Line]:
    """A heading, a bar for each day and when it is full; nothing where it was the same on all days."""
    if not growth.moved:
        return []
    limit = target.budget.limit
    bars = sparkline(growth.used, limit, width, glyphs)
    says = wrap(_said(target, growth), width)
    return [
        (),
        say(f"growth, {len(growth.used)} days", Role.MUTED),
        say(bars, Role(LEVELS[level(growth.used[-1] or 0, limit)])),
        *(say(line) for line in says if line),
    ]


LEVELS = {"good": Role.INFO, "warning": Role.WARNING, "error": Role.ERROR}


def _said(target: Target, growth: Growth) -> str:
    if growth.full_in is None:
        return ""
    if growth.full_in > YEAR:
        return f"at this rate {target.title} is not full within a year"
    return f"at this rate {target.title} is full in {number_of(growth.full_in, 'day')}"
