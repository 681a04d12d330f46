"""Changes of the history as changes of entries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.history import History
from hermes_mem.history.records import Change
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileChange, FileVersion, Place
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home
from hermes_mem.model.target import Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.reading import Choice, find_homes, read


def changes(env: Environment, homes: Iterable[Home] | None = None) -> list[Change]:
    """Every change of these stores, of all when None, newest first, without their files. Raises Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        return history.changes() if homes is None else changes_of(homes, history)


def changes_of(homes: Iterable[Home], history: History) -> list[Change]:
    """Every change that began in one of these stores or moved something there. Raises Unreadable, Damaged."""
    places = {real_path(home.path) for home in homes}
    return history.changes([recorded for recorded in history.homes() if real_path(recorded) in places])


def homes_of(change: Change) -> set[Path]:
    """The real path of every store that a change touched; of a change with its files."""
    return {change.about.home, *(file.place.home for file in change.files if file.place)}


def change_with_files(change_id: int, env: Environment) -> Change:
    """A change with what each file was and became. Raises NotFound, Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        return history.change(change_id)


def size(env: Environment) -> tuple[Path, int]:
    """The file of the history, and its bytes. Raises Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        return history.path, history.size()


def home_at(path: Path, kind: str, env: Environment) -> Home:
    """The store that lies, or lay, at this path."""
    try:
        return find_homes(env, Choice(store=path))[0]
    except HermesMemError:
        return Home(kind, path, path.name.removeprefix("."), "Named by the history.")


def effects(files: Iterable[FileChange], env: Environment) -> tuple[Effect, ...]:
    """What happened to the entries of each file that is a target; limits are those in force now."""
    return tuple(effect for file in files if (effect := _effect(file, env)) is not None)


def target_at(place: Place, env: Environment) -> tuple[Home, Target | None]:
    """The store of a target, and the target as it lies there now; no rule is run over its entries."""
    home = home_at(place.home, place.kind, env)
    return home, read(home, env, scanned=False).target(place.target)


def _effect(file: FileChange, env: Environment) -> Effect | None:
    if (place := file.place) is None:
        return None
    home, target = target_at(place, env)
    if target is None:
        return None
    layout = layout_of(place.kind)
    old, new = _entries(file.before, place), _entries(file.after, place)
    before, after = (
        replace(target.budget, used=layout.size(place.target, layout.unique(place.target, entries)))
        for entries in (old, new)
    )
    return Effect(home, target.name, before, after, old, new, target.seen)


def _entries(version: FileVersion | None, place: Place) -> tuple[str, ...]:
    """The entries of a version; none where it was no text, which only an agent's own fault can leave."""
    try:
        return tuple(layout_of(place.kind).parse(version.raw, place.target)) if version else ()
    except HermesMemError:
        return ()
