"""How a memory filled over the last days, and when it is full if that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History, Known
from hermes_mem.history.schema import FILE
from hermes_mem.history.versions import last_of_days
from hermes_mem.model.budget import Budget
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileKind
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.observing import file_of

DAYS = 30
"""Days that are looked back."""

LEAST = 3
"""Days over which something must be known before anybody says what comes."""

CLEARED = 0.1
"""The share of the limit by which a memory is smaller than the day before when it was cleared out."""

_sizes: dict[tuple[str, str, str], int | None] = {}
"""What versions take of a budget, by kind of store, target and hash: they never change. None for no text."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How much a memory held at the end of each day, the oldest first, in its unit; None while nothing is known of it.

    `rate` is by how much it grew each day since it was last cleared out, below zero where it shrank; None when that is
    known over fewer than three days. `full_in` is in how many days it is full at that rate; None when it is full
    already, does not grow, or nobody can tell.
    """

    used: tuple[int | None, ...]
    rate: float | None = None
    full_in: int | None = None

    @property
    def moved(self) -> bool:
        """Whether it held anything else on another day."""
        return len({used for used in self.used if used is not None}) > 1


def growth(snapshot: Snapshot, env: Environment, days: int = DAYS, *, now: datetime | None = None) -> dict[str, Growth]:
    """The growth of each target, by its name; those of which the history has no version are left out.

    At most one version of each day is read. Days are those of the time zone of `now`. Nothing is made where there is no
    history. Raises Unreadable, Damaged, Busy.
    """
    if not (state_dir(env) / FILE).exists():
        return {}
    midnight = (now or datetime.now().astimezone()).replace(hour=0, minute=0, second=0, microsecond=0)
    since = midnight - timedelta(days - 1)
    with History.opened_to_read(state_dir(env)) as history:
        held = {target.name: _held(snapshot.home.kind, target, history, since, days) for target in snapshot.targets}
    return {
        target.name: _growth(held[target.name], target.budget)
        for target in snapshot.targets
        if held[target.name][-1] is not None
    }


def _held(kind: str, target: Target, history: History, since: datetime, days: int) -> list[int | None]:
    """At the end of each day from `since` on; a day without a change, or with no text at its end, is as that before."""
    held: dict[int, int] = {}
    for date, version in last_of_days(history, file_of(target), since):
        if (size := _size(kind, target.name, version, history)) is not None:
            held[max(-1, (date - since.date()).days)] = size
    found: list[int | None] = []
    before = held.get(-1)
    for day in range(days):
        before = held.get(day, before)
        found.append(before)
    return found


def _size(kind: str, target: str, version: Known, history: History) -> int | None:
    """What a version takes of the budget, no file nothing; None where it is no text, or the history has lost it."""
    if version.kind is not FileKind.FILE or version.digest is None:
        return 0 if version.kind is None else None
    key = kind, target, version.digest
    if key not in _sizes:
        layout, found = layout_of(kind), None
        try:
            if there := history.version(version):
                found = layout.size(target, layout.unique(target, layout.parse(there.raw, target)))
        except HermesMemError:
            pass  # Of a day whose last version cannot be read nothing is known; the days round it tell enough.
        _sizes[key] = found
    return _sizes[key]


def _growth(held: Sequence[int | None], budget: Budget) -> Growth:
    rate = _rate([size for size in held if size is not None], budget.limit)
    left = budget.limit - budget.used
    full_in = ceil(left / rate) if rate is not None and rate > 0 and left > 0 else None
    return Growth(tuple(held), rate, full_in)


def _rate(known: Sequence[int], limit: int) -> float | None:
    """From the first to the last of the days since the memory was cleared out."""
    falls = [day for day in range(1, len(known)) if known[day - 1] - known[day] > CLEARED * limit]
    since = known[falls[-1] if falls else 0 :]
    days = len(since) - 1
    return (since[-1] - since[0]) / days if days >= LEAST else None
