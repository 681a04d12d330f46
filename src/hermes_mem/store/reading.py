"""Finding stores and reading them: what the faces call."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound
from hermes_mem.model.store import Block, Contents, Home, Snapshot
from hermes_mem.store.layouts import layout_at, layout_of, layouts


@dataclass(frozen=True, slots=True)
class Choice:
    """Which stores a person asked for: `store` is a path, `profile` a name below the same root or "all"."""

    store: Path | None = None
    profile: str | None = None


def find_homes(env: Environment, choice: Choice = Choice()) -> list[Home]:
    """The stores asked for, the one the agent itself would use first; nothing is made or changed by looking.

    The kinds come one after the other; a path means one home, of the kind that is told by what is in it. Empty only
    when nothing was asked for and nothing is there. Raises NotFound, Usage, Unreadable.
    """
    if choice.store is None:
        return _of_every_kind(env, choice.profile)
    if layout := layout_at(env.path(choice.store)):
        return layout.find(env, choice.store, choice.profile)
    return _unrecognised(env, choice)


def _of_every_kind(env: Environment, profile: str | None) -> list[Home]:
    """A home of which nothing can be read hides no other one: it stands among them, and says why. Alone it is raised.

    Raises NotFound, Usage, Unreadable.
    """
    from hermes_mem.layouts.base import Closed

    found: list[Home] = []
    closed: list[Closed] = []
    for layout in layouts().values():
        try:
            found += layout.find(env, None, profile)
        except Closed as error:
            closed.append(error)
    if closed and not found:
        raise closed[0]
    return [*(error.home for error in closed), *found]


def _unrecognised(env: Environment, choice: Choice) -> list[Home]:
    """The first kind says what is wrong with a path that names nothing; every kind, what it would be recognised by."""
    first, *others = layouts().values()
    try:
        return first.find(env, choice.store, choice.profile)
    except NotFound as error:
        raise NotFound(error.message, " ".join([error.hint or "", *(other.SIGNS for other in others)])) from error


def is_called(home: Home, name: str, env: Environment) -> bool:
    """Whether a person means this home by a name, the name of a profile or a path."""
    return name in (home.name, home.profile) or env.path(name) == home.path


def looked_in(env: Environment) -> str:
    """Where homes are looked for when nobody names one, as a clause: for who has found none."""
    return "; ".join(layout.looked_in(env) for layout in layouts().values())


def read(home: Home, env: Environment, *, late: bool = False, scanned: bool = True) -> Snapshot:
    """The store as it lies on disk now. `late` reads by the rules of releases after Hermes 0.19.

    Without `scanned` no rule is run over the entries: for who needs only texts, ids and sizes, at once. What is wrong
    in a file is a state and a finding, never an exception.
    """
    return layout_of(home.kind).read(home, env, late=late, scanned=scanned)


def prompt_blocks(snapshot: Snapshot) -> list[Block]:
    """What a session started now would get, byte for byte."""
    return layout_of(snapshot.home.kind).blocks(snapshot)


def contents(home: Home, env: Environment) -> Contents:
    """How much else lies in a home."""
    return layout_of(home.kind).count(home.path, env)
