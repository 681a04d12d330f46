"""What is odd about a memory file as a whole, and what Hermes makes of it (hermes-agent 0.19.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from hermes_mem.disk.reading import Cause
from hermes_mem.layouts.file_checks import BLOCKING, INFO, WARNING, may_conflict, nul_finding
from hermes_mem.layouts.hermes.config_checks import NO_MEMORY
from hermes_mem.layouts.hermes.format import BOM
from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding

EFFECTS = {
    Cause.LOOP: "Hermes takes it for absent and sees an empty memory. The other targets work normally.",
    Cause.CLOSED_DIRECTORY: NO_MEMORY,
    Cause.SPECIAL: "Hermes opens it all the same, and a session can wait on it for ever.",
    Cause.TOO_LARGE: "Hermes reads all of it, at the start of every session; hermes-mem does not.",
}
SEEN_EMPTY = "Hermes sees an empty memory while this lasts. The other targets work normally."


def folder_finding(folder: Path) -> Finding:
    """For something else in the place of the folder of the memory files."""
    message, place = f"{folder.name} is no directory.", quote(str(folder))
    return Finding("file.no-folder", BLOCKING, message, NO_MEMORY, file=str(folder), fix=f"mv {place} {place}.old")


def off_finding(key: str) -> Finding:
    """For a target that the switch `key` keeps out of the prompt."""
    message = f"memory.{key} is off: this memory reaches no prompt."
    return Finding("hermes.off", INFO, message, "Hermes keeps the file, and shows none of it to the model.")


def budget_finding(budget: Budget, target: str) -> Finding:
    """For a target that holds more than it may."""
    message = f"{budget.used:,} of {budget.limit:,} characters: {budget.over:,} over the limit."
    effect = "Hermes loads all of it, and refuses to add until it fits again."
    fix = f"Remove or shorten entries; `hermes-mem memory repair {target} --list` tells whether some fit elsewhere."
    return Finding("budget.over", WARNING, message, effect, fix=fix)


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
        yield nul_finding("Hermes", raw)


def may_be_odd(text: str, entries: Sequence[str]) -> bool:
    """Whether the shape of a decoded text is worth a closer look, which reads every line."""
    if may_conflict(text) or "```" in text:
        return True
    if len(entries) == 1:
        return "\n" in text
    begin = text.strip()[:_BEGIN]
    return text.count(begin) > 1 or any(entry[-1] in _OPEN for entry in entries)


_BEGIN = 20
_OPEN = frozenset(":：,，、([{")
