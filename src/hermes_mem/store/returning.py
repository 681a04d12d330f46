"""Files that are again what they were before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hermes_mem.history.evidence import LATEST, left_by
from hermes_mem.history.history import History
from hermes_mem.model.file import FileChange, FileKind, same


class Return(NamedTuple):
    """A memory that is byte for byte what it was before a change."""

    target: str
    change: int


def returns(files: Iterable[FileChange], history: History, *, until: int = LATEST) -> list[Return]:
    """Those of the changed files that have had these bytes before, as the history knew it before the change `until`."""
    return [
        Return(file.place.target, change)
        for file in files
        if file.place and file.after and file.after.kind is FileKind.FILE and not same(file.before, file.after)
        if (change := left_by(history, file.path, file.after.digest, until=until)) is not None
    ]
