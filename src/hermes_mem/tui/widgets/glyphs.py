"""The signs that carry meaning beside colour, in two alphabets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Signs of one cell each, but for `ellipsis`, which stands for text that had to go.

    `blocks` are the parts of a filled cell, rising, the whole one last; `change` is what a plan would add or free,
    `rest` what is still free.
    """

    pointer: str
    tick: str
    ellipsis: str
    arrow: str
    blocks: str
    change: str
    shade: str
    rest: str


UNICODE = Glyphs("›", "✓", "…", "→", "▏▎▍▌▋▊▉█", "▒", "▓", "─")
ASCII = Glyphs(">", "*", "...", "->", "#", "+", "=", "-")
