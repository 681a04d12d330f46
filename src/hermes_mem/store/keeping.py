"""The history as a whole: how large it is, what is let go, and where the homes lie that it is about."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history import keeping, stamps
from hermes_mem.history.history import History
from hermes_mem.history.keeping import Amount
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.store import Home


def amount(env: Environment) -> Amount:
    """All that the history holds. Raises Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        return keeping.amount(history)


def older(before: datetime, env: Environment) -> Amount:
    """What `prune` would remove. Raises Unreadable, Damaged."""
    with History.opened(state_dir(env)) as history:
        return keeping.older(history, before)


def prune(before: datetime, env: Environment) -> Amount:
    """Remove changes from before that time with the versions that only they know; never one that is still open.

    It cannot be taken back. Raises Unreadable, Damaged.
    """
    with History.opened(state_dir(env)) as history:
        stamps.forget(state_dir(env))
        return keeping.prune(history, before)


def relink(old: Path, home: Home, env: Environment, *, dry_run: bool = False) -> int:
    """Let all that was recorded at `old` and below be what happened in `home`; returns the number of changes.

    Raises NotFound when nothing was recorded there, Usage when both are the same place, Unreadable, Damaged.
    """
    with History.opened(state_dir(env)) as history:
        places = {place: keeping.changes_below(history, place) for place in (old, real_path(old))}
        there = next((place for place, count in places.items() if count), None)
        if there is None:
            raise NotFound(f"The history knows no home at {old}.", "`hermes-mem history show` names the files.")
        now = real_path(home.path)
        if there == now:
            raise Usage(f"Both are {now}.", "Name where the home lay first, then where it lies now.")
        if not dry_run:
            keeping.relink(history, there, now)
        return places[there]
