"""One change of files, done so that a crash at any line leaves all old or all new once it was recovered from."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from dataclasses import replace

from hermes_mem.commit.placing import is_within, lying, place, remove_copies, take_back
from hermes_mem.disk.writing import stage
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate
from hermes_mem.model.errors import Conflict, HermesMemError, Unreadable
from hermes_mem.model.file import FileChange, FileKind, same

STEPS = ("recorded", "staged", "published", "verified", "followed", "closed")
"""In this order, each durable when it is named; `published` is named once for each file."""

HALF_DONE = "The change is half done; the next start finishes it or takes it back."

Step = Callable[[str], None]


def run(
    files: Sequence[FileChange],
    about: About,
    history: History,
    *,
    follow: Callable[[Change], object] = lambda _: None,
    step: Step = lambda _: None,
) -> Change:
    """Make the files what they shall be, in their order; the caller holds the locks of whoever else writes them.

    A move names its destination first: a crash then leaves the content in both places and never in neither. `follow` is
    what else is to be done once they lie there, as long as the change is open: after a crash the recovery does it; it
    raises nothing. `step` is called with the name of each step; tests kill the process there. Returns the change: done,
    or still open when only the history could not be closed, which the next recovery does.

    Raises Conflict when a file is no longer what it was, up to the moment before it is put in place (nothing is changed
    then), or was overwritten the moment after (the change is done then); Unreadable when the system refuses, after
    everything was put back, or with the change still open where the system refuses that too.
    """
    try:
        for file in files:
            _check(file, files)
    except OSError as error:
        raise _refused(error) from error
    change = history.record(about, files)
    step("recorded")
    try:
        _stage(change)
        step("staged")
        _publish(change, history, step)
    except OSError as error:
        raise _refused(error, put_back=_put_back(change, history)) from error
    except Conflict:
        if not _put_back(change, history):
            raise Unreadable("Another program wrote in the middle of the change.", HALF_DONE) from None
        raise
    overwritten = next((file for file in files if not _lies_there(file, files)), None)
    step("verified")
    follow(change)
    step("followed")
    change = _closed(change, history)
    step("closed")
    if overwritten:
        raise Conflict(
            f"{overwritten.path.name} was written by another program the moment after.",
            "What you wrote is in the history. Look at the file again.",
        )
    return change


def _closed(change: Change, history: History) -> Change:
    """The change as done; as open when the history cannot be written any more: the next start will close it."""
    try:
        history.close(change, Fate.DONE)
    except HermesMemError:
        return change
    return replace(change, fate=Fate.DONE)


def _check(file: FileChange, files: Sequence[FileChange]) -> None:
    """Raises Conflict, OSError."""
    if not same(lying(file, files), file.before):
        raise Conflict(f"{file.path.name} is no longer what it was.", "Look at it again; nothing was written.")


def _stage(change: Change) -> None:
    """Raises OSError after the staged ones were removed."""
    try:
        for position, file in enumerate(change.files):
            staged = file.after is not None and file.after.kind is not FileKind.DIRECTORY
            if file.after is not None and staged and is_within(file, change.files):
                stage(file.after, change.temporary(position), file.path)
    except OSError:
        remove_staged(change)
        raise


def _publish(change: Change, history: History, step: Step) -> None:
    """Raises Conflict, OSError."""
    for position, file in enumerate(change.files):
        _check(file, change.files)
        place(change, position, history)
        step("published")


def _put_back(change: Change, history: History) -> bool:
    """After a refusal in the middle: the files before it become again what they were.

    False when the system refuses that too, or the history does; the change stays open then.
    """
    try:
        take_back(history.change(change.id))
        remove_staged(change)
        remove_copies(change)
        history.close(change, Fate.ROLLED_BACK)
    except (OSError, HermesMemError):
        return False
    return True


def _lies_there(file: FileChange, files: Sequence[FileChange]) -> bool:
    try:
        return same(lying(file, files), file.after)
    except OSError:
        return False  # It is a pipe, or closed to us: not what we have put there.


def remove_staged(change: Change) -> None:
    """Remove the temporary files of a change, as far as they are there. Raises OSError."""
    for position, file in enumerate(change.files):
        if is_within(file, change.files):
            change.temporary(position).unlink(missing_ok=True)


def _refused(error: OSError, *, put_back: bool = True) -> Unreadable:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    hint = "Free some space" if full else "Check owner and mode of the file and of its directory"
    left = "Nothing was changed." if put_back else HALF_DONE
    return Unreadable(f"{error.filename or 'A file'} cannot be written ({error.strerror}).", f"{hint}. {left}")
