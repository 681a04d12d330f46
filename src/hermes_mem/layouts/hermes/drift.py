"""Why Hermes' own check fails on a file (hermes-agent 0.19.0 tools/memory_tool.py, `_detect_external_drift`)."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.layouts.hermes.format import DELIMITER
from hermes_mem.model.finding import Finding, Severity

EFFECT = "Hermes refuses to replace or remove anything here; an add goes through and rewrites the whole file unasked."


def drift_finding(text: str, limit: int) -> Finding:
    """For a decoded text that has drifted: the first cause, and how many more there are."""
    causes = list(causes_of_drift(text, limit))
    more = f" And {len(causes) - 1} more." if len(causes) > 1 else ""
    return Finding("hermes.drift", Severity.BLOCKING, f"{causes[0]}.{more}", EFFECT)


def causes_of_drift(text: str, limit: int) -> Iterator[str]:
    """Clauses with their line, in the order of the file; none exactly when the text has not drifted."""
    pieces = text.split(DELIMITER)
    if not text.strip():
        return
    line = 1
    for number, piece in enumerate(pieces):
        last_line = line + piece.count("\n")
        yield from _edges(piece, (line, last_line), first=number == 0, last=number == len(pieces) - 1)
        if (size := len(piece.strip())) > limit:
            yield f"Line {line:,}: an entry of {size:,} characters, more than the whole memory may hold ({limit:,})"
        line = last_line + 2


def _edges(piece: str, lines: tuple[int, int], *, first: bool, last: bool) -> Iterator[str]:
    """What is wrong where a piece meets its delimiters; blanks at the outer edges of the file do not count."""
    begin, end = lines
    if not piece.strip():
        yield f"Line {begin:,}: {_without_entry(first=first, last=last)}"
        return
    if piece[0].isspace() and not first:
        yield f"Line {begin:,}: a blank line or a space follows the delimiter"
    if piece[-1].isspace() and not last:
        yield f"Line {end:,}: a blank line or a space stands before the delimiter"


def _without_entry(*, first: bool, last: bool) -> str:
    if first:
        return "the file begins with a delimiter"
    return "the file ends with a delimiter" if last else "nothing stands between two delimiters"
