"""The signs that carry meaning beside colour, in two alphabets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Signs of one cell each, but for `ellipsis`, which stands for text that had to go, and `arrow`.

    `blocks` are the parts of a filled cell, rising, the whole one last; `change` is what a plan would add or free,
    `rest` what is still free; `shades` tell neighbours in a budget map apart.
    """

    pointer: str
    tick: str
    ellipsis: str
    arrow: str
    blocks: str
    change: str
    rest: str
    shades: str

    @property
    def full(self) -> str:
        """A filled cell."""
        return self.blocks[-1]


UNICODE = Glyphs("›", "✓", "…", "→", "▏▎▍▌▋▊▉█", "▒", "─", "▓░")
ASCII = Glyphs(">", "*", "...", "->", "#", "+", "-", "=:")
