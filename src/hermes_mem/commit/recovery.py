"""After a crash: an open change is finished or rolled back, and what became of it is said."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto

from hermes_mem.commit.placing import place
from hermes_mem.commit.run import remove_staged
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import Change, Fate
from hermes_mem.model.file import FileChange, FileKind, same


class Found(Enum):
    """What lies at a path of an open change. `BOTH` when old and new are the same, `BEGUN` when writing in place was
    cut off, `OTHER` when somebody else has written."""

    OLD = auto()
    NEW = auto()
    BOTH = auto()
    BEGUN = auto()
    OTHER = auto()


def recover_all(history: History) -> list[Change]:
    """Recover from every change that a dead process left open; those of living ones are theirs. Returns them, closed.

    Raises OSError, and Busy when an agent does not let go of its lock.
    """
    recovered = []
    for change in history.open_changes():
        with all_held([file.lock for file in change.files if file.lock]):
            if history.change(change.id).fate is Fate.OPEN:
                recovered.append(replace(change, fate=recover(change, history)))
    return recovered


def recover(change: Change, history: History) -> Fate:
    """Finish a change of which any file was published, roll back one of which none was; returns its fate.

    The caller holds the locks of the files, so the process that opened it is gone. A file that is neither old nor new
    was written by others since: it is left alone, and the fate is unknown. Raises OSError; the change stays open then.
    """
    remove_staged(change)  # A staged version may have been cut off; what is needed is staged again.
    found = [_found(change, position) for position in range(len(change.files))]
    if Found.OTHER in found:
        fate = Fate.UNKNOWN
    elif set(found) <= {Found.OLD, Found.BOTH}:
        fate = Fate.ROLLED_BACK
    else:
        for position, what in enumerate(found):
            if what in (Found.OLD, Found.BEGUN) or _may_lack_its_mode(change.files[position]):
                place(change, position, history)
        fate = Fate.DONE
    history.close(change, fate)
    return fate


def _may_lack_its_mode(file: FileChange) -> bool:
    """A directory gets its mode after its name, everything else before."""
    return file.after is not None and file.after.kind is FileKind.DIRECTORY


def _found(change: Change, position: int) -> Found:
    file = change.files[position]
    there = version_at(file.path)
    old, new = same(there, file.before), same(there, file.after)
    if old or new:
        return Found.BOTH if old and new else Found.OLD if old else Found.NEW
    if position in change.in_place and there and file.after and file.after.raw.startswith(there.raw):
        return Found.BEGUN
    return Found.OTHER
