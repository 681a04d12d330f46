"""What is said of one entry and of one memory, as lines of spans with a role each; faces turn roles into colours."""

from __future__ import annotations

from datetime import UTC, date
from enum import StrEnum
from typing import TYPE_CHECKING

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.model.text import mask, safe
from hermes_mem.tui.widgets.bars import UNITS
from hermes_mem.tui.widgets.glyphs import own, own_masks

if TYPE_CHECKING:
    from hermes_mem.store import lineage


class Role(StrEnum):
    """What a span means, as a part of `widgets/parts.py`; never the only carrier of the meaning."""

    TEXT = ""
    STRONG = "strong"
    MUTED = "dim"
    KEY = "sign"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    FOUND = "found"


Line = tuple[tuple[str, Role], ...]


def say(text: str, role: Role = Role.TEXT) -> Line:
    """A line in one role."""
    return ((text, role),)


_SEVERITY_ROLE = {Severity.INFO: Role.INFO, Severity.WARNING: Role.WARNING, Severity.BLOCKING: Role.ERROR}
RETURNED, AGAIN = "entry.returned", "d removes it again."
"""The rule of an entry that a person removed, and what they can do here."""

MENDS = "copy the command that mends it"
_SEVERITY_MARK = {Severity.INFO: "i", Severity.WARNING: "!", Severity.BLOCKING: "!"}


def text_lines(entry: Entry, *, reveal: bool, most: int) -> list[Line]:
    """The text, with the spans of warnings and worse standing out; secrets masked unless `reveal`.

    Of more than `most` characters the rest is left out, and it is said how many those are.
    """
    masked = mask(entry.text, () if reveal else entry.secrets)
    shown = masked.text if reveal else own_masks(masked.text)
    last = min(len(entry.text), most)
    lines: list[list[tuple[str, Role]]] = [[]]
    position = 0
    for start, end in [*(span for span in _grave_spans(entry) if span[1] <= last), (last, last)]:
        _append(lines, shown[masked.at(position) : masked.at(start)], Role.STRONG)
        _append(lines, shown[masked.at(start) : masked.at(end)], Role.FOUND)
        position = end
    left_out = [say(own(f"… and {len(entry.text) - last:,} more characters; y copies all."), Role.MUTED)]
    return [*(tuple(line) for line in lines), *(left_out if last < len(entry.text) else [])]


