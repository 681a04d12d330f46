"""Texts that a person began and has not written yet; none is lost because somebody else touched its entry."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hermes_mem.tui.memory.drawing import TargetRow
from hermes_mem.tui.memory.messages import Task


@dataclass(frozen=True, slots=True)
class About:
    """What a draft is about: a memory by the key of its row, and entries of it by their ids."""

    memory: str
    task: Task
    entries: tuple[str, ...] = ()


class Drafts(dict[About, str]):
    """The drafts of this run; whatever is not reached by its entries any more becomes that of a new entry.

    `under_way` are those that are being written just now: what becomes of them is not known yet.
    """

    def __init__(self) -> None:
        super().__init__()
        self.under_way: set[About] = set()

    def put_over(self, about: About, other: About) -> About:
        """Make it the draft of something else, behind a draft that is there already; returns what it is about now."""
        if about != other and (text := self.pop(about, None)) is not None:
            before = self.get(other, text)
            self[other] = text if before == text else f"{before}\n{text}"
        return other

    def rescue(self, rows: Iterable[TargetRow]) -> list[str]:
        """Put over the drafts whose entries are gone from these memories; returns the titles of those memories."""
        titles = []
        for row in rows:
            if row.target.state.broken:
                continue  # Nobody knows what lies in it.
            there = {entry.id for entry in row.target.entries}
            for about in [one for one in self if one.memory == row.key and not there.issuperset(one.entries)]:
                if about in self.under_way:
                    continue
                self.put_over(about, About(row.key, Task.NEW))
                titles.append(row.target.title)
        return titles
