"""Files that are again what they were before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hermes_mem.history.evidence import LATEST, left_by
from hermes_mem.history.history import History
from hermes_mem.model.file import FileChange, FileKind, same
from hermes_mem.model.target import title_of


class Return(NamedTuple):
    """A memory that is byte for byte what it was before a change."""

    target: str
    change: int


def back(one: Return, *, also_others: bool) -> str:
    """That as a clause; the memory is named where the same change was about others."""
    which = f"{title_of(one.target)} " if also_others else ""
    return f"{which}back to what it was before change {one.change}"


def returns(files: Iterable[FileChange], history: History, *, until: int = LATEST) -> list[Return]:
    """Those of the changed files that have had these bytes before, as the history knew it before the change `until`."""
    return [
        Return(file.place.target, change)
        for file in files
        if file.place and file.after and file.after.kind is FileKind.FILE and not same(file.before, file.after)
        if (change := left_by(history, file.path, file.after.digest, until=until)) is not None
    ]
