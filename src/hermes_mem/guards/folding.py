"""A text in NFKC, as Hermes reads an entry, or as the eye reads it; and the way back to what stands there."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from hermes_mem.model.late_pattern import LatePattern
from hermes_mem.model.text import UNSEEN

LONG_RUN = 64
"""Longer runs of combining marks are put in order by us: unicodedata needs quadratic time for that."""

_HIDDEN = LatePattern(rf"(?!\s)[{UNSEEN}]")


class Folded(NamedTuple):
    """A normalised text; `pieces` are spans of the original, `offsets` where each begins in `text`. None: unchanged."""

    text: str
    pieces: tuple[tuple[int, int], ...] | None = None
    offsets: tuple[int, ...] = ()

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The smallest span of the original text that holds all of a non-empty span of `text`."""
        if self.pieces is None:
            return start, end
        first = self.pieces[bisect_right(self.offsets, start) - 1]
        last = self.pieces[bisect_right(self.offsets, end - 1) - 1]
        return first[0], last[1]


def fold(text: str) -> Folded:
    """`text` in NFKC. Pieces are cut only where nothing can compose or change places across the cut."""
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return Folded(text)
    pieces = tuple(_pieces(text))
    return _joined([_normalise(text[start:end]) for start, end in pieces], pieces)


def fold_seen(text: str) -> Folded:
    """`text` without what cannot be seen, letters and digits in NFKC; blanks, signs and punctuation as they are."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return Folded(text)
    if unicodedata.is_normalized("NFKC", text) and not _HIDDEN.search(text):
        return Folded(text)
    places = [at for at, char in enumerate(text) if not _HIDDEN.match(char)]
    seen = "".join(text[at] for at in places)
    pieces = tuple(_pieces(seen))
    spans = tuple((places[start], places[end - 1] + 1) for start, end in pieces)
    return _joined([_letters(seen[start:end]) for start, end in pieces], spans)


def _joined(folded: list[str], pieces: tuple[tuple[int, int], ...]) -> Folded:
    return Folded("".join(folded), pieces, (0, *accumulate(map(len, folded)))[:-1])


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Spans that normalise independently of each other, covering `text` in order."""
    begin = 0
    for at in range(1, len(text)):
        if _starts_piece(text[at]):
            yield begin, at
            begin = at
    if text:
        yield begin, len(text)


def _starts_piece(char: str) -> bool:
    """Whether nothing before `char` can compose with it or change places with it."""
    if char.isascii():
        return True
    first = unicodedata.normalize("NFKD", char)[0]
    return not (unicodedata.category(first).startswith("M") or "\u1160" <= first <= "\u11ff" or _vowel_letter(first))


def _vowel_letter(char: str) -> bool:
    """Kirat Rai: the only letters outside of Hangul that compose with the letter before them (Unicode 16)."""
    return "\U00016d63" <= char <= "\U00016d6a"


def _normalise(piece: str) -> str:
    if len(piece) == 1 and piece.isascii():
        return piece
    return unicodedata.normalize("NFKC", piece if len(piece) <= LONG_RUN else _in_order(piece))


def _letters(piece: str) -> str:
    """In NFKC where that is made of letters and digits alone."""
    normal = _normalise(piece)
    return normal if normal.isalnum() else piece


def _in_order(piece: str) -> str:
    """Decomposed, and every run of combining marks sorted by class: the canonical order, in time n log n."""
    decomposed = "".join(unicodedata.normalize("NFKD", char) for char in piece)
    ordered, run = [], []
    for char in decomposed:
        if unicodedata.combining(char):
            run.append(char)
            continue
        ordered += [*sorted(run, key=unicodedata.combining), char]
        run = []
    return "".join([*ordered, *sorted(run, key=unicodedata.combining)])
