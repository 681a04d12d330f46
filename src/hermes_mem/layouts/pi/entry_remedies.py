"""Ways to mend entries of Pi: what should be several, what should be one, and the comments behind them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from hermes_mem.guards import shape
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.pi import comments
from hermes_mem.layouts.pi.entry_checks import is_trap
from hermes_mem.layouts.pi.file_remedies import plain
from hermes_mem.layouts.pi.format import DELIMITER, size, split, unique
from hermes_mem.layouts.pi.lying import Lying
from hermes_mem.layouts.pi.metadata import day, decoded
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.shape_checks import torn_runs
from hermes_mem.layouts.pi.table_reading import stored
from hermes_mem.layouts.reshaping import (
    WAYS,
    at_delimiters,
    at_lines,
    at_marks,
    marks,
    numbers_at_delimiters,
    without_line_numbers,
)
from hermes_mem.model.remedy import Remedy

DATE = "date"
_DOCUMENT = next(rule for rule in shape.RULES if rule.id == "shape.document")
_FRAGMENT = next(rule for rule in shape.RULES if rule.id == "shape.fragment")
_PLACEHOLDER = re.compile(r"\[BLOCKED:[^\n]*\]")


def splitting(file: Lying) -> Iterator[Remedy]:
    """What is read as one entry and was meant for several."""
    yield from _delimiters(file)
    yield from _numbers(file)
    yield from _marks(file)
    yield from _documents(file)
    yield from _fragments(file)


def _fragments(file: Lying) -> Iterator[Remedy]:
    gone = [raw for raw in file.entries if any(True for _ in _FRAGMENT.hits(decoded(raw).text))]
    kept = [raw for raw in file.entries if raw not in gone]
    loses = f"{counted(len(gone), 'entry that is', 'entries that are')} only a rule or a mark"
    yield from file.repaired("no-fragments", ("shape.fragment",), "Remove the fragments", kept, loses)


def _delimiters(file: Lying) -> Iterator[Remedy]:
    rules = ("shape.delimiter-almost", "shape.delimiter-edge")
    entries = [piece for raw in file.entries for piece in at_delimiters(raw)]
    count = sum(map(numbers_at_delimiters, file.entries))
    says, loses = "Make delimiters of the lines that are meant for them", counted(count, "line number") if count else ""
    yield from file.repaired("delimiters", rules, says, entries, loses)


def _numbers(file: Lying) -> Iterator[Remedy]:
    bare = [without_line_numbers(raw) for raw in file.entries]
    if count := sum(numbers for _, numbers in bare):
        entries = split(DELIMITER.join(text for text, _ in bare))
        loses = counted(count, "line number")
        yield from file.repaired("no-numbers", ("shape.line-numbers",), "Take the line numbers out", entries, loses)


def _marks(file: Lying) -> Iterator[Remedy]:
    if count := sum(marks(decoded(raw).text) for raw in file.entries):
        entries = [piece for raw in file.entries for piece in _divided(raw, at_marks)]
        loses = f"{count:,} § at the beginning of {'a line' if count == 1 else 'lines'}"
        yield from file.repaired("marks", ("shape.delimiter-bullet",), "Make an entry of each §", entries, loses)


def _documents(file: Lying) -> Iterator[Remedy]:
    alone = len(file.entries) == 1
    for way in WAYS:
        entries, cuts = list[str](), 0
        for raw in file.entries:
            meant = alone or any(True for _ in _DOCUMENT.hits(decoded(raw).text))
            pieces = _divided(raw, way.cut) if meant else [raw]
            entries, cuts = entries + pieces, cuts + len(pieces) - 1
        loses = f"{cuts:,} {way.drops}" if way.drops else ""
        rules = ("shape.one-entry", "shape.document")
        if cuts:
            yield from file.repaired(f"split-{way.id}", rules, f"Split it {way.says}", entries, loses)


def _divided(raw: str, cut: Callable[[str], list[str]]) -> list[str]:
    """The pieces of an entry, all of its text, each with its dates; the entry itself where there is but one."""
    written = decoded(comments.without_trap(raw))
    if is_trap(written):
        return [raw]
    text = plain(written.text)
    pieces = cut(text)
    return comments.redated(written, pieces) if pieces != [text] else [raw]


def joining(file: Lying) -> Iterator[Remedy]:
    """What a line of only § has torn: Pi writes one comment behind all of it."""
    if runs := torn_runs(file.entries):
        entries = list(file.entries)
        for run in reversed(runs):
            last = decoded(file.entries[run[-1]])
            text = "\n".join(decoded(file.entries[index]).text for index in run)
            entries[run[0] : run[-1] + 1] = comments.redated(last, [text])
        count = sum(len(run) - 1 for run in runs)
        loses = f"{counted(count, 'line')} of only §, which no entry can have"
        yield from file.repaired("join", ("shape.torn",), "Put together what belongs together", entries, loses)


def commenting(file: Lying) -> Iterator[Remedy]:
    """Comments that Pi does not read as they are meant."""
    says = "Put a blank into the earlier comment, so that Pi reads past it"
    yield from _each(file, "comment-text", "pi.comment-trap", says, comments.without_trap)
    says, loses = "Write the dates in it as Pi does", "what else stands in that comment"
    yield from _each(file, "comment-dates", "pi.comment-unknown", says, comments.understood, loses)
    says, loses = "Make one comment of them, with the first day and the last", "the days between"
    yield from _each(file, "one-comment", "pi.comment-twice", says, comments.single, loses)
    says, loses = "Write each in one line", "line breaks"
    yield from _each(file, "one-line", "pi.multi-line", says, comments.in_one_line, loses)
    entries = [piece for raw in file.entries for piece in (_divided(raw, at_lines) if decoded(raw).dated else [raw])]
    yield from file.repaired("each-line", ("pi.multi-line",), "Make an entry of each line", entries)


def _each(
    file: Lying, word: str, rule: str, says: str, change: Callable[[str], str], loses: str = ""
) -> Iterator[Remedy]:
    yield from file.repaired(word, (rule,), says, map(change, file.entries), loses)


def dating(file: Lying) -> Iterator[Remedy]:
    """Dates for entries of one line that have none, as far as the memory then fits: they cost what they cost."""
    settings = load(file.home, file.env)
    today = datetime.now(UTC).date().isoformat()
    days = _days(file) if any(not decoded(raw).dated for raw in file.entries) else {}
    entries = [comments.dated(raw, days, today) for raw in file.entries]
    if size(unique(entries)) <= settings.limit(file.target).value:
        says = "Write dates behind them: those that Pi's search has, else today's"
        yield from file.repaired(DATE, ("pi.undated",), says, entries)


def _days(file: Lying) -> dict[str, tuple[str, str]]:
    """The days that the table in which Pi searches has for each text of a target."""
    try:
        rows = stored(load(file.home, file.env).directory) or []
    except (sqlite3.Error, OSError):
        return {}
    mine = (one for one in rows if one.is_of(file.target))
    days = {one.row.content: (one.row.created, one.row.last_referenced) for one in mine}
    return {text: found for text, found in days.items() if all(map(day, found))}


def unblocking(file: Lying) -> Iterator[Remedy]:
    """Entries that begin like what Hermes shows in place of a blocked one."""
    rule = ("shape.blocked-literal",)
    begun = [raw for raw in file.entries if raw.startswith(shape.BLOCKED)]
    if not begun:
        return
    empty = [raw for raw in begun if _PLACEHOLDER.fullmatch(decoded(raw).text)]
    bare = [raw.removeprefix(shape.BLOCKED) if raw not in empty else raw for raw in file.entries]
    yield from file.repaired("unblock", rule, f"Take the {shape.BLOCKED} off, so that it is read as any text", bare)
    loses = f"{counted(len(empty), 'entry that is', 'entries that are')} only such a placeholder"
    kept = [raw for raw in file.entries if raw not in empty]
    yield from file.repaired("no-placeholders", rule, "Remove the placeholders", kept, loses)
