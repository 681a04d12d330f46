"""Memories that lie behind symbolic links."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from shlex import quote

from hermes_mem.config import trusted
from hermes_mem.health.check import Check, Sight
from hermes_mem.health.memory import LINKS as OF_LINKS
from hermes_mem.health.memory import remedies_of_memory
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.refusing import OUTSIDE


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    trust = trusted.load(sight.env)
    for store in sight.stores:
        for finding in store.all_findings:
            if finding.rule in OF_LINKS:
                target = store.target(finding.target or "")
                yield store.home, finding if target is None else _with_trust(finding, target, target.linked_to in trust)
        for target in store.targets:
            if target.linked_to and target.state is not State.ABSENT and not _is_told(target):
                yield store.home, _inside(target, store)


def _is_told(target: Target) -> bool:
    return any(finding.rule in OF_LINKS for finding in target.findings)


def _with_trust(finding: Finding, target: Target, is_trusted: bool) -> Finding:
    """What a person can do about a link that leads out of the home."""
    if finding.rule != OUTSIDE:
        return finding
    if is_trusted:
        return replace(finding, effect=f"{finding.effect} You have trusted it, so hermes-mem writes there as well.")
    effect = f"{finding.effect} hermes-mem only reads it until you trust it."
    return replace(finding, effect=effect, fix=f"hermes-mem trust {quote(str(target.path))}")


def _inside(target: Target, store: Snapshot) -> Finding:
    message = f"{target.path.name} lies behind a symbolic link, in {target.linked_to}."
    effect = f"{layout_of(store.home.kind).AGENT} and hermes-mem follow it, and keep the link."
    return Finding("links.inside", Severity.INFO, message, effect, target=target.name, file=str(target.path))


LINKS = Check("Links", _examine, remedies_of_memory)
