"""Publishing one file of a change, and taking it back."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum, auto
from pathlib import Path

from hermes_mem.disk.writing import keep, make_directory, overwrite, put, stage, take_away, version_at, watched
from hermes_mem.history.history import History
from hermes_mem.history.records import Change
from hermes_mem.model.errors import Conflict
from hermes_mem.model.file import FileChange, FileKind, FileVersion, same

DIRECTORY_MODE = 0o700


class Found(Enum):
    """What lies at a path of a change. `BOTH` when old and new are the same, `BEGUN` when what takes two steps was cut
    off between them, `OTHER` when somebody else has written."""

    OLD = auto()
    NEW = auto()
    BOTH = auto()
    BEGUN = auto()
    OTHER = auto()


def lying(file: FileChange, files: Sequence[FileChange]) -> FileVersion | None:
    """What lies at the path of one of the files of a change. Raises OSError.

    Nothing does as long as a directory above it that the change itself makes or takes away is something else, be it a
    link to a directory with the same names in it.
    """
    return version_at(file.path) if is_within(file, files) else None


def is_within(file: FileChange, files: Sequence[FileChange]) -> bool:
    """Whether all that the change itself makes or takes away above this file is a directory now. Raises OSError."""
    changed = {one.path for one in files}
    return all(_is_directory(path) for path in reversed(file.path.parents) if path in changed)


def _is_directory(path: Path) -> bool:
    there = version_at(path)
    return there is not None and there.kind is FileKind.DIRECTORY


def found(change: Change, position: int) -> Found:
    """What lies at the path of the file at this position. Raises OSError."""
    file = change.files[position]
    try:
        there = lying(file, change.files)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
        return Found.OTHER  # A pipe or a device.
    old, new = same(there, file.before), same(there, file.after)
    if old and new:
        return _by_mode(there, file)
    if old or new:
        return Found.OLD if old else Found.NEW
    return Found.BEGUN if _begun(there, file, in_place=position in change.in_place) else Found.OTHER


def _by_mode(there: FileVersion | None, file: FileChange) -> Found:
    """Which of two versions it is that differ in their modes alone."""
    old, new = (version.mode if version else None for version in (file.before, file.after))
    if there is None or old == new or there.mode not in (old, new):
        return Found.BOTH
    return Found.OLD if there.mode == old else Found.NEW


def _begun(there: FileVersion | None, file: FileChange, *, in_place: bool) -> bool:
    if there is None:
        return _turns(file.before, file.after)
    return in_place and (_begins(there, file.after) or _begins(there, file.before))


def _turns(one: FileVersion | None, other: FileVersion | None) -> bool:
    """Whether a directory becomes something else, or the other way round: no system call does that at once."""
    if one is None or other is None:
        return False
    return (one.kind is FileKind.DIRECTORY) is not (other.kind is FileKind.DIRECTORY)


def place(change: Change, position: int, history: History) -> None:
    """Make the file at this position what it shall be, from its staged version or anew.

    What is taken away has no copy, since an agent keeps one of what it writes over. Raises OSError, and Conflict when
    another program wrote into the old file while its name was given to the new one, or to none: what that program wrote
    lies there then.
    """
    file, temporary, begun = change.files[position], change.temporary(position), position in change.in_place
    if file.copy and file.before and file.after:
        keep(file.path, file.copy)
    if file.after is None:
        with _nothing_lost(file, temporary, begun=begun):
            take_away(file.path)
    elif file.after.kind is FileKind.DIRECTORY:
        _make_way(file.path, file.after)
        make_directory(file.path, file.after.mode or DIRECTORY_MODE)
    else:
        if not temporary.is_symlink() and not temporary.exists():
            stage(file.after, temporary, file.path)
        _make_way(file.path, file.after)
        try:
            with _nothing_lost(file, temporary, begun=begun):
                put(temporary, file.path)
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            history.writes_in_place(change, position)
            overwrite(file.path, file.after.raw, file.after.mode)
            temporary.unlink(missing_ok=True)


@contextmanager
def _nothing_lost(file: FileChange, temporary: Path, *, begun: bool) -> Iterator[None]:
    """Meanwhile the old file loses its name. `begun` says that it may hold a part of the new text already."""
    with watched(file.path) as text_of_old:
        yield
        late = text_of_old()
    if begun or file.before is None or late in (None, file.before.raw):
        return
    stage(replace(file.before, raw=late), temporary, file.path)
    put(temporary, file.path)
    raise Conflict(
        f"Another program wrote into {file.path.name} this very moment.",
        "What it wrote is kept, and nothing of yours was written. Look at it again.",
    )


def take_back(change: Change) -> None:
    """Make the files that were published what they were, last one first; others are left alone. Raises OSError."""
    for position in reversed(range(len(change.files))):
        if found(change, position) in (Found.NEW, Found.BEGUN):
            _restore(change.files[position], change, position)


def remove_copies(change: Change) -> None:
    """Remove what was kept of versions that lie in their places again. Raises OSError.

    A copy into which another program has written meanwhile is the only place of what it wrote, so it stays.
    """
    for file in change.files:
        if file.copy and same(version_at(file.copy), file.before) and same(version_at(file.path), file.before):
            file.copy.unlink()


def _restore(file: FileChange, change: Change, position: int) -> None:
    if file.before is None:
        take_away(file.path)
    elif file.before.kind is FileKind.DIRECTORY:
        _make_way(file.path, file.before)
        make_directory(file.path, file.before.mode or DIRECTORY_MODE)
    elif position in change.in_place:
        overwrite(file.path, file.before.raw, file.before.mode)
    else:
        temporary = change.temporary(position)
        stage(file.before, temporary, file.path)
        _make_way(file.path, file.before)
        put(temporary, file.path)


def _make_way(path: Path, version: FileVersion) -> None:
    """Take away what cannot be replaced at once by that version. Raises OSError."""
    if _turns(version_at(path), version):
        take_away(path)


def _begins(there: FileVersion | None, whole: FileVersion | None) -> bool:
    if there is None or whole is None:
        return False
    return there.kind is whole.kind is FileKind.FILE and whole.raw.startswith(there.raw)
