"""Finding stores and reading them: what the faces call."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Block, Contents, Home, Snapshot
from hermes_mem.store.layouts import layout_of, layouts


@dataclass(frozen=True, slots=True)
class Choice:
    """Which stores a person asked for: `store` is a path, `profile` a name below the same root or "all"."""

    store: Path | None = None
    profile: str | None = None


def find_homes(env: Environment, choice: Choice = Choice()) -> list[Home]:
    """The stores asked for, the one the agent itself would use first; nothing is made or changed by looking.

    Empty only when nothing was asked for and nothing is there. Raises NotFound, Usage, Unreadable.
    """
    return [home for layout in layouts().values() for home in layout.find(env, choice.store, choice.profile)]


def read(home: Home, env: Environment, *, late: bool = False, scanned: bool = True) -> Snapshot:
    """The store as it lies on disk now. `late` reads by the rules of releases after Hermes 0.19.

    Without `scanned` no rule is run over the entries: for who needs only texts, ids and sizes, at once. What is wrong
    in a file is a state and a finding, never an exception.
    """
    return layout_of(home.kind).read(home, env, late=late, scanned=scanned)


def prompt_blocks(snapshot: Snapshot) -> list[Block]:
    """What a session started now would get, byte for byte."""
    return layout_of(snapshot.home.kind).blocks(snapshot)


def contents(home: Home) -> Contents:
    """How much else lies in a home."""
    return layout_of(home.kind).count(home.path)
