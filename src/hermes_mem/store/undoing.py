"""Taking changes back, and taking that back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hermes_mem.commit.recovery import recover_all
from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.model.errors import Conflict, NotFound
from hermes_mem.model.file import FileChange, FileKind, FileVersion, same
from hermes_mem.model.store import Home
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.merging import Contested, reversed_in

BY_HAND = ("you", "script")
"""Actors whose changes are taken back without naming them."""


def undo(home: Home, env: Environment, *, actor: str, change: int | None = None) -> Change:
    """Take back a change by its id, else the newest one by hand in this store that is neither an undo nor undone.

    Where others have written since, it is done by entry. Raises NotFound when there is none, Conflict when it cannot be
    done truthfully, with the texts that stand in the way; and what `apply` raises.
    """
    with History.opened(state_dir(env)) as history:
        recover_all(history)
        chosen = history.change(change) if change is not None else _newest(history, home)
        return _take_back(chosen, history, actor, Origin.UNDO)


def redo(home: Home, env: Environment, *, actor: str) -> Change:
    """Take the newest undo of this store back, as long as nothing was changed by hand since. Raises as `undo` does."""
    with History.opened(state_dir(env)) as history:
        recover_all(history)
        for change in _done(history, home):
            if change.about.origin is Origin.UNDO and not _undone(change, history, home):
                return _take_back(history.change(change.id), history, actor, Origin.REDO)
            if change.about.origin is Origin.CHANGE and change.about.actor in BY_HAND:
                break
        raise NotFound("There is nothing to do again.", "Only an undo can be, while nothing was changed since.")


def _newest(history: History, home: Home) -> Change:
    for change in _done(history, home):
        repeatable = change.about.origin in (Origin.CHANGE, Origin.REDO)
        if repeatable and change.about.actor in BY_HAND and not _undone(change, history, home):
            return history.change(change.id)
    raise NotFound(
        "There is no change of yours to take back in this store.",
        "`hermes-mem history list` shows all of them; one by others is taken back by its id.",
    )


def _done(history: History, home: Home) -> list[Change]:
    return [change for change in history.changes(home.path) if change.fate is Fate.DONE]


def _undone(change: Change, history: History, home: Home) -> bool:
    """Whether a later undo took it back, or a redo made it again, and was not taken back itself."""
    later = [other for other in _done(history, home) if other.about.undoes == change.id]
    return any(not _undone(other, history, home) for other in later)


def _take_back(change: Change, history: History, actor: str, origin: Origin) -> Change:
    with all_held([file.lock for file in change.files if file.lock]):
        files = [_back(file, change) for file in reversed(change.files)]
        word = "took back" if origin is Origin.UNDO else "did again"
        about = replace(
            change.about,
            actor=actor,
            summary=f"{word}: {change.about.summary}",
            reason="",
            origin=origin,
            undoes=change.id,
        )
        return run([file for file in files if file is not None], about, history)


def _back(file: FileChange, change: Change) -> FileChange | None:
    """The file as it was; by entry when others have written since. None when it is so already."""
    now = version_at(file.path)
    if same(now, file.after):
        return replace(file, before=now, after=file.before)
    if same(now, file.before):
        return None
    if now is None or now.kind is not FileKind.FILE:
        raise Conflict(f"{file.path.name} is gone.", f"hermes-mem history restore {change.id} brings the file back.")
    after = replace(now, raw=_merged(file, now, change.about))
    return replace(file, before=now, after=after)


def _merged(file: FileChange, now: FileVersion, about: About) -> bytes:
    layout = layout_of(about.kind)
    before, after, there = (_texts(version, about) for version in (file.before, file.after, now))
    try:
        return layout.serialise(reversed_in(before, after, there))
    except Contested as contested:
        texts = "\n".join(f"  {glimpse(text, about.kind)}" for text in contested.texts)
        raise Conflict(
            f"{file.path.name} has changed since, and what that change brought is no longer there:\n{texts}",
            "Nothing was written. `hermes-mem history show` has the texts of before.",
        ) from contested


def _texts(version: FileVersion | None, about: About) -> Sequence[str]:
    layout = layout_of(about.kind)
    return layout.unique(layout.parse(version.raw)) if version else []
