"""Following each entry through the changes of the history, whatever its wording and wherever it lies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic

from hermes_mem.history import lineage
from hermes_mem.history.history import History
from hermes_mem.history.lineage import How, Row
from hermes_mem.history.records import Change, Fate
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import Damaged, Unreadable
from hermes_mem.model.file import FileKind, FileVersion, Place
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.matching import Pair, exact, matched
from hermes_mem.store.spelling import identities

BATCH = 200
"""Changes that are followed in one transaction at most."""

HOLD = 0.5
"""Seconds after which a transaction follows no further change: nobody else can record one meanwhile."""

TOGETHER = timedelta(seconds=2)
"""What goes in one place and comes in another within this time has moved."""


@contextmanager
def caught_up(history: History) -> Iterator[None]:
    """Have every entry followed up to the newest closed change, for as long as the lineage is read.

    Nothing is written where nothing is new. In a history that may not be written it is worked out aside.
    Raises Unreadable, Damaged, Busy.
    """
    if _written(history):
        yield
    else:
        with lineage.aside(history):
            _catch_up(history)
            yield


def _written(history: History) -> bool:
    """Whether it could be; a history that may not be written can lack the tables, too."""
    with history.transaction(writes=False) as cursor:
        if not lineage.has_tables(cursor):
            return False
    try:
        _catch_up(history)
    except Unreadable:
        return False
    return True


def _catch_up(history: History) -> None:
    tracer: _Tracer | None = None
    while _any_left(history):
        with history.transaction() as cursor:
            if tracer is None or tracer.until != lineage.traced(cursor):
                tracer = _Tracer(lineage.rows(cursor), lineage.times(cursor), lineage.traced(cursor))
            deadline = monotonic() + HOLD
            for number in lineage.untraced(cursor, BATCH):
                tracer.follow(_change(history, number))
                tracer.until = number
                if monotonic() > deadline:
                    break
            lineage.keep(cursor, tracer.changed(), tracer.until)


def _any_left(history: History) -> bool:
    with history.transaction(writes=False) as cursor:
        return bool(lineage.untraced(cursor, 1))


def _change(history: History, number: int) -> Change | None:
    """None for one of which the history has lost a version: of that nothing can be said."""
    try:
        return history.change(number)
    except Damaged:
        return None


@dataclass(slots=True)
class _Step:
    """What a change made of one memory: the rows of its entries in their order before, and the entries after it.

    `away` are positions before of entries that are followed elsewhere, `known` those after of entries that came from
    an entry that is known.
    """

    place: Place
    rows: Sequence[Row]
    old: Sequence[Identity]
    entries: Sequence[str]
    new: Sequence[Identity]
    away: set[int] = field(default_factory=set)
    known: set[int] = field(default_factory=set)
    _same: list[Pair] = field(init=False)

    def __post_init__(self) -> None:
        self._same = exact(self.old, self.new)

    @property
    def went(self) -> list[int]:
        """Positions before of entries whose text is not there any more."""
        stayed = {pair.old for pair in self._same} | self.away
        return [position for position in range(len(self.old)) if position not in stayed]

    @property
    def came(self) -> list[int]:
        """Positions after of entries whose text was not there before."""
        stayed = {pair.new for pair in self._same} | self.known
        return [position for position in range(len(self.new)) if position not in stayed]


class _Tracer:
    """All rows, while changes are followed. It depends on nothing but the rows and the bytes of each change.

    `until` is the last change that was followed. `_of_text` has for each text the last row that has it, by line.
    """

    def __init__(self, rows: Iterable[Row], times: dict[int, datetime], until: int) -> None:
        self.until = until
        self._times = times
        self._rows: dict[int, Row] = {}
        self._there: dict[Place, list[Row]] = defaultdict(list)
        self._of_text: dict[str, dict[int, Row]] = defaultdict(dict)
        self._alive: dict[int, int] = defaultdict(int)
        self._changed: dict[int, None] = {}
        for row in rows:
            self._enter(row)

    def changed(self) -> list[Row]:
        """The rows that are new or other than they were, each told once."""
        changed = [self._rows[number] for number in self._changed]
        self._changed.clear()
        return changed

    def follow(self, change: Change | None) -> None:
        """Follow the entries through one change; nothing came of one that was rolled back or written over."""
        if change is None or change.fate is not Fate.DONE:
            return
        steps = []
        for file in change.files:
            if (place := file.place) is None or (after := _entries(file.after, place)) is None:
                continue  # Of a file that is no text nobody knows what became of its entries.
            before = _entries(file.before, place)
            if before is not None:
                self._begin(place, before, change)
            steps.append(self._step(place, before, after))
        self._take(steps, change, How.ADDED)

    def _begin(self, place: Place, before: Sequence[str], change: Change) -> None:
        """Let what lay there before be known, if it is not: it was there when the memory was first seen."""
        step = self._step(place, None, before)
        if step.went or step.came:
            self._take([step], change, How.FIRST)

    def _step(self, place: Place, before: Sequence[str] | None, after: Sequence[str]) -> _Step:
        """`before` says in which order the entries stood; None where that is not known."""
        rows = self._there[place]
        old = identities(place.kind, place.target, [row.spelled for row in rows])
        if before is not None:
            order = exact(identities(place.kind, place.target, before), old)
            rows = [rows[pair.new] for pair in order]
            old = [old[pair.new] for pair in order]
        return _Step(place, list(rows), old, after, identities(place.kind, place.target, after))

    def _take(self, steps: Sequence[_Step], change: Change, new: How) -> None:
        self._move(steps, change)
        newcomers: list[tuple[_Step, int]] = []
        for step in steps:
            self._give_back(step, change)
            newcomers += self._match(step, change)
        for step, position in newcomers:
            self._welcome(step, position, change, new)

    def _move(self, steps: Sequence[_Step], change: Change) -> None:
        """What goes from one memory and comes in another, text for text."""
        if len(steps) < 2:
            return
        gone: dict[str, list[tuple[_Step, int]]] = defaultdict(list)
        for step in steps:
            for position in step.went:
                gone[step.old[position].text].append((step, position))
        for step in steps:
            for position in step.came:
                others = [one for one in gone[step.new[position].text] if one[0] is not step]
                if others:
                    source, old = others[0]
                    gone[step.new[position].text].remove(others[0])
                    self._go_on(source, old, step, position, change, How.MOVED)

    def _give_back(self, step: _Step, change: Change) -> None:
        """An entry that has a text again which it had before."""
        lines = {step.rows[position].line: position for position in step.went}
        for position in step.came if lines else ():
            former = sorted(self._of_text[step.new[position].text], reverse=True)
            line = next((line for line in former if line in lines), None)
            if line is not None:
                self._go_on(step, lines.pop(line), step, position, change, How.REWORDED)

    def _match(self, step: _Step, change: Change) -> list[tuple[_Step, int]]:
        """What was kept, reworded and removed; returns what came."""
        olds = [position for position in range(len(step.old)) if position not in step.away]
        news = [position for position in range(len(step.new)) if position not in step.known]
        became = matched([step.old[position] for position in olds], [step.new[position] for position in news])
        for old, new in (*became.kept, *became.moved):
            self._respell(step.rows[olds[old]], step.entries[news[new]])
        for old, new in became.reworded:
            self._go_on(step, olds[old], step, news[new], change, How.REWORDED)
        for old in became.removed:
            self._end(step.rows[olds[old]], change)
            self._came_elsewhere(step.rows[olds[old]], change)
        return [(step, news[new]) for new in became.added]

    def _go_on(self, source: _Step, old: int, step: _Step, new: int, change: Change, how: How) -> None:
        source.away.add(old)
        step.known.add(new)
        self._end(source.rows[old], change)
        self._new(step, new, change, how, source.rows[old].line)

    def _came_elsewhere(self, row: Row, change: Change) -> None:
        """An entry that goes may have come in another place a moment ago."""
        text = _identity(row.place, row.spelled).text
        for other in _newest(self._of_text[text].values()):
            moment_ago = other.how is How.ADDED and other.until is None and other.id == other.line
            if moment_ago and other.place != row.place and self._together(other.since, change.id):
                self._alive[other.line] -= 1
                del self._of_text[text][other.line]
                other.line, other.how = row.line, How.MOVED
                self._alive[row.line] += 1
                self._of_text[text][row.line] = max(self._of_text[text][row.line], other, key=lambda one: one.id)
                self._changed[other.id] = None
                return

    def _welcome(self, step: _Step, position: int, change: Change, new: How) -> None:
        """A text that came: of an entry that moved, of one that returns, or a new one."""
        text = step.new[position].text
        gone = [row for row in _newest(self._of_text[text].values()) if not self._alive[row.line]]
        moved = (row for row in gone if row.place != step.place and self._together(row.until, change.id))
        here = (row for row in gone if row.place == step.place)
        near = (row for row in gone if row.place.home == step.place.home)
        if row := next(moved, None):
            self._new(step, position, change, How.MOVED, row.line)
        elif row := next(here, None) or next(near, None):
            self._new(step, position, change, How.RETURNED, row.line)
        else:
            self._new(step, position, change, new, None)

    def _together(self, one: int | None, other: int) -> bool:
        return one is not None and abs(self._times[one] - self._times[other]) <= TOGETHER

    def _new(self, step: _Step, position: int, change: Change, how: How, line: int | None) -> None:
        number = len(self._rows) + 1
        row = Row(number, line or number, step.place, step.entries[position], change.id, None, how)
        self._enter(row)
        self._changed[number] = None

    def _enter(self, row: Row) -> None:
        self._rows[row.id] = row
        self._of_text[_identity(row.place, row.spelled).text][row.line] = row
        if row.until is None:
            self._there[row.place].append(row)
            self._alive[row.line] += 1

    def _end(self, row: Row, change: Change) -> None:
        row.until = change.id
        self._there[row.place].remove(row)
        self._alive[row.line] -= 1
        self._changed[row.id] = None

    def _respell(self, row: Row, entry: str) -> None:
        """What an agent keeps behind a text, as Pi its dates, is no wording."""
        if row.spelled != entry:
            row.spelled = entry
            self._changed[row.id] = None


def _newest(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.id, reverse=True)


def _entries(version: FileVersion | None, place: Place) -> list[str] | None:
    """The entries of a version, of no file none; None where it is no text."""
    if version is None:
        return []
    if version.kind is not FileKind.FILE:
        return None
    try:
        return layout_of(place.kind).parse(version.raw, place.target)
    except Damaged:
        return None


def _identity(place: Place, entry: str) -> Identity:
    return layout_of(place.kind).identity(place.target, entry)
