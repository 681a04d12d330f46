"""Publishing one file of a change, and taking it back."""

from __future__ import annotations

import errno
from enum import Enum, auto

from hermes_mem.disk.writing import make_directory, overwrite, put, stage, take_away, version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import Change
from hermes_mem.model.file import FileChange, FileKind, FileVersion, same

DIRECTORY_MODE = 0o700


class Found(Enum):
    """What lies at a path of a change. `BOTH` when old and new are the same, `BEGUN` when writing in place was cut off,
    `OTHER` when somebody else has written."""

    OLD = auto()
    NEW = auto()
    BOTH = auto()
    BEGUN = auto()
    OTHER = auto()


def found(change: Change, position: int) -> Found:
    """What lies at the path of the file at this position. Raises OSError."""
    file = change.files[position]
    try:
        there = version_at(file.path)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        return Found.OTHER  # A pipe or a device.
    old, new = same(there, file.before), same(there, file.after)
    if old or new:
        return Found.BOTH if old and new else Found.OLD if old else Found.NEW
    begun = position in change.in_place and (_begins(there, file.after) or _begins(there, file.before))
    return Found.BEGUN if begun else Found.OTHER


def place(change: Change, position: int, history: History) -> None:
    """Make the file at this position what it shall be, from its staged version or anew. Raises OSError."""
    file, temporary = change.files[position], change.temporary(position)
    if file.after is None:
        take_away(file.path)
    elif file.after.kind is FileKind.DIRECTORY:
        make_directory(file.path, file.after.mode or DIRECTORY_MODE)
    else:
        if not temporary.is_symlink() and not temporary.exists():
            stage(file.after, temporary, file.path)
        try:
            put(temporary, file.path)
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            history.writes_in_place(change, position)
            overwrite(file.path, file.after.raw)
            temporary.unlink(missing_ok=True)


def take_back(change: Change) -> None:
    """Make the files that were published what they were, last one first; others are left alone. Raises OSError."""
    for position in reversed(range(len(change.files))):
        if found(change, position) in (Found.NEW, Found.BEGUN):
            _restore(change.files[position], change, position)


def _restore(file: FileChange, change: Change, position: int) -> None:
    if file.before is None:
        take_away(file.path)
    elif file.before.kind is FileKind.DIRECTORY:
        make_directory(file.path, file.before.mode or DIRECTORY_MODE)
    elif position in change.in_place:
        overwrite(file.path, file.before.raw)
    else:
        temporary = change.temporary(position)
        stage(file.before, temporary, file.path)
        put(temporary, file.path)


def _begins(there: FileVersion | None, whole: FileVersion | None) -> bool:
    if there is None or whole is None:
        return False
    return there.kind is whole.kind is FileKind.FILE and whole.raw.startswith(there.raw)
