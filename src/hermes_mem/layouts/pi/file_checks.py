"""What is odd about a memory file of Pi as a whole, and what the agent makes of it (pi-hermes-memory 0.9.6)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from hermes_mem.disk.reading import Cause
from hermes_mem.disk.rights import described, fix_command
from hermes_mem.layouts.delimited import BOM
from hermes_mem.layouts.file_checks import INFO, WARNING, nul_finding
from hermes_mem.layouts.pi.leftovers import RecoveryCopy
from hermes_mem.layouts.pi.settings import STANDING_UNITS
from hermes_mem.layouts.pi.standing import MOST
from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding

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

_WINDOWS = "\r\n§\r\n"
_ANY_DELIMITER = re.compile(r"\r?\n§\r?\n")


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
    fix = f"cp -np {quote(str(copy.path))} {quote(str(path))}"
    return Finding("pi.gone", WARNING, message, effect, file=str(path), fix=fix)


def budget_finding(budget: Budget, overflow: str) -> Finding:
    """For a target that holds more than it may; `overflow` is the strategy of the configuration."""
    message = f"{budget.used:,} of {budget.limit:,} units, comments counted: {budget.over:,} over the limit."
    return Finding("budget.over", WARNING, message, OVERFULL[overflow])


def undated_finding(count: int) -> Finding:
    """For entries without a comment."""
    message = f"{count:,} entr{'y has' if count == 1 else 'ies have'} no dates."
    return Finding("pi.undated", INFO, message, "Pi takes them for written today, each time it reads them.")


def byte_findings(raw: bytes) -> Iterator[Finding]:
    """Findings on how the bytes are spelled."""
    if raw.startswith(BOM.encode()):
        effect = "Pi reads over it, and its next write drops it."
        yield Finding("shape.bom", INFO, "The file begins with a byte order mark.", effect)
    if b"\0" in raw:
        yield nul_finding(AGENT)


def line_end_findings(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """For line ends of Windows in a file whose entries stand between delimiter lines."""
    if _WINDOWS in text:
        meant = sum(bool(piece.strip()) for piece in _ANY_DELIMITER.split(text))
        message = f"Lines end as on Windows (CR LF), so Pi reads {len(entries):,} of {meant:,} entries as such."
        effect = "Entries that run together are shown, found and rewritten as one."
        fix = "`hermes-mem memory split` makes entries of it again; or save the file with plain line ends (LF)."
        yield Finding("shape.crlf", WARNING, message, effect, fix=fix)
    elif "\r" in text:
        effect = "Pi keeps them as part of the text."
        yield Finding("shape.crlf", INFO, "Some lines end as on Windows or on an old Mac (CR).", effect)


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
    return Finding("pi.standing-cap", WARNING, message, effect, fix="Shorten or remove rules.")


def standing_off_finding() -> Finding:
    """For rules that the configuration keeps out of the prompt."""
    message = "standingInstructionsEnabled is false: no rule reaches a prompt."
    return Finding("pi.off", INFO, message, "Pi keeps the file, and shows none of it to the model.")


def returning_finding(path: Path, count: int, *, configured: bool) -> Finding:
    """For entries that go from the memory of a project and lie in its old one as well; see `old_finding`."""
    message = f"{count:,} of what goes {'is' if count == 1 else 'are'} in the old memory of this project too: {path}."
    effect = "Pi adds that again at its next start."
    return Finding("pi.comes-back", WARNING, message, effect, file=str(path), fix=_old_fix(path, configured=configured))


def old_finding(path: Path, coming: int, *, configured: bool) -> Finding:
    """For an old memory file of a project; `coming` of its entries are not in the new one.

    `configured` says that it is the MEMORY of the home, which `memoryDir` puts where projects were.
    """
    message = f"An old memory of this project lies in {path}."
    if configured:
        message = f"memoryDir lies in the home itself, so Pi takes {path} for an old project."
    if coming:
        message += f" {coming:,} of its entries {'is' if coming == 1 else 'are'} not here."
    effect = "Pi adds its entries again at every start, also those that were removed or reworded here."
    fix = _old_fix(path, configured=configured)
    return Finding("pi.old-project", WARNING if coming else INFO, message, effect, file=str(path), fix=fix)


def _old_fix(path: Path, *, configured: bool) -> str:
    return "Give memoryDir another place." if configured else f"mv {quote(str(path))} {quote(str(path))}.old"


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
