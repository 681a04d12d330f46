"""What is odd about a memory file of Pi as a whole, and what the agent makes of it (pi-hermes-memory 0.9.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from hermes_mem.disk.reading import Cause
from hermes_mem.disk.rights import described, fix_command
from hermes_mem.layouts.delimited import BOM, DELIMITER
from hermes_mem.layouts.file_checks import INFO, WARNING, may_conflict, nul_finding
from hermes_mem.layouts.pi.leftovers import RecoveryCopy
from hermes_mem.layouts.pi.settings import STANDING_UNITS
from hermes_mem.layouts.pi.standing import MOST
from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding
from hermes_mem.model.javascript import trim

AGENT = "Pi"
UNREADABLE = "Pi stops loading there: a session starts without this memory and without those that it reads after it."
EFFECTS = {
    Cause.SPECIAL: "Pi opens it all the same, and its start can wait on it for ever.",
    Cause.TOO_LARGE: "Pi reads all of it, at every start; hermes-mem does not.",
}
REPLACED = "Pi reads on with replacement characters, and its next write puts them in the file for ever."
OVERFULL = {
    "reject": "Pi keeps all of it, and refuses to add until it fits again.",
    "fifo-evict": "Pi keeps all of it until it adds: then the oldest entries go until it fits.",
    "auto-consolidate": "Pi keeps all of it; when it wants to add, it lets a model rewrite the entries to make room.",
}

_ELSEWHERE = "Give memoryDir another place."
_ANY_DELIMITER = re.compile(r"(?:\r\n|\r|\n)§(?:\r\n|\r|\n)")
_LONE = re.compile(r"\r(?!\n)")
_NUMBERED = re.compile(r"^[ \t]*\d+[|→]", re.MULTILINE)
_BEGIN = 20
_OPEN = frozenset(":：,，、([{")


def gone_finding(path: Path, copy: RecoveryCopy, entries: int | None) -> Finding:
    """For a file that is not there while a copy of it is; `entries` is how many that has, None if it cannot be read."""
    held = "" if entries is None else f" with {entries:,} entr{'y' if entries == 1 else 'ies'}"
    message = (
        f"{path.name} is not there, but a copy{held} that Pi made before a write at {copy.time:%Y-%m-%d %H:%M} UTC."
    )
    effect = (
        "Pi sees an empty memory, and drops it from its search at the next start. That happens on disks without hard "
        "links; or somebody deleted the file."
    )
    return Finding("pi.gone", WARNING, message, effect, file=str(path))


def budget_finding(budget: Budget, overflow: str) -> Finding:
    """For a target that holds more than it may; `overflow` is the strategy of the configuration."""
    message = f"{budget.used:,} of {budget.limit:,} units, comments counted: {budget.over:,} over the limit."
    fix = "Remove, shorten, join or move entries: that always works, also over the limit."
    return Finding("budget.over", WARNING, message, OVERFULL[overflow], fix=fix)


def undated_finding(count: int, fix: str | None) -> Finding:
    """For entries without a comment."""
    message = f"{count:,} entr{'y has' if count == 1 else 'ies have'} no dates."
    return Finding("pi.undated", INFO, message, "Pi takes them for written today, each time it reads them.", fix=fix)


def byte_findings(raw: bytes) -> Iterator[Finding]:
    """Findings on how the bytes are spelled."""
    if raw.startswith(BOM.encode()):
        effect = "Pi reads over it, and its next write drops it."
        yield Finding("shape.bom", INFO, "The file begins with a byte order mark.", effect)
    if b"\0" in raw:
        yield nul_finding(AGENT, raw)


def line_end_findings(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """For line ends of Windows or of an old Mac in a file whose entries stand between delimiter lines."""
    if not any("\r" in entry for entry in entries):
        return  # Around entries it is stripped.
    meant = sum(bool(trim(piece)) for piece in _ANY_DELIMITER.split(text))
    if meant > len(entries):
        how = "as on Windows (CR LF)" if "\r\n" in text else "as on an old Mac (CR alone)"
        message = f"Lines end {how}, so Pi reads {len(entries):,} of {meant:,} entries as such."
        effect = "Entries that run together are shown, found and rewritten as one."
        yield Finding("shape.crlf", WARNING, message, effect)
        return
    effect = "Pi keeps them as part of the text."
    yield Finding("shape.crlf", INFO, "Some lines end as on Windows or on an old Mac (CR).", effect)


def rule_line_findings(text: str) -> Iterator[Finding]:
    """For line ends of an old Mac among rules; where lines end as on Windows each rule is one all the same."""
    if _LONE.search(trim(text)):
        message = "Some lines end as on an old Mac (CR alone), where Pi sees no end of a line."
        yield Finding("shape.crlf", WARNING, message, "Rules that run together are one long rule in every prompt.")


def delimiter_findings(text: str) -> Iterator[Finding]:
    """For delimiters between which nothing stands."""
    pieces = text.split(DELIMITER)
    if not (empty := sum(not trim(piece) for piece in pieces)) or empty == len(pieces):
        return
    message = f"{empty:,} delimiter{'' if empty == 1 else 's'} too many: nothing stands before, behind or between."
    effect = "Pi reads over it, and its next write drops it."
    if not (trim(pieces[0]) and trim(pieces[-1])):
        effect += " At the beginning or the end of the file its search takes the § for text of an entry, until then."
    yield Finding("shape.delimiter-empty", INFO, message, effect)


def may_be_odd(text: str, entries: Sequence[str]) -> bool:
    """Whether the shape of a file is worth a closer look: a merge left something, it stands there twice, or is torn."""
    if may_conflict(text) or "```" in text:
        return True
    if len(entries) == 1:
        return "\n" in text
    begin = trim(text)[:_BEGIN]
    twice = text.count(begin) > 1 or any(entry.endswith(entries[0]) for entry in entries[1:])
    return twice or any(entry[-1] in _OPEN for entry in entries)


def rules_may_be_odd(text: str) -> bool:
    """The same for STANDING: a merge left something, or a read tool its line numbers."""
    return may_conflict(text) or _NUMBERED.search(text) is not None


def standing_finding(texts: Sequence[str], reached: int) -> Finding:
    """For rules that reach no prompt: all from `reached` on."""
    lost = len(texts) - reached
    message = (
        f"The last {lost:,} of {len(texts):,} rules reach no prompt: {MOST} rules and {STANDING_UNITS:,} units do."
    )
    effect = "Pi tells the model only that there are more."
    if reached == 0:
        message = f"No rule reaches a prompt: the first one alone is longer than {STANDING_UNITS - 1:,} units."
        effect = "Pi says so nowhere."
    return Finding("pi.standing-cap", WARNING, message, effect)


def standing_off_finding() -> Finding:
    """For rules that the configuration keeps out of the prompt."""
    message = "standingInstructionsEnabled is false: no rule reaches a prompt."
    return Finding("pi.off", INFO, message, "Pi keeps the file, and shows none of it to the model.")


def returning_finding(path: Path, count: int, fix: str, *, configured: bool) -> Finding:
    """For entries that go from the memory of a project and lie in its old one as well; see `old_finding`."""
    message = f"{count:,} of what goes {'is' if count == 1 else 'are'} in the old memory of this project too: {path}."
    effect = "Pi adds that again at its next start."
    return Finding("pi.comes-back", WARNING, message, effect, file=str(path), fix=_ELSEWHERE if configured else fix)


def old_finding(path: Path, coming: int, fix: str, *, configured: bool) -> Finding:
    """For an old memory file of a project; `coming` of its entries are not in the new one.

    `configured` says that it is the MEMORY of the home, which `memoryDir` puts where projects were.
    """
    message = f"An old memory of this project lies in {path}."
    if configured:
        message = f"memoryDir lies in the home itself, so Pi takes {path} for an old project."
    if coming:
        message += f" {coming:,} of its entries {'is' if coming == 1 else 'are'} not here."
    effect = "Pi adds its entries again at every start, also those that were removed or reworded here."
    fix = _ELSEWHERE if configured else fix
    return Finding("pi.old-project", WARNING if coming else INFO, message, effect, file=str(path), fix=fix)


def linked_project_finding(directory: Path) -> Finding:
    """For a project whose directory, or whose file, is a symbolic link."""
    message = f"{directory.name} is a symbolic link."
    effect = "Pi reads and writes through it, but its search forgets all of these entries at every start."
    fix = "Put the real one in its place, if the model shall find its entries."
    return Finding("pi.linked-project", WARNING, message, effect, file=str(directory), fix=fix)


def closed_projects_finding(directory: Path) -> Finding:
    """For a directory of projects that may not be listed."""
    message = f"{directory.name} cannot be listed ({described(directory)})."
    effect = "No project but the current one is shown here; Pi itself needs only to enter it."
    fix = fix_command(directory)
    return Finding("pi.closed-projects", WARNING, message, effect, file=str(directory), fix=fix)


def unnamable_finding(directory: Path) -> Finding:
    """For a project whose directory has a name that is no text."""
    message = f"The name {directory.name!r} of a project is not UTF-8."
    effect = "Pi finds no file there, and the memory in it is not shown here."
    fix = "Give the directory a name in UTF-8."
    return Finding("pi.unnamable", WARNING, message, effect, file=str(directory.parent), fix=fix)


def pending_move_finding(marker: Path) -> Finding:
    """For a move of the database that was cut off."""
    effect = "Until Pi has finished it, the model finds nothing by search, and nothing new is kept for it."
    fix = "Start Pi once; if the file stays, see what Pi says."
    message = "The move of sessions.db to its new place is not finished."
    return Finding("pi.pending-move", WARNING, message, effect, file=str(marker), fix=fix)


def unused_directory_finding(directory: Path, instead: Path) -> Finding:
    """For memory files in the usual place while the configuration names another."""
    message = f"There is memory in {directory} as well, and it is not shown: memoryDir names {instead}."
    effect = "Pi shows none of it to the model; only its search takes what is there for a project."
    return Finding("pi.unused-directory", INFO, message, effect, file=str(directory))


def old_directory_finding(directory: Path) -> Finding:
    """For memory files in the place where they lay up to release 0.7.9."""
    message = f"Memory of an older release lies in {directory}, and is not shown here."
    effect = "Pi moves it at its next start; what already has its name in the new place stays behind."
    return Finding("pi.old-directory", WARNING, message, effect, file=str(directory), fix="Start Pi once.")
