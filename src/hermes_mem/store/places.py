"""Which memory a file of the history belongs to: its lock tells."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hermes_mem.store.layouts import layouts


class Place(NamedTuple):
    """A target: the kind of its store, where that lies, and its own name."""

    kind: str
    home: Path
    target: str


def place_of(lock: Path | None) -> Place | None:
    """The target that a lock is for; None when there is no lock, or it is for something else."""
    if lock is None:
        return None
    found = ((kind, layout.place_of(lock)) for kind, layout in layouts().items())
    return next((Place(kind, *place) for kind, place in found if place), None)
