"""The signs that carry meaning beside colour, in two alphabets."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass

from hermes_mem.model.masking import MASK


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Signs of one cell each, but for `ellipsis`, which stands for text that had to go, and `arrow`.

    `blocks` are the parts of a filled cell, rising, the whole one last; `change` is what a plan would add or free,
    `rest` what is still free; `shades` tell neighbours in a budget map apart; `levels` are bars of rising height.
    """

    pointer: str
    tick: str
    ellipsis: str
    arrow: str
    blocks: str
    change: str
    rest: str
    shades: str
    levels: str

    @property
    def full(self) -> str:
        """A filled cell."""
        return self.blocks[-1]


_IN_ASCII = str.maketrans(
    {"·": "-", "…": "...", "•": "*", "–": "-", "“": '"', "”": '"'}
    | {"→": "->", "←": "left", "↑": "up", "↓": "down", "↵": "|"}
)
"""What stands in our own words for the signs beyond ASCII. Each of a mask's is one letter: spans count on that."""

UNICODE = Glyphs("›", "✓", "…", "→", "▏▎▍▌▋▊▉█", "▒", "─", "▓░", "▁▂▃▄▅▆▇█")
ASCII = Glyphs(">", "*", "...", "->", "#", "+", "-", "=:", "_.:-=+*#")

_in_use: ContextVar[Glyphs] = ContextVar("glyphs", default=UNICODE)


def use(glyphs: Glyphs) -> None:
    """Have this alphabet in this context: an application's, its workers' and what is drawn by them."""
    _in_use.set(glyphs)


def own(words: str) -> str:
    """Words of ours in the alphabet in use. Not for text of a store, which is never spelled in another way."""
    return words.translate(_IN_ASCII) if _in_use.get() is ASCII else words


def own_masks(text: str) -> str:
    """Text of a store with the masks in the alphabet in use; nothing in it moves."""
    return text.replace(MASK, own(MASK))
