"""Taking changes back, and taking that back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.model.errors import Conflict, NotFound, Refused
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock, Place, same
from hermes_mem.model.store import Home
from hermes_mem.store.away import check_there, how_to_relink
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.looking_back import changes_of
from hermes_mem.store.merging import Contested, reversed_in
from hermes_mem.store.mirroring import Done, Mirrors
from hermes_mem.store.noting import note_others
from hermes_mem.store.recovering import recovered
from hermes_mem.store.spelling import texts
from hermes_mem.store.trusting import check

BY_HAND = ("you", "script")
"""Actors whose changes are taken back without naming them."""

TOOK_BACK, DID_AGAIN = "took back: ", "did again: "


@dataclass(frozen=True, slots=True)
class Way:
    """How a change would be taken back: the files as they would be, and what the history would say."""

    about: About
    files: tuple[FileChange, ...]


def undo(home: Home, env: Environment, *, actor: str, change: int | None = None) -> Done:
    """Take back a change by its id, else the newest one by hand in this store that is neither an undo nor undone.

    Where others have written since, it is done by entry. Raises NotFound when there is none, Conflict when it cannot be
    done truthfully, with the texts that stand in the way; and what `apply` raises.
    """
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        return _take_back(_to_undo(home, history, change), history, actor, Origin.UNDO, env)


def redo(home: Home, env: Environment, *, actor: str) -> Done:
    """Take the newest undo of this store back, as long as nothing was changed by hand since. Raises as `undo` does."""
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        return _take_back(_to_redo(home, history), history, actor, Origin.REDO, env)


def preview_undo(home: Home, env: Environment, *, actor: str, change: int | None = None) -> Way:
    """What `undo` would do now; no file of an agent is locked or written. Raises as `undo` does."""
    with History.opened_to_read(state_dir(env)) as history:
        return _way_back(_to_undo(home, history, change), actor, Origin.UNDO, env)


def preview_redo(home: Home, env: Environment, *, actor: str) -> Way:
    """What `redo` would do now, as `preview_undo`."""
    with History.opened_to_read(state_dir(env)) as history:
        return _way_back(_to_redo(home, history), actor, Origin.REDO, env)


def undoable(homes: Iterable[Home], env: Environment) -> list[Home]:
    """The stores in which `undo` would find a change by hand, the newest first; one of those that have the same one."""
    return _each_its_own(homes, env, _newest_by_hand)


def next_undo(home: Home, env: Environment) -> int | None:
    """The number of the change that `undo` would take back in this store. Raises Unreadable, Damaged, Busy."""
    with History.opened_to_read(state_dir(env)) as history:
        newest = _newest_by_hand(home, history)
    return newest.id if newest else None


def redoable(homes: Iterable[Home], env: Environment) -> list[Home]:
    """The stores in which `redo` would find an undo, the newest first; one of those that have the same one."""
    return _each_its_own(homes, env, _newest_undo)


def _each_its_own(
    homes: Iterable[Home], env: Environment, newest: Callable[[Home, History], Change | None]
) -> list[Home]:
    found: dict[int, Home] = {}
    with History.opened_to_read(state_dir(env)) as history:
        for home in homes:
            if change := newest(home, history):
                found.setdefault(change.id, home)
    return [home for _, home in sorted(found.items(), key=lambda one: -one[0])]


def taken_back(changes: Iterable[Change]) -> set[int]:
    """Ids of the changes that a later undo took back, or a later redo made again, which still holds.

    `changes` are those of a store, newest first.
    """
    ids: set[int] = set()
    for change in changes:
        if change.about.undoes is not None and change.fate is Fate.DONE and change.id not in ids:
            ids.add(change.about.undoes)
    return ids


def _to_undo(home: Home, history: History, change: int | None) -> Change:
    if change is not None:
        return _one_that_did_something(history.change(change))
    if (newest := _newest_by_hand(home, history)) is None:
        raise NotFound(
            "There is no change of yours to take back in this store.",
            how_to_relink(history)
            or "`hermes-mem history list` shows all of them; one by others is taken back by its id.",
        )
    return history.change(newest.id)


def _one_that_did_something(change: Change) -> Change:
    """Raises Refused for the first sight of files, and for what was purged."""
    if change.about.origin is Origin.FIRST:
        raise Refused(
            f"Change {change.id} is what lay there when it was first seen: there is nothing to take back.",
            f"`hermes-mem history restore {change.id}` brings those bytes back.",
        )
    if change.about.origin in (Origin.PURGE, Origin.PURGED):
        raise Refused(
            f"What change {change.id} was about was purged: it stands nowhere any more, and nothing brings it back.",
            "`hermes-mem history list` shows the changes that can be taken back.",
        )
    return change


def _to_redo(home: Home, history: History) -> Change:
    if (newest := _newest_undo(home, history)) is None:
        raise NotFound("There is nothing to do again.", "Only an undo can be, while nothing was changed since.")
    return history.change(newest.id)


def _newest_by_hand(home: Home, history: History) -> Change | None:
    changes = _done(history, home)
    gone = taken_back(changes)
    repeatable = (Origin.CHANGE, Origin.REDO)
    found = (c for c in changes if c.about.origin in repeatable and c.about.actor in BY_HAND and c.id not in gone)
    return next(found, None)


def _newest_undo(home: Home, history: History) -> Change | None:
    changes = _done(history, home)
    gone = taken_back(changes)
    for change in changes:
        if change.about.origin is Origin.UNDO and change.id not in gone:
            return change
        if change.about.origin is Origin.CHANGE and change.about.actor in BY_HAND:
            break
    return None


def _done(history: History, home: Home) -> list[Change]:
    return [change for change in changes_of([home], history) if change.fate is Fate.DONE]


def _take_back(change: Change, history: History, actor: str, origin: Origin, env: Environment) -> Done:
    check_there(change)
    with all_held(locks_of(change, env)):
        change = _one_that_did_something(history.change(change.id))  # A purge may have had the lock meanwhile.
        way = _way_back(change, actor, origin, env)
        note_others(way.files, history, env)
        mirrors = Mirrors(env)
        return mirrors.done(run(way.files, way.about, history, follow=mirrors.follow))


def _way_back(change: Change, actor: str, origin: Origin, env: Environment) -> Way:
    """Raises Refused for a file behind a link that is not trusted, Conflict where it cannot be done truthfully."""
    check_there(change)
    check(change.files, env)
    files = tuple(one for file in reversed(change.files) if (one := _back(file, change, env)) is not None)
    if not files:
        raise _nothing_to_do(change)
    summary = _reversed(change.about.summary)
    about = replace(change.about, actor=actor, summary=summary, reason="", origin=origin, undoes=change.id)
    return Way(about, files)


def _nothing_to_do(change: Change) -> Conflict:
    """Why none of the files would be another one than it is."""
    number = change.id
    ways = f"`hermes-mem history show {number}` has what it did; an older change is taken back by its number."
    if any(same(file.before, version_at(file.path)) for file in change.files):
        return Conflict(f"All is as it was before change {number}: there is nothing to take back.", ways)
    return Conflict(
        f"Others have written since, and no entry is left that change {number} brought, took away or reworded: "
        "there is nothing to take back.",
        f"Nothing was written. `hermes-mem history restore {number}` brings back the very bytes of before, "
        "without what was written since.",
    )


def _reversed(summary: str) -> str:
    """What the history says of a change that takes back the one of which it said this."""
    if summary.startswith(TOOK_BACK):
        return DID_AGAIN + summary.removeprefix(TOOK_BACK)
    return TOOK_BACK + summary.removeprefix(DID_AGAIN)


def locks_of(change: Change, env: Environment) -> list[Lock]:
    """What agents lock now to write the files of a change."""
    return [lock for file in change.files if (lock := as_written_now(file, env).lock)]


def as_written_now(file: FileChange, env: Environment) -> FileChange:
    """A change of the same file, with the lock and the copy that its agent takes and makes now."""
    if (place := file.place) is None:
        return file
    layout = layout_of(place.kind)
    lock = layout.lock(place.home, place.target, env)
    return replace(file, lock=lock, copy=layout.copy_of(place.target, file.path))


def _back(file: FileChange, change: Change, env: Environment) -> FileChange | None:
    """The file as it was; by entry when others have written since. None when nothing of it would be another."""
    now = version_at(file.path)
    file = as_written_now(file, env)
    if same(file.before, file.after):
        return mode_back(file, now)
    if same(now, file.before):
        return None
    if same(now, file.after):
        return replace(file, before=now, after=_dressed(file, now))
    if now is None or now.kind is not FileKind.FILE:
        raise Conflict(f"{file.path.name} is gone.", f"hermes-mem history restore {change.id} brings the file back.")
    merged = _merged(file, now, env)
    return None if merged is None else replace(file, before=now, after=replace(now, raw=merged))


def mode_back(file: FileChange, now: FileVersion | None) -> FileChange | None:
    """The file with its mode of before, where the change gave it another and nothing else, and it still has that."""
    before, after = file.before, file.after
    if not (before and after and now) or not same(before, after) or now.kind is not before.kind:
        return None
    if before.mode == after.mode or now.mode != after.mode:
        return None
    return replace(file, before=now, after=replace(now, mode=before.mode))


def _dressed(file: FileChange, now: FileVersion | None) -> FileVersion | None:
    """The version of before; where the change left mode and owner alone, with those that the file has now."""
    before, after = file.before, file.after
    if before and after and now and before.kind is after.kind is FileKind.FILE and before.mode == after.mode:
        return replace(before, mode=now.mode, owner=now.owner)
    return before


def _merged(file: FileChange, now: FileVersion, env: Environment) -> bytes | None:
    """None where the entries stay as they are. Raises Conflict, also for a file that is no memory: it has no entries
    by which it could be done.
    """
    if (place := file.place) is None:
        raise Conflict(f"{file.path.name} has changed since.", "Nothing was written.")
    layout = layout_of(place.kind)
    before, after, there = (_entries(version, place) for version in (file.before, file.after, now))
    try:
        entries = reversed_in(before, after, there)
    except Contested as contested:
        lost = texts(place.kind, place.target, contested.texts)
        quoted = "\n".join(f"  {glimpse(text, place.kind)}" for text in lost)
        raise Conflict(
            f"{file.path.name} has changed since, and what that change brought is no longer there:\n{quoted}",
            "Nothing was written. `hermes-mem history show` has the texts of before.",
        ) from contested
    if entries == list(there):
        return None
    after_all = layout.file_change(place.home, place.target, entries, env).after
    return after_all.raw if after_all else b""


def _entries(version: FileVersion | None, place: Place) -> Sequence[str]:
    layout = layout_of(place.kind)
    return layout.unique(place.target, layout.parse(version.raw, place.target)) if version else []
