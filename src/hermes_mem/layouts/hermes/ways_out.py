"""Which remedy a finding on a memory file of Hermes names as its way out; `remedies` has it and the others."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_mem.layouts.conflicts import conflict
from hermes_mem.layouts.encodings import guesses
from hermes_mem.layouts.file_checks import repairing
from hermes_mem.layouts.hermes import format as spelling
from hermes_mem.layouts.hermes.format import BOM
from hermes_mem.layouts.hermes.shape_checks import joinable, settled
from hermes_mem.layouts.reshaping import ways
from hermes_mem.model.finding import Finding

_ALWAYS = {
    "shape.bom": "no-mark",
    "shape.crlf": "normalise",
    "shape.duplicate": "normalise",
    "shape.doubled": "once",
    "shape.line-numbers": "no-numbers",
    "shape.delimiter-edge": "delimiters",
    "shape.delimiter-almost": "delimiters",
    "shape.delimiter-bullet": "marks",
    "shape.fragment": "no-fragments",
    "shape.blocked-literal": "unblock",
}
SHORTEN = "Shorten or remove the entry that is too long."
LOOKED_INTO = 65_536
"""Of what is longer, reading does not find out which remedy is the best one: it names the list of them."""


def on_file(finding: Finding, target: str, raw: bytes, text: str, limit: int) -> str | None:
    """The command that mends what was found on a whole file; None where there is none."""
    if finding.rule in _ALWAYS:
        return repairing(target, _ALWAYS[finding.rule])
    if len(raw) > LOOKED_INTO:
        return listed(target)
    entries = settled(spelling.split(text.removeprefix(BOM)))
    if finding.rule == "hermes.drift":
        too_long = [entry for entry in entries if len(entry) > limit]
        return (split(too_long, target, limit) or SHORTEN) if too_long else repairing(target, "normalise")
    if finding.rule == "shape.one-entry":
        return split(entries, target, limit)
    word = _word(finding.rule, raw, text, entries, limit)
    return repairing(target, word) if word else finding.fix


def _word(rule: str, raw: bytes, text: str, entries: Sequence[str], limit: int) -> str | None:
    """The remedy that is offered first for a rule of which there are several."""
    if rule in ("file.undecodable", "shape.nul"):
        return next((guess.id for guess in guesses(raw)), "no-nul")
    if rule == "shape.conflict":
        found = conflict(text)
        return "both" if found and found.ours is not None else "unmark"
    return "join" if rule == "shape.torn" and joinable(entries, limit) else None


def on_entry(finding: Finding, target: str, text: str, limit: int) -> str | None:
    """The command that mends what was found on an entry; None where there is none."""
    if finding.rule == "shape.document":
        return split([text.removeprefix(BOM).strip()], target, limit)
    return repairing(target, _ALWAYS[finding.rule]) if finding.rule in _ALWAYS else finding.fix


def split(entries: Sequence[str], target: str, limit: int) -> str | None:
    """The command that makes more of each of these entries; None where one of them cannot be split so that it fits."""
    if sum(map(len, entries)) > LOOKED_INTO:
        return listed(target)
    first = [next((way for way, _ in ways(entry, lambda piece: len(piece) <= limit)), None) for entry in entries]
    return repairing(target, f"split-{first[0].id}") if first and first[0] and all(first) else None


def listed(target: str) -> str:
    """The command that shows what can be done."""
    return f"`hermes-mem memory repair {target} --list`"
