"""What is odd about one entry of Pi (pi-hermes-memory 0.9.6 src/store/memory-store.ts, sqlite-memory-store.ts)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hermes_mem.guards.shape import BLOCKED
from hermes_mem.layouts.pi.metadata import LINE_END, Written, decoded
from hermes_mem.model.finding import Finding, Severity

_TAIL = 450
_ALMOST = re.compile(r"<!--[^<>]{0,200}\bcreated=[^<>]{0,200}-->\Z")


def entry_findings(entry: Written) -> Iterator[Finding]:
    """Findings on the comment of an entry, and on what it does to its text."""
    if entry.text.startswith(BLOCKED):
        message = "Begins like the placeholder that Hermes puts in place of a blocked entry."
        effect = (
            "To Pi it is text like any other; what stood there before is not in this file. Hermes does not scan it."
        )
        yield Finding("shape.blocked-literal", Severity.INFO, message, effect, (0, len(BLOCKED)))
    if entry.dated:
        yield from line_findings(entry.text)
    if is_trap(entry):
        message = f"An earlier comment swallows text: Pi sees {len(entry.text):,} characters of this entry."
        effect = "Pi keeps the rest in the file, and the model never gets it."
        fix = "Take the earlier `<!-- created=` out of the text."
        yield Finding("pi.comment-trap", Severity.WARNING, message, effect, fix=fix)
    if not entry.dated and (found := almost(entry.text)):
        effect = "To Pi it is text: the model sees it, and the entry has no dates."
        message = "It ends in a comment that Pi does not understand."
        span = found.span()
        fix = "Take it out, or leave `created=` and `last=` alone in it."
        yield Finding("pi.comment-unknown", Severity.WARNING, message, effect, span, fix=fix)
    if entry.dated and decoded(entry.text).dated:
        effect = "Pi takes only the last one for dates; the model sees the other as text."
        yield Finding("pi.comment-twice", Severity.INFO, "Two comments with dates stand behind it.", effect)


def is_trap(entry: Written) -> bool:
    """Whether an earlier comment swallows text of the entry."""
    return entry.created is not None and "-->" in entry.created


def almost(text: str) -> re.Match[str] | None:
    """What stands at the end of a text and looks like a comment with dates."""
    return _ALMOST.search(text, max(0, len(text) - _TAIL))


def line_findings(text: str) -> Iterator[Finding]:
    """Findings on the lines of a text that has, or will have, a comment behind it."""
    if LINE_END.search(text):
        effect = "Pi's search shows the comment as part of the text, and takes the entry for written today."
        fix = "Say it in one line, or split it."
        yield Finding("pi.multi-line", Severity.INFO, "More than one line.", effect, fix=fix)
