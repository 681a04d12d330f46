"""What is wrong in memory files, as reading them found it."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.model.finding import Finding
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store import mending


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for store in sight.stores:
        for finding in store.all_findings:
            yield store.home, finding


def _remedies(report: Report, sight: Sight) -> list[Remedy]:
    return mending.remedies(report.home, report.finding, sight.env, late=sight.late)


MEMORY = Check("Memory", _examine, _remedies)