def _grave_spans(entry: Entry) -> list[tuple[int, int]]:
    """Spans to stand out, in order and without overlap; where two overlap the first to begin wins."""
    spans = sorted(finding.span for finding in entry.findings if finding.span and finding.severity is not Severity.INFO)
    kept: list[tuple[int, int]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _append(lines: list[list[tuple[str, Role]]], text: str, role: Role) -> None:
    first, *others = safe(text).split("\n")
    lines[-1].append((first, role))
    lines.extend([(other, role)] for other in others)


def in_full(
    entry: Entry, target: Target, snapshot: Snapshot, today: date, past: lineage.Line | None = None
) -> list[Line]:
    """Every finding, size, share of the budget, what the agent makes of it, since when it is there, and its id."""
    return [
        *(line for finding in entry.findings for line in finding_lines(finding)),
        _fact(
            "size", own(f"{count(entry.size, target.budget.unit)} · {share(entry.size, target.budget)} of the budget")
        ),
        _fact("agent", _agent_sees(entry, target, snapshot)),
        *_kept(entry, target, today),
        *([_fact("age", own(" · ".join(words)))] if (words := _past(past, target, today)) else []),
        _fact("id", entry.id),
    ]


def in_short(
    entry: Entry, target: Target, snapshot: Snapshot, today: date, past: lineage.Line | None = None
) -> list[Line]:
    """The same in few lines: a sentence for each finding, and one line for the rest."""
    size = f"{count(entry.size, target.budget.unit)}, {share(entry.size, target.budget)}"
    when = [f"{age(_latest(entry), today)} old"] if _latest(entry) else []
    kept = [word for word in (_category(entry, target), _scope(entry, target)) if word]
    seen = own(" · ".join([size, *map(safe, kept), *when, "agent "])) + _agent_sees(entry, target, snapshot)
    return [
        *(finding_lines(finding)[0] for finding in entry.findings),
        say(own(" · ").join([seen, *_past(past, target, today)]), Role.MUTED),
    ]


def _kept(entry: Entry, target: Target, today: date) -> list[Line]:
    """What the agent keeps of an entry beside its text."""
    words = {"about": _category(entry, target), "project": _scope(entry, target)}
    lines = [_fact(name, safe(word)) for name, word in words.items() if word]
    if target.dated:
        days = {"created": entry.created, "changed": entry.last}
        told = [_fact(name, own(f"{day} · {_ago(day, today)}")) for name, day in days.items() if day]
        lines += told or [_fact("dates", "none: the agent takes it for written today, each time it reads it")]
    return lines


def _category(entry: Entry, target: Target) -> str:
    return entry.category or ("no category" if target.categories else "")


def _scope(entry: Entry, target: Target) -> str:
    """The project of an entry, where that is not the project of its memory."""
    return entry.project or "" if target.categories else ""


def _latest(entry: Entry) -> date | None:
    return entry.last or entry.created


def age(day: date | None, today: date) -> str:
    """`11d`: so many days, none below zero; a dash where no day is known."""
    return f"{max(0, (today - day).days)}d" if day else own("–")


def _past(past: lineage.Line | None, target: Target, today: date) -> list[str]:
    """`first seen 12 days ago`, `reworded 3 days ago`, `4 versions`; of one that was there before, that it is older.

    Nothing where the agent keeps dates itself, and of an entry that was there when we first looked, today.
    """
    if past is None or target.dated:
        return []
    first, changed = (min(time.astimezone(UTC).date(), today) for time in (past.first, past.changed))
    seen = f"first seen {_ago(first, today)}{', and older' if past.older else ''}"
    if past.older and first == today:
        seen = "older than today"
    if past.versions > 1:
        return [seen, f"reworded {_ago(changed, today)}", f"{past.versions:,} versions"]
    return [] if past.older and first == today else [seen]


def known_day(past: lineage.Line | None) -> date | None:
    """The day from which an entry has the text that it has; None where nobody saw it come."""
    if past is None or (past.older and past.versions == 1):
        return None
    return past.changed.astimezone(UTC).date()


def _ago(day: date, today: date) -> str:
    days = (today - day).days
    if days < 0:
        return "in the future"
    return {0: "today", 1: "yesterday"}.get(days, f"{days:,} days ago")


def _agent_sees(entry: Entry, target: Target, snapshot: Snapshot) -> str:
    if snapshot.unloaded:
        return f"does not see it: {safe(snapshot.unloaded)}"
    if entry.left_out:
        return "does not see it: a cap of its own leaves it out of the prompt"
    if not target.enabled:
        return safe(target.seen)
    if entry.blanked:
        return "sees a placeholder, and still counts the text"
    if entry.copy_of:
        return f"reads it once: an exact copy of {entry.copy_of}"
    return safe(target.seen)


def finding_lines(finding: Finding) -> list[Line]:
    """A finding as mark, sentence and effect."""
    role = _SEVERITY_ROLE[finding.severity]
    lines: list[Line] = [((f"{_SEVERITY_MARK[finding.severity]} ", role), (own(safe(finding.message)), role))]
    if finding.effect:
        lines.append((("  ", Role.TEXT), (own(safe(finding.effect)), Role.TEXT)))
    if fix := AGAIN if finding.rule == RETURNED else finding.fix:
        lines.append((("  ", Role.TEXT), (own(safe(fix)), Role.MUTED)))
    return lines


def heading(target: Target) -> str:
    """`MEMORY · 14 entries`; one that drifted says so, one that cannot be read says why instead of a number."""
    if target.state.broken:
        return own(f"{target.title} · {target.state.value}")
    words = [target.title, number_of(len(target.entries), "entry", "entries")]
    return own(" · ").join(words + ([target.state.value] if target.state is State.DRIFTED else []))


def notes(snapshot: Snapshot, target: Target) -> list[Line]:
    """What is to be said above the entries: that a session gets no memory at all, then what was found of the file."""
    if target.state.broken:
        return []
    unloaded = f"A session started now gets no memory at all: {safe(snapshot.unloaded or '')}."
    lines: list[Line] = [(("! ", Role.ERROR), (unloaded, Role.ERROR))] if snapshot.unloaded else []
    findings = sorted((*target.findings, *snapshot.findings), key=lambda finding: -finding.severity.rank)
    return [*lines, *(line for finding in findings for line in finding_lines(finding)[:2])]


def _fact(name: str, value: str) -> Line:
    return ((f"{name:<8}", Role.MUTED), (value, Role.TEXT))


def number_of(number: int, noun: str, nouns: str = "") -> str:
    """`1 entry`, `2 entries`: the number with its noun."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"


def count(size: int, unit: Unit) -> str:
    """`1,812 chars`: with the word for the unit."""
    return f"{size:,} {UNITS[unit]}"


def share(size: int, budget: Budget) -> str:
    """How much of the limit a size is, with one decimal: small entries differ there."""
    return f"{size / budget.limit * 100:.1f} %" if budget.limit > 0 else own("–")


def empty_lines(target: Target) -> list[Line]:
    """Why a memory shows no entries, what that means, and what to press."""
    name = target.title
    match target.state:
        case State.ABSENT:
            never = "" if target.findings else "The agent has not saved anything here yet: "
            says = f"{never}{target.path.name} does not exist."
        case State.UNREADABLE | State.UNDECODABLE:
            return _broken(target)
        case _:
            says = f"{target.path.name} holds no text: the agent has not saved anything, or it was cleared."
    return [
        say(f"{name} is empty.", Role.STRONG),
        (),
        say(says),
        (),
        *([press("y", MENDS)] if mending(target) else []),
        press("[ ]", "look at another memory"),
        press("R", "read again"),
    ]


def _broken(target: Target) -> list[Line]:
    problem, *more = safe(target.problem or f"{target.path.name} is {target.state}.").split("\n")
    lines: list[Line] = [
        say(problem, Role.ERROR),
        say(safe(str(target.path)), Role.MUTED),
        (),
        *map(say, more),
        *(say(safe(finding.effect)) for finding in target.findings if finding.effect),
        (),
    ]
    if mending(target):
        lines.append(press("y", MENDS))
    return [*lines, press("R", "read again")]


def mending(target: Target) -> Finding | None:
    """The finding that knows what mends a memory whose text is not there to be read; None when none does."""
    missing = target.state.broken or target.state is State.ABSENT
    return next((finding for finding in target.findings if finding.fix), None) if missing else None


def press(key: str, what: str) -> Line:
    """A key and what it does, as a line of an empty pane."""
    return ((f"{key:<5}", Role.KEY), (what, Role.TEXT))


def no_store(looked_in: str) -> list[Line]:
    """That no agent was ever here; `looked_in` says where it was looked for."""
    return [
        say("No agent memory was found.", Role.STRONG),
        (),
        *(say(own(safe(sentence))) for sentence in sentences(looked_in)),
        say("Elsewhere:    hermes-mem tui --store PATH"),
        say("An invented:  hermes-mem tui --demo"),
        (),
        press("R", "look again"),
        press("q", "quit"),
    ]


def sentences(clauses: str) -> list[str]:
    """Clauses that a semicolon divides, each as a sentence."""
    return [f"{clause[:1].upper()}{clause[1:]}." for clause in clauses.split("; ")]
