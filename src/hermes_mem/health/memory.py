"""What is wrong in memory files, as reading them found it."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.model.finding import Finding
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store import mending

BUDGET = "budget."
"""How the rules begin of which another check tells, beside what is coming."""

LINKS = frozenset({"file.dangling", "shape.link-outside", "pi.linked-project"})
"""Rules about links, of which another check tells, beside those that are well."""


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for home, finding in found_by_reading(sight):
        if finding.rule not in LINKS and not finding.rule.startswith(BUDGET):
            yield home, finding


def found_by_reading(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    """All that was noticed when the stores were read."""
    for store in sight.stores:
        for finding in store.all_findings:
            yield store.home, finding


def remedies_of_memory(report: Report, sight: Sight) -> list[Remedy]:
    """What the layout knows against what it noticed about a memory."""
    return mending.remedies(report.home, report.finding, sight.env, late=sight.late)


MEMORY = Check("Memory", _examine, remedies_of_memory)
