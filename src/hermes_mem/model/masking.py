"""Spans of a text that must not be shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

MASK = "••••••"
"""What stands for a secret, however long it is: the length of a password is nobody's business either."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with MASK in place of the spans; `hidden` are those spans, merged and in order, in the original text."""

    text: str
    hidden: tuple[tuple[int, int], ...] = ()

    def at(self, offset: int) -> int:
        """Where an offset of the original lies in `text`; one inside of a secret lies at the start of its mask."""
        moved = offset
        for start, end in self.hidden:
            if offset <= start:
                break
            moved = moved - (end - start) + len(MASK) if offset >= end else moved - (offset - start)
        return moved

    def span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where a span of the original lies in `text`; a mask that it touches is in it whole."""
        start, end = span
        covering = next((stop for begin, stop in self.hidden if begin < end < stop), end)
        return self.at(start), self.at(covering)


def mask(text: str, spans: Iterable[tuple[int, int]]) -> Masked:
    """Replace each span, in code points, by MASK. Overlapping and adjoining spans are one, empty ones none."""
    hidden = _merged(len(text), spans)
    pieces, done = [], 0
    for start, end in hidden:
        pieces += [text[done:start], MASK]
        done = end
    return Masked("".join([*pieces, text[done:]]), tuple(hidden))


def _merged(length: int, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted((max(0, start), min(length, end)) for start, end in spans):
        if start >= end:
            continue
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
