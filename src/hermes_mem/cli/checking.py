"""Findings as rows for a program, and as calm lines for a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from hermes_mem.cli import output, shapes
from hermes_mem.cli.options import How
from hermes_mem.health.check import Report, Sight, to_do
from hermes_mem.health.examining import remedies as remedies_of
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Severity
from hermes_mem.model.target import title_of
from hermes_mem.model.text import Masked, mask, safe_line
from hermes_mem.store.glimpse import LENGTH

MOST = 200
"""Findings that are printed when nobody says how many."""

MARKS = {Severity.INFO: "i", Severity.WARNING: "!", Severity.BLOCKING: "!!"}
STYLES = {Severity.INFO: "cyan", Severity.WARNING: "yellow", Severity.BLOCKING: "red"}


class Found:
    """Reports on some stores, and how the entries that they are about may be shown."""

    def __init__(self, reports: Sequence[Report], sight: Sight, how: How) -> None:
        self._reports = _in_order(reports, sight)
        self._sight = sight
        self._reveal = how.reveal
        self._entries = {(s.home.path, e.id): e for s in sight.stores for t in s.targets for e in t.entries}
        self._secrets: dict[tuple[Path, str], list[tuple[int, int]]] = defaultdict(list)
        for one in reports:
            if one.finding.secret and one.finding.span and one.finding.entry:
                self._secrets[one.home.path, one.finding.entry].append(one.finding.span)

    def rows(self, most: int | None = None, *, remedies: bool = False) -> list[dict[str, Any]]:
        """As the contract has them; with what would mend each, where that is asked for: it is worked out anew."""
        return [self._row(report, remedies=remedies) for report in self._reports[:most]]

    def lines(self, most: int) -> Iterator[str]:
        """By store and group: rule and fingerprint, what it is, what it means and what can be done."""
        for (home, group), of_group in groupby(self._reports[:most], lambda one: (one.home, one.group)):
            yield output.paint(f"{safe_line(home.name)}  {group}", "bold")
            for report in of_group:
                yield from self._told(report)
        if (left := len(self._reports) - most) > 0:
            yield f"… {left:,} more; --limit N shows them, --full all"

    def _row(self, report: Report, *, remedies: bool) -> dict[str, Any]:
        finding, shown = report.finding, self._shown(report)
        span = shown.span(finding.span) if shown and finding.span else finding.span
        row = shapes.finding_row(report.home, finding, span)
        row |= {"home": str(report.home.path), "group": report.group, "acknowledged": report.acknowledged}
        if remedies:
            known = remedies_of(report, self._sight)
            row["remedies"] = [{"id": one.id, "says": one.says, "loses": one.loses} for one in known]
        return row

    def _told(self, report: Report) -> Iterator[str]:
        finding = report.finding
        quiet = "  acknowledged" if report.acknowledged else ""
        mark = output.paint(f"{MARKS[finding.severity]:2}", STYLES[finding.severity])
        yield f"  {mark} {finding.rule}  {finding.fingerprint}{quiet}"
        place = [title_of(finding.target)] if finding.target else []
        if (shown := self._shown(report)) and finding.entry:
            place += [finding.entry, _beginning(shown.text)]
        for sentence in ("  ".join(place), finding.message, finding.effect):
            if sentence:
                yield f"       {safe_line(sentence)}"
        if fix := to_do(report):
            yield f"       Fix: {safe_line(fix)}"

    def _shown(self, report: Report) -> Masked | None:
        """The text of the entry that it is about, as it may be shown."""
        key = report.home.path, report.finding.entry or ""
        entry: Entry | None = self._entries.get(key)
        if entry is None:
            return None
        return mask(entry.text, () if self._reveal else [*entry.secrets, *self._secrets.get(key, ())])


def _beginning(text: str) -> str:
    line = safe_line(text[: 4 * LENGTH])
    return line if len(line) <= LENGTH else f"{line[: LENGTH - 1]}…"


def _in_order(reports: Sequence[Report], sight: Sight) -> list[Report]:
    """By store, and within it in the order of the checks, the gravest first."""
    places = {store.home: place for place, store in enumerate(sight.stores)}
    groups = {group: place for place, group in enumerate(dict.fromkeys(report.group for report in reports))}
    return sorted(reports, key=lambda one: (places.get(one.home, -1), groups[one.group], -one.finding.severity.rank))
