"""What a dead process left open is finished or rolled back before anything else is done."""

from __future__ import annotations

from hermes_mem.commit.recovery import recover_all
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.model.errors import Unreadable
from hermes_mem.store.mirroring import Done, Mirrors


def recovered(history: History, env: Environment) -> list[Done]:
    """The changes that dead processes left open, closed now, with what stays behind them.

    Raises Busy when an agent does not let go of its lock, Unreadable when the system refuses.
    """
    try:
        mirrors = Mirrors(env)
        return [mirrors.done(change) for change in recover_all(history, follow=mirrors.follow)]
    except OSError as error:
        raise Unreadable(
            f"A change that was cut off cannot be recovered: {error.filename or 'a file'} ({error.strerror}).",
            "Until it is, nothing else is changed. Check owner and mode of the file and of its directory.",
        ) from error
