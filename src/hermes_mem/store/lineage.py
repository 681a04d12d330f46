"""Entries through time: since when each is there, and what was there once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history import lineage
from hermes_mem.history.history import History
from hermes_mem.history.lineage import How, Made, Row
from hermes_mem.history.schema import FILE
from hermes_mem.model.entry import Entry, Identity
from hermes_mem.model.file import Place
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.matching import exact
from hermes_mem.store.spelling import identities
from hermes_mem.store.tracing import caught_up


@dataclass(frozen=True, slots=True)
class Line:
    """Since when an entry is there, since when it has the text that it has, and how many wordings it has had.

    `older` says that it was there already when its memory was first seen.
    """

    first: datetime
    changed: datetime
    versions: int
    older: bool


@dataclass(frozen=True, slots=True)
class Life:
    """All that is known of one entry: its versions, oldest first, and by whom each came and went."""

    rows: tuple[Row, ...]
    made: Mapping[int, Made]

    @property
    def last(self) -> Row:
        """The newest version."""
        return self.rows[-1]

    @property
    def there(self) -> bool:
        """Whether the entry lies in a memory now."""
        return any(row.until is None for row in self.rows)

    @property
    def brought(self) -> list[Made]:
        """The changes that brought its versions."""
        return [self.came(row) for row in self.rows]

    def came(self, row: Row) -> Made:
        """The change that brought a version."""
        return self.made[row.since]

    def went(self, row: Row) -> Made | None:
        """The change after which a version was not there any more; None while it is."""
        return None if row.until is None else self.made[row.until]


@contextmanager
def lives(homes: Iterable[Path], env: Environment, *, there: bool = False) -> Iterator[tuple[History, list[Life]]]:
    """Every entry that ever lay in one of these homes, named by their real paths, or that lies `there` now.

    Raises Unreadable, Damaged, Busy.
    """
    with History.opened_to_read(state_dir(env)) as history, caught_up(history):
        yield history, lives_of(lineage.rows_of(history, list(homes), there=there))


def lives_of(found: lineage.Known) -> list[Life]:
    """The rows of each entry together."""
    lines: dict[int, list[Row]] = defaultdict(list)
    for row in found.rows:
        lines[row.line].append(row)
    return [Life(tuple(line), found.made) for line in lines.values()]


def known(env: Environment) -> bool:
    """Whether there is a history at all: looking makes none."""
    return (state_dir(env) / FILE).exists()


def lines_of(snapshot: Snapshot, env: Environment) -> dict[str, Line]:
    """The line of each entry of a store, by its id; those that the history does not know yet are left out.

    Raises Unreadable, Damaged, Busy.
    """
    if not known(env):
        return {}
    with lives([real_path(snapshot.home.path)], env, there=True) as (_, found):
        return {entry.id: _line(life) for life, _, entry in living(snapshot, found)}


def living(snapshot: Snapshot, found: Iterable[Life]) -> Iterator[tuple[Life, Target, Entry]]:
    """Those that are entries of the store as it was read, each with its entry; of copies each has its own."""
    there: dict[Place, list[tuple[Row, Life]]] = defaultdict(list)
    for life in found:
        for row in life.rows:
            if row.until is None:
                there[row.place].append((row, life))
    home = real_path(snapshot.home.path)
    for target in snapshot.targets:
        place = Place(snapshot.home.kind, home, target.name)
        rows = sorted(there[place], key=lambda one: one[0].id)
        entries = identities(place.kind, place.target, [entry.spelled for entry in target.entries])
        for pair in exact(entries, identities(place.kind, place.target, [row.spelled for row, _ in rows])):
            yield rows[pair.new][1], target, target.entries[pair.old]


def identity_of(place: Place, spelled: str) -> Identity:
    """What the agent sees in an entry that lies there."""
    return layout_of(place.kind).identity(place.target, spelled)


def _line(life: Life) -> Line:
    texts = [identity_of(row.place, row.spelled).text for row in life.rows]
    same = len(texts) - 1
    while same and texts[same - 1] == texts[-1] and life.rows[same].how is How.MOVED:
        same -= 1
    first, changed = (life.came(row).time for row in (life.rows[0], life.rows[same]))
    return Line(first, changed, len(set(texts)), life.rows[0].how is How.FIRST)
