"""Ways to mend STANDING.md, in which a rule is a line: comments and blank lines stay."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.layouts.conflicts import conflict
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.delimited import BOM
from hermes_mem.layouts.encodings import guesses
from hermes_mem.layouts.file_checks import may_conflict
from hermes_mem.layouts.pi.file_remedies import BOTH, CONFLICT, NUL, OURS, THEIRS, UNDECODABLE, plain
from hermes_mem.layouts.pi.format import UNIT
from hermes_mem.layouts.pi.homes import DEFAULT, KIND
from hermes_mem.layouts.pi.lying import Lying
from hermes_mem.layouts.pi.reading import read
from hermes_mem.layouts.pi.settings import STANDING_UNITS
from hermes_mem.layouts.pi.standing import MOST, distinct, normal
from hermes_mem.layouts.reshaping import at_delimiters, without_line_numbers
from hermes_mem.model.entry import Entry
from hermes_mem.model.plan import Move, Repair
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home

GENERAL = "memory"


def of_rules(file: Lying) -> Iterator[Remedy]:
    """All for this file."""
    if file.text is None or "\0" in file.text:
        yield from _bytes(file)
    if file.text is None:
        return
    if file.raw.startswith(BOM.encode()):
        yield from _written(file, "normalise", "shape.bom", "Take the mark off", file.text.removeprefix(BOM))
    elif len(distinct(file.entries)) < len(file.entries):
        yield Remedy("normalise", ("shape.duplicate",), "Keep the first of each", (Repair(file.target),))
    yield from _written(file, "line-ends", "shape.crlf", "Make plain line ends of them", plain(file.text))
    yield from _sides(file)
    yield from _delimiters(file)
    bare, count = without_line_numbers(file.text)
    loses = counted(count, "line number")
    yield from _written(file, "no-numbers", "shape.line-numbers", "Take the line numbers out", bare, loses)
    yield from _too_many(file)


def _written(file: Lying, word: str, rule: str, says: str, text: str, loses: str = "") -> Iterator[Remedy]:
    yield from file.rewritten(word, (rule,), says, text.encode(), loses)


def _bytes(file: Lying) -> Iterator[Remedy]:
    rule = UNDECODABLE if file.text is None else NUL
    for guess in guesses(file.raw):
        yield from _written(file, guess.id, rule, guess.says, plain(guess.text), guess.loses)
    if file.text and (count := file.text.count("\0")):
        loses = counted(count, "NUL byte")
        yield from _written(file, "no-nul", NUL, "Take the NUL bytes out", file.text.replace("\0", ""), loses)


def _sides(file: Lying) -> Iterator[Remedy]:
    if not file.text or not may_conflict(file.text) or (found := conflict(file.text)) is None:
        return
    if found.ours is None or found.theirs is None:
        yield from _written(file, "unmark", CONFLICT, "Take the marks out and keep all else", found.bare)
        return
    if not found.before:
        yield from _written(file, BOTH, CONFLICT, "Keep both sides", found.bare)
    loses = found.losing("the other side")
    for word, place, text in ((OURS, "first", found.ours), (THEIRS, "second", found.theirs)):
        yield from _written(file, word, CONFLICT, f"Keep the {place} side alone", text, loses)


def _delimiters(file: Lying) -> Iterator[Remedy]:
    """A line of only § is a rule to Pi."""
    lines = (file.text or "").split("\n")
    kept = "\n".join(line for line in lines if not (rule := normal(line)) or at_delimiters(rule))
    rules = ("shape.delimiter-edge", "shape.delimiter-almost")
    yield from file.rewritten("delimiters", rules, "Take the lines of only § out", kept.encode())


def _too_many(file: Lying) -> Iterator[Remedy]:
    """The rules for which there is no room in a prompt become entries, the others then reach it."""
    target = read(Home(KIND, file.home, DEFAULT, ""), file.env, scanned=False).target(file.target)
    rules = [entry for entry in target.entries if entry.copy_of is None] if target else []
    if going := _without_room(rules):
        says = f"Move the {len(going):,} for which there is no room to MEMORY"
        loses = "the place in every prompt, which they do not have now either: the model finds them by searching"
        plan = tuple(Move(entry.id, GENERAL) for entry in going)
        yield Remedy("move-rules", ("pi.standing-cap",), says, plan, loses=loses)


def _without_room(rules: list[Entry]) -> list[Entry]:
    """Those that do not fit behind the ones before them that do; each costs its units and one more."""
    used = count = 0
    going = []
    for rule in rules:
        cost = UNIT.size(rule.text) + 1
        if count == MOST or used + cost > STANDING_UNITS:
            going.append(rule)
        else:
            used, count = used + cost, count + 1
    return going
