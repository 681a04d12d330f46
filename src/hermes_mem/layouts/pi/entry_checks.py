"""What is odd about one entry of Pi (pi-hermes-memory 0.9.6 src/store/memory-store.ts, sqlite-memory-store.ts)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_mem.layouts.pi.metadata import Written, decoded
from hermes_mem.model.finding import Finding, Severity

_LINE_ENDS = frozenset("\n\r\u2028\u2029")
_TAIL = 450
_ALMOST = re.compile(r"<!--[^<>]{0,200}\bcreated=[^<>]{0,200}-->\Z")


def entry_findings(entry: Written) -> Iterator[Finding]:
    """Findings on the comment of an entry, and on what it does to its text."""
    if entry.dated:
        yield from line_findings(entry.raw)
    if entry.created is not None and "-->" in entry.created:
        message = f"An earlier comment swallows text: Pi sees {len(entry.text):,} characters of this entry."
        effect = "Pi keeps the rest in the file, and the model never gets it."
        fix = "Take the earlier `<!-- created=` out of the text."
        yield Finding("pi.comment-trap", Severity.WARNING, message, effect, fix=fix)
    if not entry.dated and (almost := _ALMOST.search(entry.text, max(0, len(entry.text) - _TAIL))):
        effect = "To Pi it is text: the model sees it, and the entry has no dates."
        message = "It ends in a comment that Pi does not understand."
        span = (almost.start(), almost.end())
        fix = "Take it out, or leave `created=` and `last=` alone in it."
        yield Finding("pi.comment-unknown", Severity.WARNING, message, effect, span, fix=fix)
    if entry.dated and decoded(entry.text).dated:
        effect = "Pi takes only the last one for dates; the model sees the other as text."
        yield Finding("pi.comment-twice", Severity.INFO, "Two comments with dates stand behind it.", effect)


def line_findings(text: str) -> Iterator[Finding]:
    """Findings on the lines of a text that has, or will have, a comment behind it."""
    if not _LINE_ENDS.isdisjoint(text):
        effect = "Pi's search shows the comment as part of the text, and takes the entry for written today."
        fix = "Say it in one line, or split it."
        yield Finding("pi.multi-line", Severity.INFO, "More than one line.", effect, fix=fix)
