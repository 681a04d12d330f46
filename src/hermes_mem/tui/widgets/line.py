"""Lines of a list before they have colours: pieces of text, each naming the part it plays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from hermes_mem.model.text import safe_line
from hermes_mem.tui.widgets.glyphs import own

Piece = tuple[str, str]
"""Text and the part it plays, one of `parts.STYLES`; the empty part is plain text."""

Line = Sequence[Piece]


def cells(line: Line) -> int:
    """How many terminal cells the line takes."""
    return sum(cell_len(text) for text, _ in line)


def tame(line: Iterable[Piece]) -> list[Piece]:
    """The line without anything a terminal would obey: a second look, at next to no cost, at what callers made safe."""
    return [(text if text.isprintable() else safe_line(text), part) for text, part in line]


def crop(line: Line, width: int, ellipsis: str | None = None) -> list[Piece]:
    """The line in at most `width` cells; where something had to go it ends in `ellipsis`, else in three dots."""
    if cells(line) <= width:
        return list(line)
    ellipsis = ellipsis or own("…")
    room = width - cell_len(ellipsis)
    if room < 0:
        return [(set_cell_size(ellipsis, max(0, width)), "")]
    kept: list[Piece] = []
    for text, part in line:
        size = cell_len(text)
        if size > room:
            return [*kept, (set_cell_size(text, room) + ellipsis, part)]
        kept.append((text, part))
        room -= size
    return [*kept, (ellipsis, "")]


def fit(line: Line, width: int, ellipsis: str | None = None) -> list[Piece]:
    """The line in exactly `width` cells: cropped or padded."""
    kept = crop(line, width, ellipsis)
    missing = width - cells(kept)
    return [*kept, (" " * missing, "")] if missing > 0 else kept


def spread(left: Line, right: Line, width: int, ellipsis: str | None = None) -> list[Piece]:
    """`left` and, flush with the right edge, `right`; what does not fit is taken from `left`."""
    if not right:
        return fit(left, width, ellipsis)
    room = width - cells(right) - 1
    return fit([*fit(left, max(0, room), ellipsis), (" ", ""), *right], width, ellipsis)
