"""Memories whose files are not there any more, although the history knows what they had."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote

from hermes_mem.health.check import Check, Sight, no_remedies
from hermes_mem.health.returned import noted
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import title_of
from hermes_mem.store.forgetting import Gone, gone
from hermes_mem.store.layouts import layout_of

ALREADY_TOLD = frozenset({"pi.gone", "file.dangling"})
"""What reading itself says of a file that is not there, with its own way out."""


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    noted(sight)
    for store in sight.stores:
        for one in gone(store, sight.env):
            if not _is_told(one, store):
                yield store.home, _finding(one, store)


def _is_told(one: Gone, store: Snapshot) -> bool:
    target = store.target(one.target)
    return target is not None and any(finding.rule in ALREADY_TOLD for finding in target.findings)


def _finding(one: Gone, store: Snapshot) -> Finding:
    had = "and was no text" if one.entries is None else f"with {one.entries:,} entr{'y' if one.entries == 1 else 'ies'}"
    message = f"The file of {title_of(one.target)} is gone, {had}."
    day = f"{one.time.astimezone():%Y-%m-%d %H:%M}"
    effect = f"{layout_of(store.home.kind).AGENT} sees an empty memory. It was noticed on {day}."
    fix = f"hermes-mem history restore {one.change} --file {quote(str(one.path))}"
    return Finding("file.gone", Severity.WARNING, message, effect, target=one.target, file=str(one.path), fix=fix)


GONE = Check("Gone", _examine, no_remedies)
