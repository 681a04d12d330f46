"""Nothing that lay in a memory file is lost: what is seen there is kept, whoever wrote it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history import stamps
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import State, Target


class Observed(NamedTuple):
    """Whether anything new was noted; and why no version could be kept, as a sentence, None where one could."""

    noted: bool = False
    problem: str | None = None


def observe(snapshots: Iterable[Snapshot], env: Environment) -> Observed:
    """Keep a version of each memory file of these stores of which the history has another one, or none.

    A file that is seen for the first time is kept as it is; what is different later is a change by somebody else. One
    that was read and is not there now is being written: the next reading tells. As long as no file was touched the
    history is not even opened. Where no version can be kept reading goes on.
    """
    stores = list(snapshots)
    directory = state_dir(env)
    there = {file_of(t): t.state for store in stores for t in store.targets if t.state is not State.UNREADABLE}
    looks = stamps.unseen(directory, there) | _vanished(stores, directory)
    looks = {
        path: look for path, look in looks.items() if look is not None or there.get(path, State.ABSENT) is State.ABSENT
    }
    if not looks or not (any(looks.values()) or (directory / FILE).exists()):
        return Observed()
    from hermes_mem.store.noting import note

    try:
        noted = note(stores, frozenset(looks), env)
    except HermesMemError as error:
        return Observed(problem=f"No version of what lies there could be kept. {error.message}")
    stamps.save(directory, looks)
    return Observed(noted)


def _vanished(stores: Iterable[Snapshot], directory: Path) -> dict[Path, stamps.Stamp]:
    """Files below these homes that were seen, and that are not there any more: a project may be gone altogether."""
    homes = [real_path(store.home.path) for store in stores]
    below = (path for path in stamps.present(directory) if any(path.is_relative_to(home) for home in homes))
    return {path: None for path, look in stamps.looks(below).items() if look is None}


def file_of(target: Target) -> Path:
    """The real file of a memory, behind any links."""
    return target.linked_to or real_path(target.path)
