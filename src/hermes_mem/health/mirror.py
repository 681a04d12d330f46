"""Where an agent's own index of its memories does not say what they say."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.model.finding import Finding
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store import mending
from hermes_mem.store.layouts import layout_of


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for store in sight.stores:
        for finding in layout_of(store.home.kind).mirror_findings(store.home.path, sight.env):
            yield store.home, finding


def _remedies(report: Report, sight: Sight) -> list[Remedy]:
    return mending.remedies(report.home, report.finding, sight.env, late=sight.late)


MIRROR = Check("Search", _examine, _remedies)
