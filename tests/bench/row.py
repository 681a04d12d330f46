"""A row of the table: what something costs, as a multiple of something that everyone knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median

Sample = tuple[float, float]
"""Seconds of ours and of the yardstick, taken one after the other."""


class NotHere(Exception):
    """What a row needs is not on this machine; the message says what."""


@dataclass(frozen=True, slots=True)
class Row:
    """`take` gives as many samples as the row needs, or raises NotHere; at most `at_most` may come out.

    `remark` is asked afterwards, for what is not a ratio.
    """

    name: str
    yardstick: str
    at_most: float
    take: Callable[[], Iterable[Sample]]
    remark: Callable[[], str] = lambda: ""


@dataclass(frozen=True, slots=True)
class Result:
    """Medians in seconds."""

    ours: float
    yardstick: float

    @property
    def ratio(self) -> float:
        """Ours in yardsticks."""
        return self.ours / self.yardstick if self.yardstick else float("inf")


def measure(row: Row) -> Result:
    """Run the row. Both sides are sampled in turns, so that a busy moment hits both."""
    samples = list(row.take())
    return Result(median(ours for ours, _ in samples), median(theirs for _, theirs in samples))
