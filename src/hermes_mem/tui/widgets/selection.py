"""Where the cursor stands and what is marked, in rows that may change under it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar


class Row(Protocol):
    """What a list shows: anything with a key that stays the same while it is the same thing."""

    @property
    def key(self) -> str:
        """Unique among the rows."""


R = TypeVar("R", bound=Row)


class Selection(Generic[R]):
    """Cursor, marks and the range being drawn, over a sequence of rows that is never copied.

    Marks belong to keys. Those of rows that are not shown are kept, but do not count: a verb acts on what is seen.
    A sticky range grows with every move; one that is not (shift and arrows) ends with the first plain move. The rows
    of a range count as marked at once and are marked when it ends.
    """

    def __init__(self, stops: Callable[[R], bool] | None = None) -> None:
        """`stops` says at which rows the cursor stops; at all of them without it."""
        self.rows: Sequence[R] = ()
        self.cursor = 0
        self._stops = stops
        self._marks: set[str] = set()
        self._shown: set[str] | None = set()
        self._anchor: int | None = None
        self._sticky = False

    @property
    def row(self) -> R | None:
        """The row under the cursor, None in an empty list."""
        return self.rows[self.cursor] if self.rows else None

    @property
    def ranging(self) -> bool:
        """Whether a range is being drawn."""
        return self._anchor is not None

    @property
    def extent(self) -> range:
        """Indices of the range being drawn, both ends included; empty when there is none."""
        if self._anchor is None:
            return range(0)
        return range(min(self._anchor, self.cursor), max(self._anchor, self.cursor) + 1)

    @property
    def marked(self) -> frozenset[str]:
        """Keys of the rows that are shown and marked or in the range."""
        return frozenset(self._shown_marks()).union(self.rows[index].key for index in self.extent)

    @property
    def marked_rows(self) -> list[R]:
        """The rows of `marked`, in the order of the list."""
        marked = self.marked
        return [row for row in self.rows if row.key in marked] if marked else []

    @property
    def chosen(self) -> list[R]:
        """What a verb is about: the marked rows, else the row under the cursor."""
        return self.marked_rows or ([] if self.row is None else [self.row])

    def is_marked(self, key: str) -> bool:
        """Whether the row with this key carries a mark of its own."""
        return key in self._marks

    def replace(self, rows: Sequence[R], cursor_key: str | None = None) -> None:
        """Show other rows. The cursor goes to `cursor_key`, else stays with its row, else keeps its place."""
        self.end_range()
        key = cursor_key if cursor_key is not None else getattr(self.row, "key", None)
        self.rows = rows
        self._shown = None if self._marks else set()
        self.cursor = self._stop(self._find(key), 1)

    def take_over(self, others: Iterable[Selection[R]], keys: frozenset[str]) -> None:
        """Have the marks of the others on these keys instead of its own, and their cursor where its row is here."""
        self._marks -= keys
        for other in others:
            other.end_range()
            self._marks |= other._marks & keys
            if other.row is not None:
                self.cursor = self._find(other.row.key)
        self._shown = None

    def move(self, index: int) -> None:
        """Put the cursor on the row nearest to `index`."""
        if self.ranging and not self._sticky:
            self.end_range()
        self.cursor = self._stop(self._clamp(index), 1 if index > self.cursor else -1)

    @property
    def headed(self) -> bool:
        """Whether the row above the cursor is one where it does not stop."""
        return self._stops is not None and self.cursor > 0 and not self._stops(self.rows[self.cursor - 1])

    def extend(self, index: int) -> None:
        """Move, and draw a range from where the cursor was."""
        if self._anchor is None and self.rows:
            self._anchor, self._sticky = self.cursor, False
        self.cursor = self._clamp(index)

    def start_range(self) -> None:
        """Begin a sticky range at the cursor."""
        if self.rows:
            self._anchor, self._sticky = self.cursor, True

    def end_range(self) -> None:
        """Turn the range into marks."""
        if self._anchor is None:
            return
        keys = [self.rows[index].key for index in self.extent]
        self._anchor = None
        self._marks.update(keys)
        self._shown_marks().update(keys)

    def toggle(self) -> None:
        """Mark the row under the cursor, or take its mark away."""
        row = self.row
        if row is None:
            return
        self._marks ^= {row.key}
        if self._shown is not None:
            self._shown ^= {row.key}

    def mark_all(self) -> None:
        """Mark every row that is shown."""
        self._anchor = None
        self._shown = {row.key for row in self.rows}
        self._marks |= self._shown

    def clear(self) -> None:
        """Take every mark away, those of hidden rows too."""
        self._anchor = None
        self._marks, self._shown = set(), set()

    def _shown_marks(self) -> set[str]:
        if self._shown is None:
            self._shown = {row.key for row in self.rows if row.key in self._marks}
        return self._shown

    def _clamp(self, index: int) -> int:
        return max(0, min(index, len(self.rows) - 1))

    def _stop(self, place: int, step: int) -> int:
        """The nearest row from here on, in the direction of a step, at which the cursor stops; else one behind."""
        if self._stops is None or not self.rows:
            return place
        ahead, behind = (range(place, len(self.rows)), range(place, -1, -1))[::step]
        return next((index for way in (ahead, behind) for index in way if self._stops(self.rows[index])), place)

    def _find(self, key: str | None) -> int:
        """Index of the row with this key, else the old place; costs nothing while the row has not moved."""
        place = self._clamp(self.cursor)
        if key is None or not self.rows or self.rows[place].key == key:
            return place
        return next((index for index, row in enumerate(self.rows) if row.key == key), place)
