"""Who made the changes of a list, to be gone through one by one."""

from __future__ import annotations

from collections.abc import Iterable

from hermes_mem.history.records import Change
from hermes_mem.store.noting import NOBODY

ORDER = ("you", "script", "agent", "hermes", "pi", NOBODY)
"""Actors as they are gone through."""


def actors(changes: Iterable[Change]) -> list[str]:
    """Everybody who made one of the changes, each once."""
    present = {change.about.actor for change in changes}
    return [*(actor for actor in ORDER if actor in present), *sorted(present.difference(ORDER))]
