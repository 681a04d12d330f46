"""What was in a memory once and is in none now, whoever took it away: entries, and whole files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, real_path
from hermes_mem.history import lineage
from hermes_mem.history.evidence import memories_of
from hermes_mem.history.history import History
from hermes_mem.history.lineage import Row
from hermes_mem.history.records import Fate, Origin
from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.errors import Damaged, Usage
from hermes_mem.model.file import FileVersion, Place
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.lineage import Life, identity_of, known, lives
from hermes_mem.store.spelling import identities


@dataclass(frozen=True, slots=True)
class Lost:
    """An entry that is not there any more, as it was last, and the change that took it away.

    `id` names it as it was before the change `before`, from which `restore` brings it back; None when no version of the
    history holds it. `alone` is False where its memory is gone as well: then its file comes back as a whole.
    """

    home: Home
    target: str
    text: str
    time: datetime
    actor: str
    reason: str
    change: int
    before: int | None = None
    id: str | None = None
    alone: bool = True


def lost(stores: Sequence[Snapshot], since: datetime, env: Environment, target: str | None = None) -> list[Lost]:
    """Entries that lay in these stores at some time since then, and lie in no memory of their store now.

    The newest loss first; of one memory when that is named. What was reworded or moved is not lost. The stores are as
    they are now, and the history knows it. Raises Usage for a memory that never was, Unreadable, Damaged, Busy.
    """
    if not known(env):
        return []
    homes = {real_path(store.home.path): store for store in stores}
    with lives(homes, env) as (history, found):
        _check_known(target, stores, found)
        gone = sorted(_gone(found, homes, since, target), key=lambda life: -(life.last.until or 0))
        first: dict[tuple[Path, str], Life] = {}
        for life in gone:
            first.setdefault((life.last.place.home, _text(life.last)), life)
        return [_lost(life, homes[life.last.place.home], history) for life in first.values()]


def _check_known(target: str | None, stores: Sequence[Snapshot], found: Iterable[Life]) -> None:
    """Raises Usage for a memory that is none and never was: of that nothing could be lost."""
    names = dict.fromkeys(one.name for store in stores for one in store.targets)
    names |= dict.fromkeys(row.place.target for life in found for row in life.rows)
    if target is not None and target not in names:
        raise Usage(f"No store has, or had, a target {target}.", f"There are: {', '.join(names)}.")


def _gone(found: Iterable[Life], homes: dict[Path, Snapshot], since: datetime, target: str | None) -> Iterator[Life]:
    there = {home: {entry.text for one in store.targets for entry in one.entries} for home, store in homes.items()}
    for life in found:
        row, went = life.last, life.went(life.last)
        if life.there or went is None or went.time < since or row.place.home not in homes:
            continue
        if target in (None, row.place.target) and _text(row) not in there[row.place.home]:
            yield life


def _lost(life: Life, store: Snapshot, history: History) -> Lost:
    row, went = life.last, life.went(life.last)
    assert went is not None
    assert row.until is not None
    before, entry_id = next(_named(row, row.until, history), (None, None))
    alone = store.target(row.place.target) is not None
    told = (row.place.target, _text(row), went.time, went.actor, went.reason, row.until)
    return Lost(store.home, *told, before, entry_id, alone)


def _named(row: Row, until: int, history: History) -> Iterator[tuple[int, str]]:
    """The changes before which the entry lay there, newest first, each with its id then.

    The one that took it away mostly is the first; not where the file was no text meanwhile.
    """
    wanted = identity_of(row.place, row.spelled)
    for number in lineage.touching(history, row, until):
        there = _before(number, row.place, history)
        for entry_id, one in zip(assign_ids(there), there, strict=True):
            if one == wanted:
                yield number, entry_id
                break


def _before(number: int, place: Place, history: History) -> list[Identity]:
    try:
        versions: list[FileVersion] = [
            file.before for file in history.change(number).files if file.place == place and file.before
        ]
        entries = [entry for one in versions for entry in layout_of(place.kind).parse(one.raw, place.target)]
    except Damaged:
        return []  # It was no text then, or the version is lost.
    return identities(place.kind, place.target, entries)


def _text(row: Row) -> str:
    return identity_of(row.place, row.spelled).text


class Gone(NamedTuple):
    """A memory whose file others have taken away, the change and the moment at which that was noticed, and how many
    entries it had; None where it was no text.
    """

    target: str
    path: Path
    change: int
    time: datetime
    entries: int | None


def gone(store: Snapshot, env: Environment) -> list[Gone]:
    """The memories of a store that had entries when they were last seen, and have no file now.

    Not what a person took back, nor what the history cannot bring back. Raises Unreadable, Damaged, Busy.
    """
    if not known(env):
        return []
    with History.opened_to_read(state_dir(env)) as history:
        places = memories_of(history, real_path(store.home.path))
        return [one for path, place in places if (one := _file_gone(path, place, store, history))]


def _file_gone(path: Path, place: Place, store: Snapshot, history: History) -> Gone | None:
    target, newest = store.target(place.target), history.newest(path)
    if newest is None or newest.fate is not Fate.DONE or not newest.is_of(None) or is_there(path):
        return None
    if target is not None and (target.state is not State.ABSENT or real_path(target.path) != path):
        return None
    try:
        change = history.change(newest.change)
    except Damaged:
        return None
    before = next((file.before for file in change.files if file.path == path), None)
    if change.about.origin is not Origin.OBSERVED or before is None:
        return None
    try:
        entries = len(layout_of(place.kind).parse(before.raw, place.target))
    except Damaged:
        return Gone(place.target, path, change.id, change.time, None)
    return Gone(place.target, path, change.id, change.time, entries) if entries else None
