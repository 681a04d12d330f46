"""The Memory view as linear text: for screen readers, for terminals without a cursor, for a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hermes_mem.cli.cells import wrap
from hermes_mem.cli.gauge import count, fullness, numbers, states, unloaded
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import mask, safe, safe_line

FLAGS = {Severity.BLOCKING: "blocking", Severity.WARNING: "warning", Severity.INFO: "note"}

NARROWEST = 20


def plain(snapshots: Sequence[Snapshot], *, reveal: bool, width: int) -> str:
    """Every store, target, entry and finding in reading order, in lines of at most `width` cells; states are words."""
    lines = [line for snapshot in snapshots for line in _store(snapshot, reveal, max(NARROWEST, width))]
    return "\n".join(lines).rstrip("\n")


def _store(snapshot: Snapshot, reveal: bool, width: int) -> Iterator[str]:
    home = snapshot.home
    yield from wrap(safe_line(f"Store {home.name}, {home.path}. {home.why}"), width)
    if snapshot.unloaded:
        yield from wrap(safe_line(unloaded(snapshot)), width)
    yield from _findings(snapshot.findings, width)
    yield ""
    for target in snapshot.targets:
        yield from _target(target, reveal, width)
        yield ""


def _target(target: Target, reveal: bool, width: int) -> Iterator[str]:
    yield from wrap(_heading(target), width)
    if target.problem:
        yield from wrap(safe_line(target.problem), width)
    yield from _findings(target.findings, width)
    for number, entry in enumerate(target.entries, 1):
        yield from _entry(number, entry, reveal, width)


def _heading(target: Target) -> str:
    if target.state.broken:
        return f"{target.title}: {target.state}."
    words = [fullness(target.budget), numbers(target.budget), count(len(target.entries)), *states(target)]
    return f"{target.title}: {', '.join(words)}."


def _entry(number: int, entry: Entry, reveal: bool, width: int) -> Iterator[str]:
    text = mask(entry.text, () if reveal else entry.secrets).text
    words = [f"{number}.", *(["copy of an entry above:"] if entry.copy_of else []), safe(text)]
    yield from wrap(" ".join(words), width)
    yield from _findings(entry.findings, width)


def _findings(findings: Iterable[Finding], width: int) -> Iterator[str]:
    for finding in findings:
        sentences = [f"{FLAGS[finding.severity]}: {finding.message}", finding.effect]
        for line in wrap(safe_line(" ".join(filter(None, sentences))), width - 4):
            yield f"    {line}"
