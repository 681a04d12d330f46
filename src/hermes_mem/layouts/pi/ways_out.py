"""Which remedy a finding on a memory file of Pi names as its way out; `remedies` has it and the others."""

from __future__ import annotations

from shlex import quote

from hermes_mem.model.finding import Finding

_STANDING = "standing"
_OF_ANY = {
    "pi.gone": "restore",
    "shape.bom": "normalise",
    "shape.duplicate": "normalise",
    "shape.crlf": "line-ends",
    "shape.line-numbers": "no-numbers",
    "shape.delimiter-almost": "delimiters",
    "shape.delimiter-edge": "delimiters",
}
_OF_RULES = {"pi.standing-cap": "move-rules"}
_OF_ENTRIES = {
    "shape.delimiter-empty": "normalise",
    "shape.delimiter-bullet": "marks",
    "shape.doubled": "once",
    "shape.torn": "join",
    "shape.blocked-literal": "unblock",
    "pi.comment-trap": "comment-text",
    "pi.comment-unknown": "comment-dates",
    "pi.comment-twice": "one-comment",
    "pi.multi-line": "one-line",
}
_SEVERAL = frozenset({"shape.nul", "shape.conflict", "shape.one-entry", "shape.document"})
"""Rules of which the first remedy is now this one, now that."""


def with_way_out(finding: Finding, target: str) -> str | None:
    """The command that mends what was found on a target, else what the finding itself says."""
    words = _OF_ANY | (_OF_RULES if target == _STANDING else _OF_ENTRIES)
    if word := words.get(finding.rule):
        return f"`{repair(target, word)}`"
    if finding.rule == "file.undecodable" or (finding.rule in _SEVERAL and finding.fix is None):
        return f"`hermes-mem check --fix {finding.rule}`"
    return finding.fix


def repair(target: str, word: str) -> str:
    """The command that applies one remedy."""
    return f"hermes-mem memory repair {quote(target)} --with {word}"
