"""Odd shapes of a whole memory file of Hermes, looked at only where something hints at one: most files have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hermes_mem.layouts import doubled
from hermes_mem.layouts.conflicts import conflict
from hermes_mem.layouts.file_checks import INFO, WARNING
from hermes_mem.layouts.hermes.format import DELIMITER, split, unique
from hermes_mem.layouts.reshaping import at_bare_delimiters, at_lines, at_rules, torn
from hermes_mem.model.finding import Finding

SEVERAL = 3
LINES = 8
"""From how many parts on, and plain lines, the only entry of a file is taken for more than one note."""

_BULLETS = re.compile(r"^(?:[-*+•]|\d{1,3}[.)])[ \t]+\S", re.MULTILINE)
_LISTED = re.compile(r"#{1,6} |(?:[-*+•]|\d{1,3}[.)])[ \t]")
"""How a text begins that is a list and nothing else: with words before it, it is one note."""


def shape_findings(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """Findings on a decoded text and its entries: shapes that are no drift and yet seldom meant."""
    if len(entries) == 1 and DELIMITER not in text and (seen := parts_seen(entries[0])):
        message = f"No delimiter, yet {seen}: Hermes reads the whole file as one entry."
        yield Finding("shape.one-entry", INFO, message, "It can only replace or remove all of it at once.")
    if found := conflict(text):
        lines = f"{found.markers:,} line{' is' if found.markers == 1 else 's are'} the mark"
        message = f"Line {found.line:,}: {lines} of a merge that nobody finished."
        effect = "Hermes takes the marks for text, and the model gets them with both sides."
        yield Finding("shape.conflict", WARNING, message, effect)
    if once_only(text, entries) is not None:
        message = "The same text stands in the file twice."
        effect = "Hermes drops exact copies when it writes; where the two meet it reads two entries as one."
        yield Finding("shape.doubled", WARNING, message, effect)
    if runs := torn(entries):
        count = sum(map(len, runs))
        of = "one that a § line has torn" if len(runs) == 1 else f"{len(runs):,} that § lines have torn"
        message = f"Line {_line(text, runs[0][0]):,}: {count:,} entries look like {of}, for they end openly."
        yield Finding("shape.torn", INFO, message, "Hermes shows and removes each part for itself.")


def once_only(text: str, entries: Sequence[str]) -> list[str] | None:
    """As `doubled.once_only`; None too where lines of only § make it unclear what the entries are."""
    found = doubled.once_only(text, entries, lambda half: unique(split(half)))
    return found if found and unique(split(DELIMITER.join(found))) == found else None


def settled(entries: Sequence[str]) -> list[str]:
    """The entries, or where the agent would read them otherwise once they are written, such as it would not.

    A line of only § at the edge of one can be read as part of its neighbour: such lines are delimiters then.
    """
    found, cut = list(entries), list[str]()
    while found != cut and split(DELIMITER.join(once := unique(found))) != once:
        found, cut = [piece for entry in found for piece in at_bare_delimiters(entry)], found
    return found


def joinable(entries: Sequence[str], limit: int) -> list[range]:
    """Runs of entries that look torn and can be one: it fits, and has no line of its own that is only §."""
    return [run for run in torn(entries) if _may_be_one("\n".join(entries[run[0] : run[-1] + 1]), limit)]


def _may_be_one(text: str, limit: int) -> bool:
    return len(text) <= limit and "§" not in text.split("\n")


def parts_seen(entry: str) -> str | None:
    """What a text is made of that looks like several notes, as a clause; None for what may well be one."""
    if (parts := _parts(entry)) >= SEVERAL:
        return f"{parts:,} paragraphs and headings"
    if (rules := len(at_rules(entry)) - 1) > 0:
        return f"{rules:,} rule{'' if rules == 1 else 's'} (---)"
    if (bullets := len(_BULLETS.findall(entry))) >= SEVERAL and _LISTED.match(entry):
        return f"{bullets:,} bullets"
    return f"{lines:,} lines" if (lines := len(at_lines(entry))) >= LINES else None


def _parts(entry: str) -> int:
    """Paragraphs of an entry; a heading begins one too."""
    lines = entry.split("\n")
    before = ["", *lines]
    begins = (line.startswith("#") or not above.strip() for above, line in zip(before, lines, strict=False))
    return sum(bool(line.strip()) and begin for line, begin in zip(lines, begins, strict=True))


def _line(text: str, index: int) -> int:
    """In which line of a text the entry of this index begins."""
    line = 1
    for piece in text.split(DELIMITER):
        if piece.strip():
            if index == 0:
                return line + piece[: len(piece) - len(piece.lstrip())].count("\n")
            index -= 1
        line += piece.count("\n") + 2
    return line
