"""Text measured in cells of a terminal. What is plain is counted here; the rest by rich, imported when it is met."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_PLAIN = re.compile("[ -~█░↵…·•–—]*").fullmatch
"""Text of ASCII and of our own marks: one cell each, so that no table of widths has to be loaded."""


def width_of(text: str) -> int:
    """How many cells the text takes: wide characters two, combining marks none."""
    if _PLAIN(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, width: int | None) -> str:
    """The text in at most `width` cells, with an ellipsis where something is missing; whole when `width` is None."""
    if width is None or width_of(text) <= width:
        return text
    return _head(text, max(0, width - 1)) + "…"


def _head(text: str, width: int) -> str:
    if _PLAIN(text):
        return text[:width]
    from rich.cells import set_cell_size

    return set_cell_size(text, width)


def wrap(text: str, width: int) -> Iterator[str]:
    """Lines of at most `width` cells: broken at spaces, and inside a word only when it is longer than a line."""
    for paragraph in text.split("\n"):
        line: str | None = None
        for word in paragraph.split(" "):
            longer = word if line is None else f"{line} {word}"
            if width_of(longer) <= width:
                line = longer
                continue
            if line:
                yield line
            *full, line = _pieces(word, width)
            yield from full
        yield line or ""


def _pieces(word: str, width: int) -> list[str]:
    if width_of(word) <= width:
        return [word]
    from rich.cells import chop_cells

    return chop_cells(word, width)


def columns(rows: Sequence[Sequence[str]], right: frozenset[int] = frozenset()) -> list[str]:
    """The rows as lines with columns as wide as their widest cell, flushed right for those in `right`."""
    if not rows:
        return []
    widths = [max(width_of(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(_pad(cell, widths[i], i in right) for i, cell in enumerate(row)).rstrip() for row in rows]


def _pad(cell: str, width: int, right: bool) -> str:
    gap = " " * (width - width_of(cell))
    return gap + cell if right else cell + gap
