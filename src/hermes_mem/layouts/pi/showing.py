"""Which entries of a target that is in the prompt are left out of it by Pi's own caps (pi-hermes-memory 0.9.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hermes_mem.layouts.pi.metadata import Written
from hermes_mem.layouts.pi.settings import Recent, Settings
from hermes_mem.layouts.pi.standing import injected
from hermes_mem.model.entry import Entry

_MOST_DAYS = 18_000
"""Fifty years: no memory is older, and the clocks of every system reach as far."""


def left_out(
    entries: tuple[Entry, ...], written: Sequence[Written], target: str, settings: Settings
) -> tuple[Entry, ...]:
    """The entries, those marked that do not reach the prompt: old failures, and rules that do not fit."""
    if target == "standing":
        texts = [entry.text for entry in entries if entry.copy_of is None]
        return _marked(entries, set(texts[: injected(texts)]))
    if target == "failures":
        return _marked(entries, recent(written, settings.recent, datetime.now()))
    return entries


def _marked(entries: Iterable[Entry], shown: set[str]) -> tuple[Entry, ...]:
    """A copy is not left out by a cap: Pi never sees it as an entry."""
    return tuple(e if e.copy_of or e.spelled in shown else replace(e, left_out=True) for e in entries)


def recent(written: Sequence[Written], rule: Recent, now: datetime) -> set[str]:
    """The raw texts of the failures that legacy mode shows; those without a date count as written today.

    `now` is the time on the clock here, without a zone: the window is counted back on it, and its day taken in UTC.
    """
    days = max(-_MOST_DAYS, min(_MOST_DAYS, rule.days))
    first = _day(now - timedelta(days=int(days)))
    today = _day(now)
    young = [raw for raw, created in _distinct(written) if (created or today) >= first]
    if rule.most <= 0:
        return set()
    count = int(min(rule.most, len(young)))
    return set(young[-count:])  # A fraction below one becomes -0 in JavaScript too, and that slice is everything.


def _distinct(written: Iterable[Written]) -> list[tuple[str, str | None]]:
    return list({entry.raw: entry.created for entry in written}.items())


def _day(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()
