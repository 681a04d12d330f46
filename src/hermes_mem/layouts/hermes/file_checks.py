"""What is odd about a memory file as a whole, and what Hermes makes of it (hermes-agent 0.19.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from hermes_mem.disk.reading import Cause, Unreadable
from hermes_mem.layouts.hermes.config_checks import NO_MEMORY
from hermes_mem.layouts.hermes.format import BOM, DELIMITER, Undecodable
from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding, Severity

INFO, WARNING, BLOCKING = Severity

EFFECTS = {
    Cause.LOOP: "Hermes takes it for absent and sees an empty memory. The other targets work normally.",
    Cause.CLOSED_DIRECTORY: NO_MEMORY,
    Cause.SPECIAL: "Hermes opens it all the same, and a session can wait on it for ever.",
    Cause.TOO_LARGE: "Hermes reads all of it, at the start of every session; hermes-mem does not.",
}
SEEN_EMPTY = "Hermes sees an empty memory while this lasts. The other targets work normally."


def unreadable_finding(path: Path, reading: Unreadable) -> Finding:
    """For a file that is there and cannot be read."""
    message = f"{path.name} cannot be read ({reading.reason})."
    effect = EFFECTS.get(reading.cause, SEEN_EMPTY)
    return Finding("file.unreadable", BLOCKING, message, effect, file=str(path), fix=reading.fix)


def undecodable_finding(path: Path, error: Undecodable, raw: bytes) -> Finding:
    """For a file that is not UTF-8. The fix prints it as the text it probably is, and changes nothing."""
    encoding = "UTF-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "WINDOWS-1252"
    fix = f"iconv -f {encoding} -t UTF-8 {quote(str(path))}"
    return Finding("file.undecodable", BLOCKING, f"{path.name} is {error.message}.", NO_MEMORY, file=str(path), fix=fix)


def dangling_finding(path: Path, pointed_at: Path) -> Finding:
    """For a symbolic link that leads nowhere."""
    message = f"{path.name} is a symbolic link to {pointed_at}, and nothing is there."
    effect = "Hermes takes it for absent; its next write makes the file there."
    return Finding("file.dangling", WARNING, message, effect, file=str(path))


def outside_finding(real: Path) -> Finding:
    """For a file that a symbolic link on the way to it moves out of the home."""
    message = f"It lies outside this home, in {real}: a symbolic link leads there."
    return Finding("shape.link-outside", INFO, message, "Hermes follows the link, and writes there too.")


def folder_finding(folder: Path) -> Finding:
    """For something else in the place of the folder of the memory files."""
    message, place = f"{folder.name} is no directory.", quote(str(folder))
    return Finding("file.no-folder", BLOCKING, message, NO_MEMORY, file=str(folder), fix=f"mv {place} {place}.old")


def off_finding(key: str) -> Finding:
    """For a target that the switch `key` keeps out of the prompt."""
    message = f"memory.{key} is off: this memory reaches no prompt."
    return Finding("hermes.off", INFO, message, "Hermes keeps the file, and shows none of it to the model.")


def budget_finding(budget: Budget) -> Finding:
    """For a target that holds more than it may."""
    message = f"{budget.used:,} of {budget.limit:,} characters: {budget.over:,} over the limit."
    return Finding("budget.over", WARNING, message, "Hermes loads all of it, and refuses to add until it fits again.")


def duplicate_finding(original: str) -> Finding:
    """For an entry whose very text stands earlier in the target."""
    message = f"An exact copy of {original}."
    return Finding("shape.duplicate", INFO, message, "Hermes keeps the first only; its next write drops this one.")


def byte_findings(raw: bytes) -> Iterator[Finding]:
    """Findings on how the bytes are spelled."""
    if raw.startswith(BOM.encode()):
        effect = "Hermes 0.19 takes it for an invisible first character and leaves that entry out of the prompt; "
        effect += "later releases drop the mark."
        yield Finding("shape.bom", WARNING, "The file begins with a byte order mark.", effect)
    if b"\r" in raw:
        message = "Lines end as on Windows (CR LF)." if b"\r\n" in raw else "Lines end as on an old Mac (CR alone)."
        effect = "Hermes reads plain line ends, and its next write makes them so. Other readers may see one entry."
        yield Finding("shape.crlf", INFO, message, effect)
    if b"\0" in raw:
        effect = "Hermes takes them for text; many other tools stop there."
        yield Finding("shape.nul", WARNING, "The file holds NUL bytes.", effect)


def shape_findings(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """Shapes of a decoded text that are no drift and yet seldom meant."""
    if len(entries) == 1 and DELIMITER not in text and (parts := _parts(entries[0])) >= 3:
        message = f"No delimiter, yet {parts} paragraphs and headings: Hermes reads the whole file as one entry."
        yield Finding("shape.one-entry", INFO, message, "It can only replace or remove all of it at once.")


def _parts(entry: str) -> int:
    """Paragraphs of an entry; a heading begins one too."""
    lines = entry.split("\n")
    before = ["", *lines]
    begins = (line.startswith("#") or not above.strip() for above, line in zip(before, lines, strict=False))
    return sum(bool(line.strip()) and begin for line, begin in zip(lines, begins, strict=True))
