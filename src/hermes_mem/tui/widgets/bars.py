"""How full a memory is, as lines of text: a gauge with its number, and a map of what eats the budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from hermes_mem.model.budget import DELIMITER, Budget, Unit
from hermes_mem.tui.widgets.glyphs import UNICODE, Glyphs, own
from hermes_mem.tui.widgets.line import Line, Piece, cells, crop, spread, tame

UNITS = {Unit.CODEPOINTS: "chars", Unit.UTF16: "units"}
"""How agents' units are called where there is little room."""

NEAR, FULL = 70, 90
"""Percentages above which a gauge warns, and above which it alarms."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a gauge shows. `delta` is what a plan would add or free; None when there is no plan.

    `sizes` are those of the entries in file order, for the map; `current` is the index of the one to light.
    """

    label: str
    budget: Budget
    count: int
    delta: int | None = None
    sizes: tuple[int, ...] = ()
    current: int | None = None


def level(used: int, limit: int) -> str:
    """The part a gauge plays: `good` up to 70 %, `warning` up to 90 %, `error` above. No limit is never full."""
    percent = used * 100 // limit if limit > 0 else 0
    if percent <= NEAR:
        return "good"
    return "warning" if percent <= FULL else "error"


def gauge_bar(width: int, used: int, limit: int, delta: int | None = None, glyphs: Glyphs = UNICODE) -> list[Piece]:
    """A bar of exactly `width` cells. Full means at or over the limit, and anything at all shows.

    With a `delta` the filled part is what stays in either case, and the change beside it takes at least one cell.
    """
    after = max(0, used + (delta or 0))
    part = level(after, limit)
    if not delta:
        filled = _filled(width, used, limit, glyphs)
        return _pieces((filled, part), (glyphs.rest * (width - len(filled)), "dim"))
    low, high = (_cells(width, units, limit) for units in sorted((used, after)))
    low = min(low, high - 1) if high else 0
    high = max(high, low + 1)
    bar = [(glyphs.full * low, part), (glyphs.change * (high - low), part), (glyphs.rest * (width - high), "dim")]
    return _pieces(*bar) if width > 0 else []


def percentage(budget: Budget) -> Piece:
    """`82%`, truncated as the agent does it; `OVER by 212` beyond the limit."""
    text = f"OVER by {budget.over:,}" if budget.over else f"{budget.percent}%"
    return text, level(budget.used, budget.limit)


def number(reading: Reading, glyphs: Glyphs = UNICODE, width: int | None = None) -> list[Piece]:
    """`1,812/2,200 chars · 23`, or what a plan makes of it: `1,812 → 1,748 / 2,200`. Without room, the unit goes."""
    budget = reading.budget
    if reading.delta is None:
        figures, count = f"{budget.used:,}/{budget.limit:,}", own(f" · {reading.count:,}")
        unit = f" {UNITS[budget.unit]}"
        unit = unit if width is None or len(figures + unit + count) <= width else ""
        return [(figures + unit + count, "dim")]
    after = budget.after(reading.delta)
    change = f"{budget.used:,} {glyphs.arrow} {after.used:,}"
    return [(change, level(after.used, after.limit)), (f" / {budget.limit:,}", "dim")]


def heading(reading: Reading, width: int, glyphs: Glyphs = UNICODE) -> list[Piece]:
    """The label, and at the right edge how full it is, or would be."""
    return spread(tame([(reading.label, "strong")]), [_verdict(reading)], width, glyphs.ellipsis)


def gauge_lines(width: int, reading: Reading, glyphs: Glyphs = UNICODE) -> list[Line]:
    """Heading, bar and number; the map below them when the reading has sizes."""
    budget = reading.budget
    bar = gauge_bar(width, budget.used, budget.limit, reading.delta, glyphs)
    lines: list[Line] = [
        heading(reading, width, glyphs),
        bar,
        crop(number(reading, glyphs, width), width, glyphs.ellipsis),
    ]
    if reading.sizes:
        lines.append(budget_map(width, reading.sizes, reading.current, budget.limit, glyphs))
    return lines


