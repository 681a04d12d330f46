"""What a person removed and others brought back."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.model.finding import Finding
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store import tombstones
from hermes_mem.store.lineage import known
from hermes_mem.store.observing import observe


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    noted(sight)
    for store in sight.stores:
        for finding in tombstones.returned(store, sight.env):
            yield store.home, finding


def noted(sight: Sight) -> None:
    """Have what lies there now in the history, where there is one, for who asks it what came or went."""
    if known(sight.env):
        observe(sight.stores, sight.env)


def _remedies(report: Report, _: Sight) -> list[Remedy]:
    return tombstones.remedies(report.finding)


RETURNED = Check("Returned", _examine, _remedies)
