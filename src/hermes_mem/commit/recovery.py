"""After a crash: an open change is finished or rolled back, and what became of it is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hermes_mem.commit.placing import Found, found, place, remove_copies
from hermes_mem.commit.run import remove_staged
from hermes_mem.disk.lock import all_held
from hermes_mem.history.history import History
from hermes_mem.history.records import Change, Fate
from hermes_mem.model.errors import NotFound
from hermes_mem.model.file import FileChange, FileKind


def recover_all(history: History, *, follow: Callable[[Change], object] = lambda _: None) -> list[Change]:
    """Recover from every change that a dead process left open; those of living ones are theirs. Returns them, closed.

    `follow` is called with each under its locks, as `run` would have called it. A change of a home that is away, on a
    disk that is not mounted, waits until it is there again. Raises OSError, and Busy when an agent does not let go of
    its lock.
    """
    recovered = []
    for waiting in history.open_changes():
        locks = [file.lock for file in waiting.files if file.lock]
        if not all(lock.path.parent.is_dir() for lock in locks):
            continue
        with all_held(locks):
            change = _still_open(waiting, history)
            if change:
                recovered.append(replace(change, fate=recover(change, history, follow=follow)))
    return recovered


def _still_open(waiting: Change, history: History) -> Change | None:
    """The change as the process that made it has left it; None when it, or another recovery, has closed it."""
    try:
        change = history.change(waiting.id)
    except NotFound:
        return None  # Closed, and removed from the history since.
    return change if change.fate is Fate.OPEN else None


def recover(change: Change, history: History, *, follow: Callable[[Change], object] = lambda _: None) -> Fate:
    """Finish a change of which any file was published, roll back one of which none was; returns its fate.

    The caller holds the locks of the files, so the process that opened it is gone. A file that is neither old nor new
    was written by others since: it is left alone, and the fate is unknown. Raises OSError; the change stays open then.
    """
    remove_staged(change)  # A staged version may have been cut off; what is needed is staged again.
    there = [found(change, position) for position in range(len(change.files))]
    if Found.OTHER in there:
        fate = Fate.UNKNOWN
    elif set(there) <= {Found.OLD, Found.BOTH}:
        fate = Fate.ROLLED_BACK
    else:
        for position, what in enumerate(there):
            if what in (Found.OLD, Found.BEGUN) or _may_lack_its_mode(change.files[position]):
                place(change, position, history)
        fate = Fate.DONE
    if fate is Fate.ROLLED_BACK:
        remove_copies(change)
    follow(change)
    history.close(change, fate)
    return fate


def _may_lack_its_mode(file: FileChange) -> bool:
    """A directory gets its mode after its name, everything else before."""
    return file.after is not None and file.after.kind is FileKind.DIRECTORY
