"""Invented findings, so that what the screen shows does not hang on how a check puts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from hermes_mem.health.check import Report
from hermes_mem.health.examining import Looked
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Remove, Repair
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Snapshot
from hermes_mem.tui.session import Session

DRIFT = Finding(
    "hermes.drift",
    Severity.BLOCKING,
    "MEMORY.md: a blank line stands before the delimiter in line 2.",
    "Hermes refuses every replace and remove; adding still works and would silently tidy the file.",
    target="memory",
)
OVER = Finding("budget.over", Severity.WARNING, "USER is 212 over its limit.", "Nothing can be added.", target="user")
COPIES = Finding("duplicate", Severity.INFO, "Two entries say nearly the same.", "", target="memory")
LEFT = Finding(
    "left.temporary",
    Severity.INFO,
    "A temporary file of 1.2 MB is left.",
    "No agent reads it any more.",
    file="/tmp/hermes-mem/.MEMORY.md.tmp",
    fix="rm /tmp/hermes-mem/.MEMORY.md.tmp",
)


def secret(store: Snapshot) -> Finding | None:
    """What was found about a secret in the store itself, if it has one."""
    return next((finding for finding in store.all_findings if finding.secret), None)


def looked(shown: Sequence[Snapshot]) -> Iterator[Looked]:
    """Two kinds: what every store has of the memory itself, and one file that is left in the first."""
    memory = [
        Report(store.home, finding, "Memory")
        for store in shown
        for finding in (DRIFT, OVER, secret(store), COPIES)
        if finding is not None
    ]
    yield Looked("Memory", memory)
    yield Looked("Leftovers", [Report(shown[0].home, LEFT, "Leftovers")] if shown else [])


def look(_self: Session, shown: Sequence[Snapshot]) -> Iterator[Looked]:
    """In place of `Session.look`."""
    return looked(shown)


def many(_self: Session, shown: Sequence[Snapshot]) -> Iterator[Looked]:
    """Ten thousand, in place of `Session.look`."""
    yield Looked("Memory", [Report(shown[0].home, numbered(number), "Memory") for number in range(10_000)])


def numbered(number: int) -> Finding:
    return Finding("entry.odd", Severity.WARNING, f"Entry {number} is odd.", "It is shown.", target="memory")


def remedies(_self: Session, report: Report, shown: Sequence[Snapshot]) -> list[Remedy]:
    """In place of `Session.remedies`: three ways for drift, one that would be refused for a memory over its limit."""
    store = next(store for store in shown if store.home == report.home)
    if report.finding.rule == DRIFT.rule:
        return ways(store)
    if report.finding.rule == OVER.rule:
        target = store.target("user")
        entries = target.entries if target else ()
        gone = tuple(Remove(entry.id) for entry in entries)
        return [Remedy("empty", (OVER.rule,), "Remove all of it", gone, loses=f"{len(entries)} entries")]
    return []


def ways(store: Snapshot) -> list[Remedy]:
    target = store.target("memory")
    first, second, *_ = target.entries if target else ()
    rules, digest = (DRIFT.rule,), sha256(target.path.read_bytes()).hexdigest() if target else ""
    joined, split = (f"{first.text}\n{second.text}",), (*first.text.split(" ", 1), second.text)
    return [
        Remedy("normalise", rules, "Write it as Hermes itself would", (Repair("memory"),)),
        Remedy("join", rules, "Join the two", (Repair("memory", joined, digest),)),
        Remedy(
            "split", rules, "Split the first at its first word", (Repair("memory", split, digest),), loses="a blank"
        ),
    ]


GROUPS = ["Memory", "Leftovers"]


def groups(_self: Session) -> list[str]:
    """In place of `Session.groups`."""
    return GROUPS
