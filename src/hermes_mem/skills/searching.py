"""Which skills a person means by a few letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hermes_mem.model.fuzzy import Filter, Found
from hermes_mem.model.skill import Skill


class SkillFilter:
    """A list of skills that is narrowed down as a person types.

    A query is looked for in names, paths and tags, where letters may lie apart, and then, as it is typed, in all that a
    skill says of itself, its description as well. Only names have near misses.
    """

    def __init__(self, skills: Sequence[Skill]) -> None:
        named = [called(skill) for skill in skills]
        told = [f"{name} {skill.description}" for name, skill in zip(named, skills, strict=True)]
        self._named = Filter(named)
        self._told = Filter(told, prose=True, typos=False)

    def search(self, query: str) -> Found:
        """Indices of the skills that match, best first, and of those that a typo explains; all without a query."""
        named, told = self._named.search(query), self._told.search(query)
        hits = dict.fromkeys([*named.hits, *told.hits])
        return Found([*hits], [index for index in named.close if index not in hits])


def called(skill: Skill) -> str:
    """What a skill is called by, as it counts: name, path, tags. Places in it are lit in its name."""
    return " ".join([skill.name, *_further(skill)])


def _further(skill: Skill) -> Iterator[str]:
    yield from (part for part in skill.path.split("/") if part != skill.name)
    if skill.project:
        yield skill.project
    yield from skill.words