def gauge_line(width: int, reading: Reading, glyphs: Glyphs = UNICODE) -> list[Piece]:
    """Bar and number beside each other, for a narrow screen; there is no heading, so an excess is said here."""
    budget = reading.budget
    figures = number(reading, glyphs)
    if budget.after(reading.delta or 0).over:
        figures += [(" ", ""), _verdict(reading)]
    room = max(0, width - 2 - cells(figures))
    bar = gauge_bar(room, budget.used, budget.limit, reading.delta, glyphs)
    return spread([*bar, (" ", "")], figures, width, glyphs.ellipsis)


def budget_map(
    width: int, sizes: Sequence[int], current: int | None, limit: int, glyphs: Glyphs = UNICODE
) -> list[Piece]:
    """Each entry as a segment as wide as its share of the limit, delimiter included, the `current` one lit.

    Every entry has a cell of its own while there are cells enough; beyond that a cell stands for several neighbours.
    An over-full memory takes the whole width.
    """
    costs = [size + DELIMITER for size in sizes]
    if costs:
        costs[-1] -= DELIMITER
    total = max(1, sum(costs))
    filled = _cells(width, total, limit) if costs else 0
    if len(costs) <= width:
        filled = max(filled, len(costs))
        segments = _segments(costs, total, filled, current)
    else:
        segments = _crowd(costs, total, filled, current)
    shades = ("lit", "even", "dim")
    signs = (glyphs.full, *glyphs.shades)
    pieces = [(signs[shade] * length, shades[shade]) for length, shade in segments]
    return _pieces(*pieces, (glyphs.rest * (width - filled), "dim"))


def apportion(weights: Sequence[float], seats: int) -> list[int]:
    """Split `seats` in proportion to the weights by largest remainders: whole numbers with exactly that sum.

    Without any weight all of them go to the first ones, evenly.
    """
    total = sum(weights)
    shares = [seats * (weight / total if total else 1 / len(weights)) for weight in weights]
    whole = [int(share) for share in shares]
    neediest = sorted(range(len(shares)), key=lambda index: whole[index] - shares[index])
    for index in neediest[: seats - sum(whole)]:
        whole[index] += 1
    return whole


def _verdict(reading: Reading) -> Piece:
    return percentage(reading.budget.after(reading.delta or 0))


def _segments(costs: Sequence[int], total: int, filled: int, current: int | None) -> list[tuple[int, int]]:
    """A length and a shade for each entry: 0 the lit one, 1 and 2 in turn the others."""
    if not costs:
        return []
    beyond_first = [max(0.0, cost * filled / total - 1) for cost in costs]
    extra = apportion(beyond_first, filled - len(costs))
    return [(1 + more, 0 if index == current else 1 + index % 2) for index, more in enumerate(extra)]


def _crowd(costs: Sequence[int], total: int, filled: int, current: int | None) -> list[tuple[int, int]]:
    """One cell for several entries; those that the current one touches are lit."""
    lit = range(0)
    if current is not None and current < len(costs):
        ends = list(accumulate(costs))
        first = (ends[current] - costs[current]) * filled // total
        last = max(ends[current] - 1, 0) * filled // total
        lit = range(min(first, filled - 1), min(max(first, last), filled - 1) + 1)
    return [(1, 0 if cell in lit else 1 + cell % 2) for cell in range(filled)]


def _cells(width: int, units: int, limit: int) -> int:
    """Whole cells for so many units: at least one for anything, all of them only at the limit."""
    if limit <= 0 or units <= 0 or width <= 0:
        return 0
    if units >= limit:
        return width
    return max(1, min(round(width * units / limit), width - 1))


def _filled(width: int, used: int, limit: int, glyphs: Glyphs) -> str:
    """The filled part of a bar to the nearest part of a cell that the glyphs have."""
    steps = len(glyphs.blocks)
    eighths = _cells(width * steps, used, limit)
    whole, rest = divmod(eighths, steps)
    return glyphs.full * whole + (glyphs.blocks[rest - 1] if rest else "")


def _pieces(*pieces: Piece) -> list[Piece]:
    return [piece for piece in pieces if piece[0]]
