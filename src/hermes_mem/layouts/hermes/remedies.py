"""Ways to mend a memory file of Hermes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.conflicts import Conflict, both_sides, conflict
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.encodings import guesses
from hermes_mem.layouts.file_checks import may_conflict
from hermes_mem.layouts.hermes.format import BOM, DELIMITER, joined_size, split, unique
from hermes_mem.layouts.hermes.lying import Lying, copies_in, lying
from hermes_mem.layouts.hermes.shape_checks import joinable, once_only
from hermes_mem.layouts.reshaping import (
    at_delimiters,
    at_marks,
    marks,
    numbers_at_delimiters,
    ways,
    without_line_numbers,
)
from hermes_mem.model.plan import Join, Move, Operation, Remove, Repair, Split
from hermes_mem.model.remedy import Remedy

DRIFT, CONFLICT = "hermes.drift", "shape.conflict"
_PLACEHOLDER = re.compile(r"(?:\[BLOCKED:(?:[^\n\]]*\])?\s*)+", re.IGNORECASE)


def remedies(home: Path, target: str, env: Environment, *, late: bool = False) -> list[Remedy]:
    """What would mend the file as it lies there now, for each rule the best first.

    One that would leave what it is for as it was is not among them.
    """
    file = lying(home, target, env, late=late)
    if file is None:
        return []
    if file.text is None:
        return list(_encodings(file, "file.undecodable"))
    return [
        *_encodings(file, "shape.nul"),
        *_nuls(file),
        *_sides(file),
        *_once(file),
        *_spelling(file),
        *_numbers(file),
        *_delimiters(file),
        *_marks(file),
        *_ways(file),
        *_joining(file),
        *_fragments(file),
        *_placeholders(file),
        *_mark(file),
        *_moving(file),
    ]


def _encodings(file: Lying, rule: str) -> Iterator[Remedy]:
    for guess in guesses(file.raw):
        entries = split(_plain(guess.text).removeprefix(BOM))
        yield from file.repaired(guess.id, (rule,), guess.says, entries, guess.loses)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _nuls(file: Lying) -> Iterator[Remedy]:
    if count := file.plain.count("\0"):
        loses = counted(count, "NUL byte")
        entries = split(file.plain.replace("\0", ""))
        yield from file.repaired("no-nul", ("shape.nul",), "Take the NUL bytes out", entries, loses)


def _sides(file: Lying) -> Iterator[Remedy]:
    if not may_conflict(file.plain) or (found := conflict(file.plain)) is None:
        return
    marked = f"{counted(found.markers, 'mark')} of the merge"
    if found.ours is None or found.theirs is None:
        says = "Take the marks of the merge out and keep all else"
        yield from file.repaired("unmark", (CONFLICT,), says, split(found.bare), marked)
        return
    ours, theirs = split(found.ours), split(found.theirs)
    both = both_sides(ours, theirs)
    yield from file.repaired("both", (CONFLICT,), "Keep both sides", both, found.losing(marked))
    yield from _one_side(file, found, "ours", ours, theirs)
    yield from _one_side(file, found, "theirs", theirs, ours)


def _one_side(file: Lying, found: Conflict, word: str, kept: list[str], other: list[str]) -> Iterator[Remedy]:
    which, name = ("first", found.names[0]) if word == "ours" else ("second", found.names[1])
    lost = len(set(other) - set(kept))
    says = f"Keep the {which} side alone{f' ({name})' if name else ''}"
    loses = f"{counted(lost, 'entry', 'entries')} of the other side" if lost else "the other side"
    yield from file.repaired(word, (CONFLICT,), says, kept, found.losing(loses))


def _once(file: Lying) -> Iterator[Remedy]:
    if entries := once_only(file.text or "", file.read) or once_only(file.plain, file.entries):
        yield from file.repaired("once", ("shape.doubled",), "Keep each entry once", entries, "the second copy")


def _spelling(file: Lying) -> Iterator[Remedy]:
    """The same entries as the agent's own next write spells them: where one is too long, that leaves the drift."""
    rules, says = (DRIFT, "shape.crlf", "shape.bom", "shape.duplicate"), "Write it as Hermes itself would"
    if file.too_long or not file.stable(file.read):
        yield from file.repaired("normalise", rules, says, file.read)
    else:
        yield from file.remedy("normalise", rules, says, (Repair(file.target),), file.read)


def _numbers(file: Lying) -> Iterator[Remedy]:
    bare = [without_line_numbers(entry) for entry in file.entries]
    if count := sum(numbers for _, numbers in bare):
        entries = split(DELIMITER.join(text for text, _ in bare))
        loses = counted(count, "line number")
        yield from file.repaired("no-numbers", ("shape.line-numbers",), "Take the line numbers out", entries, loses)


def _delimiters(file: Lying) -> Iterator[Remedy]:
    entries = [piece for entry in file.entries for piece in at_delimiters(entry)]
    rules, says = ("shape.delimiter-almost", "shape.delimiter-edge"), "Make delimiters of the lines that are meant so"
    count = sum(map(numbers_at_delimiters, file.entries))
    loses = counted(count, "line number") if count else ""
    yield from file.repaired("delimiters", rules, says, entries, loses)


