"""From what a person says about skills to those that are meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.skill import Scope, Skill
from hermes_mem.model.store import Home
from hermes_mem.model.text import safe_line
from hermes_mem.skills.reading import Shelf
from hermes_mem.skills.searching import SkillFilter
from hermes_mem.skills.sorting import Order, State, ordered, states

CANDIDATES = 20
"""How many skills are named that a word could mean."""

NEAR = 3
"""How many near ones are offered for a word that means none."""


class Placed(NamedTuple):
    """A skill and the store that it belongs to."""

    home: Home
    skill: Skill


class Wish(NamedTuple):
    """Which skills are wanted, and in which order; None means any."""

    scope: Scope | None = None
    state: State | None = None
    order: Order | None = None

    def fits(self, skill: Skill) -> bool:
        """Whether a skill is of this scope and state."""
        return self.scope in (None, skill.scope) and (self.state is None or self.state in states(skill))


class Hits(NamedTuple):
    """Skills that match, best first, and those that a typo explains."""

    hits: list[Placed]
    close: list[Placed]


def chosen(shelf: Shelf, wish: Wish) -> list[Placed]:
    """The skills of a store that are wanted, by name unless there is another order."""
    skills = ordered(filter(wish.fits, shelf.skills), wish.order or Order.NAME)
    return [Placed(shelf.home, skill) for skill in skills]


def found(shelves: Sequence[Shelf], query: str, wish: Wish) -> Hits:
    """The skills of all stores that a query finds; best first, unless there is another order."""
    every = [Placed(shelf.home, skill) for shelf in shelves for skill in filter(wish.fits, shelf.skills)]
    search = SkillFilter([one.skill for one in every]).search(query)
    hits, close = ([every[index] for index in part] for part in (search.hits, search.close))
    return Hits(_in_order(hits, wish.order), _in_order(close, wish.order))


def named(word: str, shelves: Sequence[Shelf]) -> Placed:
    """The skill that an id, a path below its root, a name or the path of its directory means.

    Raises Usage when several are meant, NotFound when none is.
    """
    every = [Placed(shelf.home, skill) for shelf in shelves for skill in shelf.skills]
    by_id = [one for one in every if word == one.skill.id]
    meant = _each_once(by_id or [one for one in every if word in _words(one.skill)])
    if not meant:
        raise NotFound(f"There is no skill {word}.", _near(word, every))
    if len(meant) > 1:
        names = [_candidate(one) for one in islice(meant, CANDIDATES)]
        left = [f"… and {len(meant) - CANDIDATES:,} more"] if len(meant) > CANDIDATES else []
        raise Usage(f"{word} means {len(meant):,} skills.", "\n".join(["Say which by its path:", *names, *left]))
    return meant[0]


def _words(skill: Skill) -> tuple[str, ...]:
    return skill.name, skill.path, skill.directory.name, str(skill.directory), str(skill.directory / skill.file)


def _each_once(skills: Iterable[Placed]) -> list[Placed]:
    """One that several stores have in common is one."""
    return list({one.skill.directory / one.skill.file: one for one in reversed([*skills])}.values())[::-1]


def _candidate(one: Placed) -> str:
    """A line about one of several: its directory is what no other has."""
    return safe_line(f"{one.skill.directory}  {one.skill.id}, {one.home.name}")


def _near(word: str, every: Sequence[Placed]) -> str:
    search = SkillFilter([one.skill for one in every]).search(word)
    near = [every[index].skill.name for index in [*search.hits, *search.close][:NEAR]]
    offered = f"Do you mean {' or '.join(map(safe_line, near))}? " if near else ""
    return f"{offered}`hermes-mem skills list` shows all."


def _in_order(skills: list[Placed], order: Order | None) -> list[Placed]:
    if order is None:
        return skills
    places = {id(one.skill): one for one in skills}
    return [places[id(skill)] for skill in ordered((one.skill for one in skills), order)]
