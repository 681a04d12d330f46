"""What the History view asks of the history, for workers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hermes_mem.config.places import state_dir
from hermes_mem.history.records import Change, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import NotFound
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home
from hermes_mem.store import away
from hermes_mem.store.away import Elsewhere
from hermes_mem.store.looking_back import change_with_files
from hermes_mem.store.looking_back import effects as effects_of
from hermes_mem.store.short import Short
from hermes_mem.store.short import in_short as all_in_short
from hermes_mem.store.undoing import next_undo
from hermes_mem.tui.session import Session


@dataclass(frozen=True, slots=True)
class Read:
    """The list of changes, newest first, and which of them u takes back.

    Where nothing was changed since a home was first seen: the other homes of which the history knows changes, and why
    there is no store, if there is none.
    """

    changes: Sequence[Change]
    undo: int | None = None
    elsewhere: Sequence[Elsewhere] = ()
    problem: NotFound | None = None


def read(session: Session, here: Home | None) -> Read:
    """The changes of the stores asked for; `here` is the one that u is about. Raises Unreadable, Damaged, Busy."""
    try:
        homes, problem = session.homes(), None
        changes = session.history()
    except NotFound as error:
        homes, changes, problem = [], [], error
    if any(change.about.origin is not Origin.FIRST for change in changes):
        return Read(changes, next_undo(here, session.env) if here else None)
    there = (state_dir(session.env) / FILE).exists()
    return Read(changes, None, away.elsewhere(session.env, homes) if there else (), problem)


def effects(session: Session, change: int) -> tuple[Effect, ...]:
    """What a change did to each memory. Raises NotFound, Unreadable, Damaged."""
    return effects_of(change_with_files(change, session.env).files, session.env)


def in_short(session: Session, changes: Collection[int]) -> dict[int, Short]:
    """Each of these changes in short. Raises Unreadable, Damaged, Busy."""
    return all_in_short(changes, session.env)
