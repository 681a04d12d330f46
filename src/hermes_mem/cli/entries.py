"""Entries as text for a person: aligned rows, or one entry whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hermes_mem.cli import gauge, output, shapes
from hermes_mem.cli.cells import columns, cut, wrap
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.model.text import safe, safe_line

ROW = 300
"""Characters of an entry in a row when no terminal sets the measure."""

MARKS = {Severity.BLOCKING: "!", Severity.WARNING: "!", Severity.INFO: "i", None: ""}
COLOURS = {Severity.BLOCKING: "red", Severity.WARNING: "yellow", Severity.INFO: "cyan"}
LOUD = (Severity.BLOCKING, Severity.WARNING)
WITHOUT_ENTRIES = {State.ABSENT: "There is no such file yet.", State.EMPTY: "The file is empty."}


class Manner(NamedTuple):
    """How entries are listed: secrets shown, at most `limit` of each target, whole texts instead of rows."""

    reveal: bool
    limit: int | None
    full: bool


class Placed(NamedTuple):
    """An entry and where it stands."""

    home: Home
    target: Target
    entry: Entry

    def line(self, reveal: bool) -> str:
        """The entry on one line that a terminal can take."""
        text = shapes.shown(self.entry, reveal).text
        return safe_line(text[:ROW]) + ("…" if len(text) > ROW else "")


def placed(store: Snapshot) -> Iterator[Placed]:
    """Every entry of a store with its place, in the order of the files."""
    for target in store.targets:
        for entry in target.entries:
            yield Placed(store.home, target, entry)


def print_store(store: Snapshot, manner: Manner) -> None:
    """A heading, for the store in use also why it is that one, then each target with its entries and findings."""
    output.line(output.paint(safe_line(store.home.name), "bold") + f"  {safe_line(str(store.home.path))}")
    if store.home.active:
        _print_indented(safe_line(store.home.why), 2)
    if store.unloaded:
        output.line("  " + output.paint(safe_line(gauge.unloaded(store)), "red"))
    _print_findings(store.findings, store.home)
    for target in store.targets:
        output.line()
        output.line(gauge.heading(target))
        _print_target(store.home, target, manner)
    output.line()


def _print_target(home: Home, target: Target, manner: Manner) -> None:
    if target.problem:
        _print_indented(safe_line(target.problem), 2, "red")
    elif target.state in WITHOUT_ENTRIES:
        output.line(f"  {WITHOUT_ENTRIES[target.state]}")
    listed = [Placed(home, target, entry) for entry in target.entries[: manner.limit]]
    if manner.full:
        for one in listed:
            print_text(one, manner.reveal)
    else:
        _print_rows(listed, manner.reveal)
    if (left := len(target.entries) - len(listed)) > 0:
        output.line(f"  … {gauge.count(left)} more; --limit N or --full shows them")
    _print_findings(target.findings, home)
    _print_findings((finding for one in listed for finding in _pressing(one.entry)), home)


def _pressing(entry: Entry) -> Iterable[Finding]:
    """The findings that a list must spell out: warnings, and all of an entry that the agent does not show the model."""
    return entry.findings if entry.blanked else [f for f in entry.findings if f.severity in LOUD]


def _print_rows(listed: list[Placed], reveal: bool) -> None:
    rows = [_row(one.entry, one.line(reveal), dated=any(each.entry.last for each in listed)) for one in listed]
    for one, row in zip(listed, columns(rows, right=frozenset({1})), strict=True):
        width = output.width()
        severity = one.entry.severity
        text = cut("  " + row, width)
        output.line(output.paint(text, COLOURS[severity]) if severity in LOUD else text)


def _row(entry: Entry, line: str, *, dated: bool) -> tuple[str, ...]:
    """The cells of a row; where the agent keeps days, that of the last change."""
    last = (entry.last.isoformat() if entry.last else "",) if dated else ()
    return (entry.id, f"{entry.size:,}", flags(entry), *last, line)


def flags(entry: Entry) -> str:
    """The flags of a row: `!` a finding that asks for something, `i` information, `=` an exact copy."""
    return MARKS[entry.severity] + ("=" if entry.copy_of else "")


def print_whole(one: Placed, reveal: bool) -> None:
    """An entry with its place, its whole text and every finding."""
    size, budget = one.entry.size, one.target.budget
    share = f" · {size / budget.limit:.1%} of the limit" if budget.limit > 0 else ""
    output.line(f"{one.target.title} of {safe_line(one.home.name)}  {size:,} {gauge.UNITS[budget.unit]}{share}")
    print_text(one, reveal)
    _print_findings(one.entry.findings, one.home)
    output.line()


def _facts(entry: Entry) -> str:
    """What the agent keeps about an entry beside its text, and whether its caps leave it out of the prompt."""
    said = {"category": entry.category, "project": entry.project, "created": entry.created, "changed": entry.last}
    words = [f"{name} {value}" for name, value in said.items() if value]
    return " · ".join([*words, *(["left out of the prompt"] if entry.left_out else [])])


def print_text(one: Placed, reveal: bool) -> None:
    """The id and the flags, and below them the text, and what the agent keeps beside that."""
    output.line("  " + output.paint(one.entry.id, "bold") + f"  {one.entry.size:,}  {flags(one.entry)}".rstrip())
    _print_indented(safe(shapes.shown(one.entry, reveal).text), 4)
    if facts := _facts(one.entry):
        _print_indented(safe_line(facts), 4)


def _print_findings(findings: Iterable[Finding], home: Home) -> None:
    """Each finding on a line; what they mean for the agent and what to do, once for those that have it in common."""
    alike: dict[tuple[str | None, ...], list[Finding]] = {}
    for finding in findings:
        alike.setdefault((finding.effect, finding.fix_in(home.path)), []).append(finding)
    for consequences, group in alike.items():
        for finding in group:
            mark = output.paint(f"{MARKS[finding.severity]} {_place(finding)}", COLOURS[finding.severity])
            output.line(f"  {mark}  {safe_line(finding.message)}")
        for sentence in filter(None, consequences):
            _print_indented(safe_line(sentence), 6)


def _print_indented(text: str, indent: int, *styles: str) -> None:
    """The text behind so many spaces, wrapped when stdout is a terminal."""
    width = output.width()
    for line in wrap(text, max(20, width - indent)) if width else text.split("\n"):
        output.line(" " * indent + output.paint(line, *styles) if line else "")


def _place(finding: Finding) -> str:
    """The entry, the file without its directories, or the target that a finding is about."""
    file = (finding.file or "").rpartition("/")[2]
    return safe_line(finding.entry or file or finding.target or "")
