"""What the history knows of the memories and entries in sight, for a worker: it loads what no start should pay."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Snapshot
from hermes_mem.store.growth import Growth, growth
from hermes_mem.store.lineage import Line, lines_of
from hermes_mem.store.tombstones import marked
from hermes_mem.tui.memory.rows import Past


def look_back(snapshots: Sequence[Snapshot], env: Environment, now: datetime) -> tuple[tuple[Snapshot, ...], Past]:
    """The stores with what is to be said of entries that came back, and what else is known of the time before.

    What cannot be read is left out: the History view says why.
    """
    stores = list(snapshots)
    grown: dict[Path, Growth] = {}
    lines: dict[Path, dict[str, Line]] = {}
    for number, store in enumerate(snapshots):
        with suppress(HermesMemError):
            found = growth(store, env, now=now)
            grown |= {target.path: found[target.name] for target in store.targets if target.name in found}
            of_entry = lines_of(store, env)
            lines |= {
                target.path: {entry.id: of_entry[entry.id] for entry in target.entries if entry.id in of_entry}
                for target in store.targets
            }
            stores[number] = marked(store, env)
    return tuple(stores), Past(grown, lines)
