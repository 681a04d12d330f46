"""Operations on entries as operations on lists: no files, no rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.plan import Add, Join, Move, Operation, Remove, Reorder, Repair, Replace, Split, settled
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import PROJECT

Place = tuple[Path, str]
"""A target: the path of its home, and its name."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A text in its place; `id` is None for one that the plan brings.

    `spelled` is what stands in the file for one that is there, and for a new one what stood there for the entry it
    comes from; `project` is the one that a new text is about.
    """

    text: str
    id: str | None = None
    spelled: str | None = None
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """An entry, as spelled in its old place, that goes to another."""

    spelled: str
    source: Place
    destination: Place


@dataclass(frozen=True, slots=True)
class Doubled:
    """A text that came, out of an entry, where another entry had it already."""

    entry: str
    text: str
    source: Place
    destination: Place


class Draft:
    """The entries of one or two stores while a plan is worked through.

    `written` are the texts it brings, `moved` the entries that go elsewhere, `doubled` the
    texts of entries that were there already, `repaired` the targets whose files shall
    be spelled as the agent spells them, each with the repair.
    """

    def __init__(self, source: Snapshot, others: Iterable[Snapshot] = ()) -> None:
        self._source = source.home.path
        self.lists: dict[Place, list[Slot]] = {
            (snapshot.home.path, target.name): [Slot(entry.text, entry.id, entry.spelled) for entry in target.entries]
            for snapshot in (source, *others)
            for target in snapshot.targets
        }
        self.touched: dict[Place, None] = {}
        self.written: list[tuple[Place, str]] = []
        self.moved: list[Moved] = []
        self.doubled: list[Doubled] = []
        self.repaired: dict[Place, Repair] = {}

    def apply(self, operation: Operation) -> None:
        """Do one operation. Raises NotFound for an id that is not there, Usage for what cannot be done."""
        match operation:
            case Add(target, text, project, of):
                self._put(self._place(target), None, [text], of, project)
            case Replace(entry, text):
                self._change(entry, [text])
            case Remove(entry):
                self._change(entry, [])
            case Split(entry, texts):
                if len(texts) < 2:
                    raise Usage("A split needs at least two texts.", "A line that is only § divides.")
                self._change(entry, texts)
            case Move(entry, target, home):
                self._move(entry, self._place(target, home.path if home else None))
            case Join(entries, text):
                self._join(entries, text)
            case Reorder(entry, position):
                self._reorder(entry, position)
            case Repair(target):
                place = self._place(target)
                self.touched[place] = None
                self.repaired[place] = operation

    def slots(self, place: Place) -> list[Slot]:
        """The entries of a target as they would be, but for what a repair makes of them."""
        return self.lists[place]

    def rebuilt(self, place: Place) -> Repair | None:
        """The repair that says itself which entries the target shall have; None where there is none."""
        repair = self.repaired.get(place)
        return repair if repair and repair.entries is not None else None

    def _place(self, target: str, home: Path | None = None) -> Place:
        place = (home or self._source, target)
        if place not in self.lists:
            names = ", ".join(name for path, name in self.lists if path == place[0])
            raise Usage(f"There is no target {target} in this store.", f"There are: {names}.")
        return place

    def _find(self, entry: str) -> tuple[Place, int]:
        for place, slots in self.lists.items():
            if place[0] == self._source:
                for index, slot in enumerate(slots):
                    if slot.id == entry:
                        return place, index
        raise NotFound(
            f"The entry {entry} is not there any more.",
            "It was reworded or removed meanwhile; `hermes-mem memory list` shows what is there now.",
        )

    def _put(
        self, place: Place, index: int | None, texts: Iterable[str], of: str | None = None, project: str | None = None
    ) -> None:
        clean = [_encodable(settled(text)) for text in texts]
        _encodable(project or "")
        slots = self.lists[place]
        at = len(slots) if index is None else index
        slots[at:at] = [Slot(text, None, of, project) for text in clean]
        self.touched[place] = None
        self.written += [(place, text) for text in clean]

    def _change(self, entry: str, texts: Iterable[str]) -> None:
        place, index = self._find(entry)
        old = self.lists[place].pop(index)
        there = {slot.text for slot in self.lists[place] if slot.id}
        same = (text for text in map(settled, texts) if text in there and text != old.text)
        self.doubled += [Doubled(entry, text, place, place) for text in same]
        self._put(place, index, texts, of=old.spelled)

    def _move(self, entry: str, destination: Place) -> None:
        """The destination is touched first: it is published first, so that a crash leaves the entry in both."""
        place, index = self._find(entry)
        if place == destination:
            return
        slot = self.lists[place].pop(index)
        if slot.text not in (other.text for other in self.lists[destination]):
            project = place[1].removeprefix(PROJECT) if place[1].startswith(PROJECT) else None
            self.lists[destination].append(Slot(slot.text, None, slot.spelled, project))
            self.moved.append(Moved(slot.spelled or slot.text, place, destination))
        else:
            self.doubled.append(Doubled(entry, slot.text, place, destination))
        self.touched = {destination: None, **self.touched, place: None}

    def _join(self, entries: Iterable[str], text: str) -> None:
        first, *others = entries
        for entry in others:
            self._change(entry, [])
        self._change(first, [text])

    def _reorder(self, entry: str, position: int) -> None:
        place, index = self._find(entry)
        slot = self.lists[place].pop(index)
        self.lists[place].insert(position, slot)
        self.touched[place] = None


def _encodable(text: str) -> str:
    """The text. Raises Usage for one that no file of UTF-8 can hold."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Usage(
            f"The text has half a character at place {error.start + 1:,} (a lone surrogate), which no file can hold.",
            "Nothing was written. Leave that character out.",
        ) from error
    return text
