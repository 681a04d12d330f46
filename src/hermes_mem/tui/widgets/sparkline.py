"""A row of bars: how something filled, day by day."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_mem.tui.widgets.glyphs import UNICODE, Glyphs


def sparkline(values: Sequence[int | None], top: int, width: int, glyphs: Glyphs = UNICODE) -> str:
    """The values in at most `width` cells, each a bar whose full height is `top`; a blank where nothing is known.

    Where there are more values than cells, each cell has that of its place; the first and the last are always there.
    """
    if not values or width <= 0:
        return ""
    cells = min(width, len(values))
    last = len(values) - 1
    places = [last] if cells == 1 else [round(cell * last / (cells - 1)) for cell in range(cells)]
    return "".join(_bar(values[place], top, glyphs.levels) for place in places)


def _bar(value: int | None, top: int, levels: str) -> str:
    if value is None:
        return " "
    share = value / top if top > 0 else 0.0
    return levels[max(0, min(len(levels) - 1, round(share * len(levels)) - 1))]
