"""Publishing one file of a change, and taking it back."""

from __future__ import annotations

import errno

from hermes_mem.disk.writing import make_directory, overwrite, put, stage, take_away, version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import Change
from hermes_mem.model.file import FileChange, FileKind, same

DIRECTORY_MODE = 0o700


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
        file = change.files[position]
        there = version_at(file.path)
        if same(there, file.after) and not same(there, file.before):
            _restore(file, change, position)


def _restore(file: FileChange, change: Change, position: int) -> None:
    if file.before is None:
        take_away(file.path)
    elif file.before.kind is FileKind.DIRECTORY:
        make_directory(file.path, file.before.mode or DIRECTORY_MODE)
    else:
        temporary = change.temporary(position)
        stage(file.before, temporary, file.path)
        put(temporary, file.path)
