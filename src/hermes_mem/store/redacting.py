"""A text without its secrets, for writing: nothing of them stays that could be recognised."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from hermes_mem.guards import scan

MARK = "[redacted]"
PIECE = 6
"""Characters of a secret in a row that are never left."""

_MARKS = re.compile(rf"(?:{re.escape(MARK)})+")

Span = tuple[int, int]


def redacted(text: str, kind: str) -> str:
    """The text with `[redacted]` for each secret as a whole, and for every piece of six characters of it elsewhere."""
    while spans := [finding.span for finding in scan(text, kind) if finding.secret and finding.span]:
        pieces = {piece for begin, end in spans for piece in _pieces(text[begin:end])}
        cleared = _without(pieces, _cut(text, spans))
        if cleared == text:
            break
        text = cleared
    return text


def _pieces(secret: str) -> Iterable[str]:
    """What is searched for; blanks are no secret, and a piece of the mark would be found in every mark."""
    every = (secret[start : start + PIECE] for start in range(len(secret) - PIECE + 1))
    return (piece for piece in every if piece.strip() and piece not in MARK)


def _without(pieces: Collection[str], text: str) -> str:
    """Cut until none is left: where text and a mark meet, one may come about anew."""
    while found := [start for start in range(len(text) - PIECE + 1) if text[start : start + PIECE] in pieces]:
        text = _cut(text, [(start, start + PIECE) for start in found])
    return text


def _cut(text: str, spans: Iterable[Span]) -> str:
    """One mark for all that overlaps or touches, marks that are there already included."""
    marks = [found.span() for found in _MARKS.finditer(text)]
    merged: list[Span] = []
    for begin, end in sorted([*spans, *marks]):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    for begin, end in reversed(merged):
        text = text[:begin] + MARK + text[end:]
    return text