def _marks(file: Lying) -> Iterator[Remedy]:
    if count := sum(map(marks, file.entries)):
        entries = [piece for entry in file.entries for piece in at_marks(entry)]
        loses = f"{count:,} § at the beginning of {'a line' if count == 1 else 'lines'}"
        yield from file.repaired("marks", ("shape.delimiter-bullet",), "Make an entry of each §", entries, loses)


def _ways(file: Lying) -> Iterator[Remedy]:
    """Every way to make more of the entries that are too long, or documents, or all that the file has."""
    meant = file.entries if len(file.entries) == 1 else dict.fromkeys([*file.too_long, *file.documents])
    rules = (DRIFT, "shape.one-entry", "shape.document")
    all_ways = {entry: {way.id: (way, pieces) for way, pieces in ways(entry, file.fits)} for entry in meant}
    each = {entry: known for entry, known in all_ways.items() if known}
    for word in dict.fromkeys(word for known in each.values() for word in known):
        chosen = {entry: known.get(word) or next(iter(known.values())) for entry, known in each.items()}
        way = next(known[word][0] for known in each.values() if word in known)
        cuts = {entry: tuple(pieces) for entry, (_, pieces) in chosen.items()}
        drops = ", ".join(dict.fromkeys(used.drops for used, _ in chosen.values() if used.drops))
        entries = [piece for entry in file.entries for piece in cuts.get(entry, (entry,))]
        operations = [Split(file.ids[entry], pieces) for entry, pieces in cuts.items()]
        what = "it" if len(cuts) == 1 else f"{len(cuts):,} entries"
        yield from file.changed(f"split-{word}", rules, f"Split {what} {way.says}", operations, entries, drops)


def _joining(file: Lying) -> Iterator[Remedy]:
    """All runs of entries that look torn, and each for itself where there are several."""
    runs = joinable(file.entries, file.here.budget.limit)
    yield from _joined(file, runs, "join", "Put together what belongs together")
    for run in runs if len(runs) > 1 else ():
        yield from _joined(file, [run], f"join-{run[0] + 1}", f"Put together entries {run[0] + 1:,} to {run[-1] + 1:,}")


def _joined(file: Lying, runs: list[range], word: str, says: str) -> Iterator[Remedy]:
    entries, operations = list(file.entries), list[Operation]()
    for run in reversed(runs):
        parts = file.entries[run[0] : run[-1] + 1]
        entries[run[0] : run[-1] + 1] = ["\n".join(parts)]
        operations.append(Join(tuple(file.ids[part] for part in parts), "\n".join(parts)))
    yield from file.changed(word, ("shape.torn",), says, operations, entries)


def _fragments(file: Lying) -> Iterator[Remedy]:
    gone = dict.fromkeys(entry for entry in file.entries if file.is_odd("shape.fragment", entry))
    entries = [entry for entry in file.entries if entry not in gone]
    loses = f"{counted(len(gone), 'entry that is', 'entries that are')} only a mark"
    operations = [Remove(file.ids[entry]) for entry in gone]
    yield from file.changed("no-fragments", ("shape.fragment",), "Remove what says nothing", operations, entries, loses)


def _placeholders(file: Lying) -> Iterator[Remedy]:
    """An entry that is nothing but a placeholder goes; of one that has a text behind it the first words go."""
    begun = dict.fromkeys(entry for entry in file.entries if file.is_odd("shape.blocked-literal", entry))
    bare = {entry: entry[found.end() :] for entry in begun if (found := _PLACEHOLDER.match(entry))}
    entries = [text for entry in file.entries if (text := bare.get(entry, entry))]
    count = len(begun)
    loses = f"{counted(count, 'placeholder')}, as Hermes shows in place of an entry that it blocks"
    rule = ("shape.blocked-literal",)
    yield from file.repaired("unblock", rule, "Take the placeholder out", entries, loses if count else "")


def _mark(file: Lying) -> Iterator[Remedy]:
    entries = list(file.entries)
    while entries and entries[0].startswith(BOM):
        rest = entries[0].lstrip(BOM).strip()
        entries[:1] = [rest] if rest else []
    if file.marked:
        yield from file.repaired("no-mark", ("shape.bom",), "Take the byte order mark out", entries)


def _moving(file: Lying) -> Iterator[Remedy]:
    """The newest entries, as many as must go, if the other memory has room for them and neither has drifted."""
    if not file.over or file.drifted or file.other is None:
        return
    entries = unique(file.entries)
    count, size = 0, joined_size(entries)
    while not file.fits_in(size) and count < len(entries):
        count += 1
        size -= joined_size(["", entries[-count]])
    gone = entries[len(entries) - count :]
    if count < len(entries) and file.other_holds(gone):
        shown = ", ".join(file.ids[entry] for entry in gone)
        which = f"the newest entry ({shown})" if count == 1 else f"the {count:,} newest entries ({shown})"
        says = f"Move {which} to {file.other.title}"
        operations = tuple(Move(file.ids[entry], file.other.name) for entry in gone)
        yield Remedy("move-newest", ("budget.over",), says, operations, loses=copies_in(file.entries))
