"""The history as rows of a list: when, who, what, and to which memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from hermes_mem.history.records import Change, Fate, Origin
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe_line
from hermes_mem.store.short import Short
from hermes_mem.store.undoing import BY_HAND
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.line import Line, Piece, spread
from hermes_mem.tui.widgets.painter import RowState

FEW = 2
"""Memories that are named in a row."""

ROOMY = 44
"""Cells of a row from which there is room for the memory."""

WEEK = 6
"""Days back that are called by their names."""

UNDO, ALARM = "u", "!"
"""The sign of the change that u takes back, and of one to look at."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change in the list; `time` is as people write it: today without the date, a day of this week by its name."""

    change: Change
    time: str

    @property
    def key(self) -> str:
        """The number of the change."""
        return str(self.change.id)


@dataclass(slots=True)
class Known:
    """What is known of changes beside what the list has: which one u takes back, and those read in short so far."""

    undo: int | None = None
    short: dict[int, Short] = field(default_factory=dict)

    def alarm(self, change: Change) -> str | None:
        """`28 → 5 entries`: what others left of a memory that lost most of its entries."""
        short = self.short.get(change.id)
        lost = short.shrank if short and change.about.origin is Origin.OBSERVED else None
        return own(f"{lost.before:,} → {lost.after:,} entries") if lost else None

    def sign(self, change: Change) -> Piece:
        """What stands in front of a row."""
        if self.alarm(change):
            return ALARM, "error"
        return (UNDO, "sign") if change.id == self.undo else (" ", "")


def change_row(change: Change, now: datetime) -> ChangeRow:
    """The row of a change, seen at `now`, whose time zone is the person's."""
    return ChangeRow(change, when(change.time.astimezone(now.tzinfo), now))


def when(time: datetime, now: datetime) -> str:
    """`14:02` of today, `Tue` of this week, `18 Nov` of this year, `Nov '25` before; what is to come has its day."""
    days = (now.date() - time.date()).days
    if days == 0:
        return f"{time:%H:%M}"
    if 0 < days <= WEEK:
        return f"{time:%a}"
    return f"{time:%d %b}" if time.year == now.year else f"{time:%b} '{time:%y}"


def change_line(row: ChangeRow, width: int, state: RowState, known: Known) -> Sequence[Line]:
    """Sign, time, who and what; what did not come to pass says so. Who is not of this program has another colour."""
    about, fate = row.change.about, row.change.fate
    quiet = "" if state.cursor else "dim"
    said = "" if fate is Fate.DONE else f" ({fate})"
    left: list[Piece] = [
        known.sign(row.change),
        (f" {row.time:<7} ", quiet),
        (f"{safe_line(about.actor):<7} ", "info" if about.actor in BY_HAND else "accent"),
        (known.alarm(row.change) or safe_line(about.summary), ""),
        (said, "warning"),
    ]
    right: list[Piece] = [(f"{_shortly(about.target)} ", quiet)] if width >= ROOMY else []
    return [spread(left, right, width)]


def _shortly(targets: str) -> str:
    """The names of a few memories; of many only how many they are, so that there is room for what was done."""
    names = targets.split(", ")
    return ", ".join(map(title_of, names)) if len(names) <= FEW else f"{len(names)} memories"
