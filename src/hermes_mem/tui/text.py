"""The only way from words to the screen: roles become colours of the theme, and nothing is parsed as markup."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from hermes_mem.model.text import safe
from hermes_mem.tui.memory.facts import Line
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.parts import STYLES


def content(line: Line) -> Content:
    """One line of spans; their text has been through `safe()` where it came from a store."""
    return Content.assemble(*((text, STYLES[role]) for text, role in line))


def paragraph(lines: Iterable[Line]) -> Content:
    """Several lines, one below the other."""
    return Content("\n").join([content(line) for line in lines])


def plain(text: str) -> Content:
    """Any text, made safe."""
    return Content(safe(text))


def spread(left: Content, right: Content, width: int) -> Content:
    """Both on one line of `width` cells; where they do not fit, the right one goes."""
    space = width - left.cell_length - right.cell_length
    return left.pad_right(space).append(right) if space > 0 else shortened(left, width)


def shortened(text: Content, width: int) -> Content:
    """The text in at most `width` cells; three dots say that something had to go."""
    if text.cell_length <= width:
        return text
    dots = own("…")
    return text.truncate(max(0, width - len(dots))).rstrip() + Content(dots[: max(0, width)])
