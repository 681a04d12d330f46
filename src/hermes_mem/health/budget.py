"""Memories that are over their limit, and those that soon will be."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_mem.health.check import Check, Sight
from hermes_mem.health.memory import BUDGET as OF_BUDGET
from hermes_mem.health.memory import found_by_reading, remedies_of_memory
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import Target
from hermes_mem.store.growth import DAYS, Growth, growth
from hermes_mem.store.layouts import layout_of

SOON = 7
"""Days in which a memory is full that asks for a look now; one that has more of them is told of calmly."""


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for home, finding in found_by_reading(sight):
        if finding.rule.startswith(OF_BUDGET):
            yield home, finding
    for store in sight.stores:
        for target, grown in _grown(store, sight):
            if grown.full_in is not None and grown.full_in <= DAYS:
                yield store.home, _filling(target, grown.full_in, layout_of(store.home.kind).AGENT)


def _grown(store: Snapshot, sight: Sight) -> Iterator[tuple[Target, Growth]]:
    try:
        found = growth(store, sight.env)
    except HermesMemError:
        return  # A history that cannot be read tells nothing of days before; whoever changes anything is told.
    for target in store.targets:
        if target.name in found:
            yield target, found[target.name]


def _filling(target: Target, days: int, agent: str) -> Finding:
    """The days are in the effect: they change by themselves, and what was acknowledged would not stay so."""
    message = f"{target.title} is filling up."
    effect = f"Full in {days} day{'' if days == 1 else 's'} at this rate; then {agent} has no room for what is new."
    severity = Severity.WARNING if days <= SOON else Severity.INFO
    fix = "Remove, join or shorten entries before that."
    return Finding("budget.filling", severity, message, effect, target=target.name, fix=fix)


BUDGET = Check("Budget", _examine, remedies_of_memory)
