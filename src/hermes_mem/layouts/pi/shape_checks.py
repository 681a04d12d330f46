"""Odd shapes of a whole memory file of Pi, looked at only where something hints at one: most files have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hermes_mem.layouts import doubled
from hermes_mem.layouts.conflicts import Conflict, conflict
from hermes_mem.layouts.delimited import DELIMITER
from hermes_mem.layouts.file_checks import INFO, WARNING
from hermes_mem.layouts.pi.format import split, unique
from hermes_mem.layouts.pi.metadata import decoded
from hermes_mem.layouts.reshaping import at_bullets, at_headings, at_paragraphs, at_rules, torn, without_line_numbers
from hermes_mem.model.finding import Finding

PARTS = 3
"""How many paragraphs or headings in the only entry of a file are more than one note."""


def shape_findings(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """Findings on the text of a file and its entries, spelled as in it."""
    if found := conflict(text):
        effect = "Pi takes the marks for text, and both sides go to the model."
        yield conflict_finding(found, effect)
    if once_only(text, entries) is not None:
        effect = "Where the two meet Pi reads two entries as one; exact copies go with its next write."
        yield Finding("shape.doubled", WARNING, "The same text stands in the file twice.", effect)
    if parts := one_entry(text, entries):
        message = f"No delimiter, yet {parts:,} paragraphs, headings or items: Pi reads the whole file as one entry."
        effect = "It is shown, found and rewritten as one, and the model replaces all of it at once."
        yield Finding("shape.one-entry", INFO, message, effect)
    if runs := torn_runs(entries):
        count = sum(map(len, runs))
        message = f"{count:,} entries look like {'one' if len(runs) == 1 else f'{len(runs):,}'} that a § line has torn."
        effect = "Pi writes the dates behind the last part only, and shows and removes each part for itself."
        yield Finding("shape.torn", INFO, message, effect)


def rule_findings(text: str) -> Iterator[Finding]:
    """The same for STANDING, where each line is a rule."""
    if found := conflict(text):
        yield conflict_finding(found, "Pi takes the marks for rules, and puts both sides into every prompt.")
    if count := without_line_numbers(text)[1]:
        message = f"{count:,} rules begin with the number of their line, as a read tool shows it."
        yield Finding("shape.line-numbers", WARNING, message, "The model gets the numbers as part of the rules.")


def conflict_finding(found: Conflict, effect: str) -> Finding:
    """For what a merge has left."""
    message = f"Line {found.line:,}: marks of a merge that nobody finished ({found.markers:,} lines)."
    return Finding("shape.conflict", WARNING, message, effect)


def once_only(text: str, entries: Sequence[str]) -> list[str] | None:
    """As `doubled.once_only`, with entries as Pi reads them."""
    return doubled.once_only(text, entries, lambda half: unique(split(half)))


def one_entry(text: str, entries: Sequence[str]) -> int:
    """How many notes the only entry of a file seems to be; 0 where that is one, or is told as something else.

    A list is one note where Pi itself has written it, with its dates.
    """
    if len(entries) != 1 or DELIMITER in text or "\r" in text:
        return 0
    only = decoded(entries[0])
    cuts = (at_paragraphs, at_headings, at_rules) if only.dated else (at_paragraphs, at_headings, at_rules, at_bullets)
    parts = max(len(cut(only.text)) for cut in cuts)
    return parts if parts >= PARTS else 0


def torn_runs(entries: Sequence[str]) -> list[range]:
    """Runs of entries that look like one: all but the last end openly and have no dates, which Pi's own have."""
    written = [decoded(raw) for raw in entries]
    runs = torn([one.text for one in written])
    return [run for run in runs if written[run[-1]].dated and not any(written[index].dated for index in run[:-1])]
