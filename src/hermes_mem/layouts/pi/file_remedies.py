"""Ways to mend what is odd about a memory file of Pi as a whole: its bytes, its lines, and that it is not there."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.disk.reading import Present, read_bytes
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts.conflicts import both_sides, conflict
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.encodings import guesses
from hermes_mem.layouts.file_checks import may_conflict
from hermes_mem.layouts.pi.format import serialise, split, unique
from hermes_mem.layouts.pi.leftovers import copies_of
from hermes_mem.layouts.pi.lying import Lying
from hermes_mem.layouts.pi.shape_checks import once_only
from hermes_mem.model.plan import Repair
from hermes_mem.model.remedy import Remedy

UNDECODABLE, NUL, CONFLICT, GONE = "file.undecodable", "shape.nul", "shape.conflict", "pi.gone"
OURS, THEIRS, BOTH = "ours", "theirs", "both"


def restoring(file: Lying) -> Iterator[Remedy]:
    """For a file that is not there: each copy that Pi kept of it, byte for byte, the newest first."""
    if file.version is not None:
        return
    seen: set[bytes] = set()
    for copy in copies_of(file.path):
        reading = read_bytes(copy.path)
        if not isinstance(reading, Present) or reading.raw in seen:
            continue
        word = "restore" if not seen else f"restore-{len(seen) + 1}"
        seen.add(reading.raw)
        says = f"Put the copy of {copy.time:%Y-%m-%d %H:%M:%S} UTC{_held(reading.raw)} in its place"
        try:
            like = version_at(copy.path)
        except OSError:
            continue
        yield Remedy(word, (GONE,), says, files=(file.becomes(reading.raw, like),))


def _held(raw: bytes) -> str:
    try:
        count = len(split(raw.decode()))
    except UnicodeDecodeError:
        return ", which is no text,"
    return f" with {counted(count, 'entry', 'entries')}"


def spelling(file: Lying) -> Iterator[Remedy]:
    """The same entries, spelled as Pi spells them."""
    if file.text is not None and file.raw != serialise(unique(file.entries)):
        rules = ("shape.duplicate", "shape.bom", "shape.delimiter-empty")
        yield Remedy("normalise", rules, "Write it as Pi itself would", (Repair(file.target),))


def encodings(file: Lying) -> Iterator[Remedy]:
    """For bytes that are no UTF-8, or that have NULs in them."""
    rule = UNDECODABLE if file.text is None else NUL
    for guess in guesses(file.raw):
        yield from file.repaired(guess.id, (rule,), guess.says, split(plain(guess.text)), guess.loses)
    if file.text and (count := file.text.count("\0")):
        loses = counted(count, "NUL byte")
        yield from file.repaired("no-nul", (NUL,), "Take the NUL bytes out", split(file.text.replace("\0", "")), loses)


def lines(file: Lying) -> Iterator[Remedy]:
    """Line ends of Windows and of an old Mac, between entries and in them."""
    if file.text and "\r" in file.text:
        yield from file.repaired("line-ends", ("shape.crlf",), "Make plain line ends of them", split(plain(file.text)))


def plain(text: str) -> str:
    """The text with line ends of one kind."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def sides(file: Lying) -> Iterator[Remedy]:
    """What a merge left in it: both sides, or one of them."""
    if not file.text or not may_conflict(file.text) or (found := conflict(file.text)) is None:
        return
    if found.ours is None or found.theirs is None:
        yield from file.repaired("unmark", (CONFLICT,), "Take the marks out and keep all else", split(found.bare))
        return
    ours, theirs = split(found.ours), split(found.theirs)
    yield from file.repaired(BOTH, (CONFLICT,), "Keep both sides", both_sides(ours, theirs), found.losing())
    for word, name, mine, other in ((OURS, found.names[0], ours, theirs), (THEIRS, found.names[1], theirs, ours)):
        says = f"Keep the {'first' if word == OURS else 'second'} side alone{f' ({name})' if name else ''}"
        lost = len(set(other) - set(mine))
        loses = f"{counted(lost, 'entry', 'entries')} of the other side" if lost else ""
        yield from file.repaired(word, (CONFLICT,), says, mine, found.losing(loses))


def halves(file: Lying) -> Iterator[Remedy]:
    """What stands in it twice, once."""
    if file.text and (once := once_only(file.text, file.entries)):
        yield from file.repaired("once", ("shape.doubled",), "Keep each entry once", once)
