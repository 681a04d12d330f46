"""Which remedy a finding on a memory file of Pi names as its way out; `remedies` has it and the others."""

from __future__ import annotations

from shlex import quote

from hermes_mem.layouts.file_checks import repairing
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
    "shape.fragment": "no-fragments",
    "pi.multi-line": "one-line",
}
_COMMENTS = {
    "pi.comment-trap": "comment-text",
    "pi.comment-unknown": "comment-dates",
    "pi.comment-twice": "one-comment",
}
_CHOICE = frozenset(
    {"file.undecodable", "shape.blocked-literal", "shape.nul", "shape.conflict", "shape.one-entry", "shape.document"}
)
"""Rules of which the best remedy is now this one, now that: the person is shown all of them."""


def on_file(finding: Finding, target: str) -> str | None:
    """The command that mends what was found on a whole target, else what the finding itself says."""
    words = _OF_ANY | (_OF_RULES if target == _STANDING else _OF_ENTRIES)
    if word := words.get(finding.rule):
        return repairing(target, word)
    return _listing(target) if finding.rule in _CHOICE else finding.fix


def on_entry(finding: Finding, target: str, raw: str) -> str | None:
    """The same for an entry; where it has other troubles as well the person is shown what there is."""
    if finding.rule in _COMMENTS:
        return repairing(target, _COMMENTS[finding.rule]) if _changes(finding.rule, raw) else finding.fix
    named = on_file(finding, target)
    mixed = finding.rule.startswith("shape.") and ("\r" in raw or raw.count("<!--") > 1)
    return _listing(target) if mixed and named != finding.fix else named


def _listing(target: str) -> str:
    return f"`hermes-mem memory repair {quote(target)} --list`"


def _changes(rule: str, raw: str) -> bool:
    from hermes_mem.layouts.pi import comments

    mends = {
        "pi.comment-trap": comments.without_trap,
        "pi.comment-unknown": comments.understood,
        "pi.comment-twice": comments.single,
    }
    return mends[rule](raw) != raw
