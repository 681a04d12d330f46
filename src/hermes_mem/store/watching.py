"""Changes that others make to memory files, each told once, as they happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import monotonic

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.watching import changes as moments
from hermes_mem.history.history import History
from hermes_mem.history.records import Change, Origin
from hermes_mem.history.stamps import Stamp, looks
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, title_of
from hermes_mem.store.looking_back import change_with_files, changes_of, effects
from hermes_mem.store.observing import file_of, observe
from hermes_mem.store.returning import Return, back, returns
from hermes_mem.store.short import shrank

TOGETHER = 2.0
"""Seconds within which what one program does is one change: the first is told at once, the others together."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A change by others, the store it was made in, and what it did to the entries of each memory.

    `alarms` are sentences on what a person should look at now; `returns` say which memory is again what it was before.
    """

    change: Change
    home: Home
    effects: tuple[Effect, ...]
    alarms: tuple[str, ...]
    returns: tuple[Return, ...] = ()

    @property
    def counts(self) -> str:
        """How many entries each memory had and has."""
        return ", ".join(f"{title_of(one.target)} {len(one.old)} → {len(one.new)} entries" for one in self.effects)

    @property
    def happened(self) -> str:
        """The counts, and which memory is back to what it was."""
        told = self.counts or self.change.about.summary
        return "; ".join((told, *(back(one, also_others=len(self.effects) > 1) for one in self.returns)))


def watch(
    read: Callable[[], list[Snapshot]], env: Environment, stop: Event, *, shown: Sequence[Snapshot] = ()
) -> Iterator[tuple[Seen, ...]]:
    """Tell of every change by others in the stores that `read` reads, until `stop` is set.

    First of those since anybody looked, if there are any; what a store had behind it when it was seen for the first
    time is no news. Yields whenever anything looks different, also from what is
    `shown`: nothing when that was a change by hermes-mem, or of no memory. What another hermes-mem notices first is
    told as well. Raises Unreadable when the history cannot be written: without it nobody could tell what is new.
    """
    stores = read()
    newest = max((change.id for change in _changes(stores, env)), default=0)
    watched = _Watched(read, stores, env)
    missed = _missed(_since(newest, stores, env))
    if missed or (shown and list(map(_contents, shown)) != list(map(_contents, stores))):
        yield tuple(one for change in missed if (one := _seen(change, stores, stores, env)))
    newest = max((change.id for change in _changes(stores, env)), default=0)
    told = -TOGETHER
    for _ in moments(watched.directories, stop):
        stop.wait(max(0.0, told + TOGETHER - monotonic()))
        if (before := watched.read_again()) is None:
            continue
        changes = _changes(watched.stores, env)
        new = [change for change in reversed(changes) if change.id > newest]
        newest = changes[0].id if changes else 0  # Less than before when the history is another one.
        seen = tuple(one for change in new if (one := _seen(change, watched.stores, before, env)))
        told = monotonic() if seen else told
        yield seen


def _missed(changes: Sequence[Change]) -> list[Change]:
    new = {(change.about.home, change.about.target) for change in changes if change.about.origin is Origin.FIRST}
    return [
        change
        for change in changes
        if change.about.origin is Origin.OBSERVED and (change.about.home, change.about.target) not in new
    ]


def _contents(store: Snapshot) -> list[tuple[str, State, list[str]]]:
    return [(target.name, target.state, [entry.spelled for entry in target.entries]) for target in store.targets]


class _Watched:
    """The stores as they were read last, of which the history knows every version."""

    def __init__(self, read: Callable[[], list[Snapshot]], stores: list[Snapshot], env: Environment) -> None:
        self._read, self._env = read, env
        self.stores = stores
        self._looks = self._look()
        self._keep()

    def directories(self) -> set[Path]:
        """Where the memory files lie, by the names that the agent knows and behind any links."""
        return {
            place
            for store in self.stores
            for target in store.targets
            for place in (store.home.path, target.path.parent, file_of(target).parent)
        }

    def read_again(self) -> list[Snapshot] | None:
        """Read the stores if anything there looks different; returns how they were before, None if nothing does."""
        if (now := self._look()) == self._looks:
            return None
        self._looks, before = now, self.stores
        self.stores = self._read()
        self._keep()
        return before

    def _look(self) -> dict[Path, Stamp]:
        files = {file_of(target) for store in self.stores for target in store.targets}
        return looks(files | self.directories())

    def _keep(self) -> None:
        if problem := observe(self.stores, self._env).problem:
            raise Unreadable(problem, "Without a history nobody can tell what is new.")


def _since(newest: int, stores: Iterable[Snapshot], env: Environment) -> list[Change]:
    """Oldest first."""
    return [change for change in reversed(_changes(stores, env)) if change.id > newest]


def _changes(stores: Iterable[Snapshot], env: Environment) -> list[Change]:
    """Newest first."""
    with History.opened(state_dir(env)) as history:
        return changes_of((store.home for store in stores), history)


def _seen(change: Change, stores: Iterable[Snapshot], before: Iterable[Snapshot], env: Environment) -> Seen | None:
    """What a change by others did; None for a change of ours. A file that is seen first has come about just now."""
    store = _of(change, stores)
    if change.about.origin not in (Origin.OBSERVED, Origin.FIRST) or store is None:
        return None
    whole = change_with_files(change.id, env)
    came = change.about.origin is Origin.FIRST
    happened = effects((replace(file, before=None) if came else file for file in whole.files), env)
    with History.opened_to_read(state_dir(env)) as history:
        back = tuple(returns(whole.files, history, until=change.id))
    alarms = (*_gone(whole, store), *_shrunk(happened), *_drifted(store, _of(change, before)))
    return Seen(whole, store.home, happened, alarms, back)


def _of(change: Change, stores: Iterable[Snapshot]) -> Snapshot | None:
    return next((store for store in stores if real_path(store.home.path) == change.about.home), None)


def _gone(change: Change, store: Snapshot) -> Iterator[str]:
    """Of memories that the store does not have any more."""
    for file in change.files:
        if file.place and file.after is None and store.target(file.place.target) is None:
            yield f"{title_of(file.place.target)} is gone, with its directory."


def _shrunk(happened: Iterable[Effect]) -> Iterator[str]:
    for effect in happened:
        if shrank(len(effect.old), len(effect.new)):
            yield f"{title_of(effect.target)} shrank from {len(effect.old)} entries to {len(effect.new)}."


def _drifted(store: Snapshot, before: Snapshot | None) -> Iterator[str]:
    """Of the memories that have drifted since."""
    old = {target.name for target in before.targets if target.state is State.DRIFTED} if before else set()
    for target in store.targets:
        if target.state is State.DRIFTED and target.name not in old:
            yield f"{target.title} has drifted: the agent refuses to replace and remove there until it is repaired."
