"""What the checks found, as rows of a list by kind: pure values, so that a worker or a test can make them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import TYPE_CHECKING

from hermes_mem.health.check import Report
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import Target, title_of
from hermes_mem.model.text import safe_line

if TYPE_CHECKING:
    from hermes_mem.model.fuzzy import Filter


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report with what it is about, as far as that was read; `store` is empty where there is only one."""

    key: str
    report: Report
    target: Target | None
    entry: Entry | None
    store: str

    @property
    def needs_you(self) -> bool:
        """Whether it asks for a look: a warning or worse that was not acknowledged."""
        return needs_you(self.report)

    @property
    def memory(self) -> str:
        """Store and target, as the list of memories names them."""
        return f"{self.report.home.name}/{self.report.finding.target}"

    @property
    def title(self) -> str:
        """The memory that it is about, as people see it; empty for a finding of a whole store."""
        return title_of(self.report.finding.target) if self.report.finding.target else ""


@dataclass(frozen=True, slots=True)
class Heading:
    """Stands above the reports of its kind; the cursor does not stop there."""

    group: str
    count: int

    @property
    def key(self) -> str:
        """No report has such a key: those begin with the name of a store."""
        return f"#{self.group}"


HealthRow = ReportRow | Heading


def needs_you(report: Report) -> bool:
    """Whether it asks for a look: a warning or worse that was not acknowledged."""
    return not report.acknowledged and report.finding.severity.rank >= Severity.WARNING.rank


@dataclass(frozen=True, slots=True)
class Examined:
    """One run of the checks: what it looked at, what it found, which checks failed and why, as sentences, and when."""

    stores: Sequence[Snapshot]
    rows: tuple[ReportRow, ...]
    problems: tuple[str, ...]
    time: datetime

    @property
    def needing(self) -> int:
        """How many ask for a look: the number on the tab."""
        return sum(row.needs_you for row in self.rows)

    @property
    def quiet(self) -> int:
        """How many were acknowledged."""
        return sum(row.report.acknowledged for row in self.rows)

    @property
    def suggestions(self) -> int:
        """How many are only to be known."""
        return len(self.rows) - self.needing - self.quiet


def report_rows(reports: Sequence[Report], stores: Sequence[Snapshot]) -> tuple[ReportRow, ...]:
    """A row for each report, by kind in the order in which kinds come, the gravest first within each."""
    order = {group: place for place, group in enumerate(dict.fromkeys(report.group for report in reports))}
    known = _entries(stores, [report for report in reports if report.finding.secret])
    names = _store_names(stores) if len(stores) > 1 else {}
    seen: Counter[str] = Counter()
    return tuple(
        _row(report, known, names, seen)
        for report in sorted(reports, key=lambda one: (order[one.group], -one.finding.severity.rank))
    )


Known = dict[tuple[str, str], tuple[Target, dict[str, Entry]]]
"""Targets and their entries by id, by the names of store and target."""


def _entries(stores: Sequence[Snapshot], secrets: Sequence[Report]) -> Known:
    """Those that were read; what a check alone takes for a secret is masked in its entry as any other one."""
    known = {
        (store.home.name, target.name): (target, {entry.id: entry for entry in target.entries})
        for store in stores
        for target in store.targets
    }
    for report in secrets:
        _, entries = known.get((report.home.name, report.finding.target or ""), (None, {}))
        entry = entries.get(report.finding.entry or "")
        if entry and report.finding not in entry.findings:
            entries[entry.id] = replace(entry, findings=(*entry.findings, report.finding))
    return known


def _store_names(stores: Sequence[Snapshot]) -> dict[Home, str]:
    """What stores are called where there is little room: by their profile, where no other one is called so."""
    times = Counter(store.home.profile for store in stores)
    return {store.home: store.home.profile if times[store.home.profile] == 1 else store.home.name for store in stores}


def _row(report: Report, known: Known, names: dict[Home, str], seen: Counter[str]) -> ReportRow:
    finding, home = report.finding, report.home
    target, entries = known.get((home.name, finding.target or ""), (None, {}))
    key = f"{home.name}/{finding.fingerprint}"
    seen[key] += 1
    key = key if seen[key] == 1 else f"{key}~{seen[key]}"  # Two alike at one place are two rows.
    return ReportRow(key, report, target, entries.get(finding.entry or ""), safe_line(names.get(home, "")))


class Only(Enum):
    """What the list is cut down to, with the word that is shown."""

    ALL = "all"
    NEEDING = "need you"
    QUIET = "acknowledged"

    def admits(self, row: ReportRow) -> bool:
        """Whether the report stays in the list: what was acknowledged is only shown when asked for."""
        match self:
            case Only.NEEDING:
                return row.needs_you
            case Only.QUIET:
                return row.report.acknowledged
        return not row.report.acknowledged


@dataclass(slots=True)
class Desired:
    """What the person wants to see of all that was found."""

    query: str = ""
    only: Only = Only.ALL
    _rows: Sequence[ReportRow] = ()
    _filter: Filter | None = field(default=None, repr=False)

    def rows(self, examined: Examined) -> list[HealthRow]:
        """The rows to show, headed by their kinds."""
        return list(_headed([row for row in self._found(examined.rows) if self.only.admits(row)]))

    def next_only(self) -> None:
        """Take the next cut."""
        cuts = list(Only)
        self.only = cuts[(cuts.index(self.only) + 1) % len(cuts)]

    def _found(self, rows: Sequence[ReportRow]) -> Sequence[ReportRow]:
        """Those in which every word occurs, in their order; near misses where there are none."""
        if not self.query:
            return rows
        from hermes_mem.model.fuzzy import Filter

        if self._filter is None or self._rows is not rows:
            self._rows, self._filter = rows, Filter([_searched(row) for row in rows], prose=True)
        found = self._filter.search(self.query)
        return [rows[index] for index in sorted(found.hits or found.close)]


def _searched(row: ReportRow) -> str:
    finding = row.report.finding
    words = (finding.message, row.title, row.report.home.name, row.report.group, finding.rule, finding.severity)
    return safe_line(" ".join(words))


def _headed(rows: Sequence[ReportRow]) -> Iterator[HealthRow]:
    counts = Counter(row.report.group for row in rows)
    group = None
    for row in rows:
        if row.report.group != group:
            group = row.report.group
            yield Heading(group, counts[group])
        yield row
