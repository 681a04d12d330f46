"""The skills of stores, and the text of one: what the faces call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, read_bytes
from hermes_mem.disk.reading import Unreadable as Closed
from hermes_mem.model.errors import NotFound, Unreadable
from hermes_mem.model.finding import Finding
from hermes_mem.model.skill import Skill
from hermes_mem.model.store import Home
from hermes_mem.store.layouts import layout_of

UNREAD = ("skill.unreadable", "skill.closed")
"""The rules of what cannot be read, of every agent."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The skills of a store as they were read at one moment, in the order in which the agent finds them.

    `findings` are about none of them alone.
    """

    home: Home
    skills: tuple[Skill, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def unread(self) -> bool:
        """Whether something lies there that cannot be read."""
        findings = (*self.findings, *(finding for skill in self.skills for finding in skill.findings))
        return any(finding.rule in UNREAD for finding in findings)


class Whole(NamedTuple):
    """The text of a skill: the front matter without its fences, "" where there is none, and the rest."""

    front_matter: str
    body: str


def read_skills(home: Home, env: Environment) -> Shelf:
    """The skills of a home as they lie on disk now; what is wrong with one is a finding, never an exception."""
    layout = layout_of(home.kind)
    return Shelf(home, tuple(layout.skills_of(home, env)), tuple(layout.skill_findings(home, env)))


def whole_text(skill: Skill) -> Whole:
    """The text of a skill, its line ends as LF. Raises NotFound when it is gone, Unreadable when it cannot be read."""
    from hermes_mem.layouts.front_matter import fenced, translated

    file = skill.directory / skill.file
    match read_bytes(file):
        case Present(raw=raw):
            text = translated(raw.decode("utf-8", "replace"))
            found = fenced(text)
            return Whole(found.block.strip("\n"), found.body) if found else Whole("", text)
        case Closed(reason=reason, fix=fix):
            raise Unreadable(f"{file} cannot be read ({reason}).", fix)
    raise NotFound(f"{file} is gone.", "`hermes-mem skills list` shows what is there now.")


def of_project(shelves: Sequence[Shelf], project: str) -> list[Shelf]:
    """The skills of a project; stores without such are left out. Raises Usage where no store has projects, NotFound."""
    from hermes_mem.model.text import safe_line
    from hermes_mem.store.narrowing import having_projects

    homes = having_projects(shelf.home for shelf in shelves)
    having = [shelf for shelf in shelves if shelf.home in homes]
    found = [replace(shelf, skills=tuple(s for s in shelf.skills if s.project == project)) for shelf in having]
    if not any(shelf.skills for shelf in found):
        known = ", ".join(map(safe_line, sorted(_projects(having)))) or "none at all"
        raise NotFound(f"No skill belongs to a project {project}.", f"Skills belong to: {known}.")
    return [shelf for shelf in found if shelf.skills]


def _projects(shelves: Iterable[Shelf]) -> set[str]:
    return {skill.project for shelf in shelves for skill in shelf.skills if skill.project}
