"""Spans of a text that must not be shown."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

MASK = "••••••"
"""What stands for a secret, however long it is: the length of a password is nobody's business either."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with MASK in place of the spans.

    `hidden` are those spans, merged and in order, in the original text; `masks` is where each of them begins in `text`.
    """

    text: str
    hidden: tuple[tuple[int, int], ...] = ()
    masks: tuple[int, ...] = ()

    def at(self, offset: int) -> int:
        """Where an offset of the original lies in `text`; one inside of a secret lies at the start of its mask."""
        number = self._last_before(offset)
        if number < 0:
            return offset
        end = self.hidden[number][1]
        return self.masks[number] + (len(MASK) + offset - end if offset >= end else 0)

    def span(self, span: tuple[int, int]) -> tuple[int, int]:
        """Where a span of the original lies in `text`; a mask that it touches is in it whole."""
        start, end = span
        number = self._last_before(end)
        return self.at(start), self.at(max(end, self.hidden[number][1]) if number >= 0 else end)

    def _last_before(self, offset: int) -> int:
        """The number of the last secret that begins before an offset of the original, -1 when none does."""
        return bisect_left(self.hidden, (offset,)) - 1


def mask(text: str, spans: Iterable[tuple[int, int]]) -> Masked:
    """Replace each span, in code points, by MASK. Overlapping and adjoining spans are one, empty ones none."""
    hidden = _merged(len(text), spans)
    pieces, masks, done, length = [], [], 0, 0
    for start, end in hidden:
        masks.append(length + start - done)
        pieces += [text[done:start], MASK]
        done, length = end, masks[-1] + len(MASK)
    return Masked("".join([*pieces, text[done:]]), tuple(hidden), tuple(masks))


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
