"""A skill of an agent: a directory with a `SKILL.md`, as the agent finds it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from hermes_mem.model.finding import Finding

SKILL = "SKILL.md"
"""The file that makes a directory a skill, of every agent."""


class Scope(StrEnum):
    """Where a skill counts: everywhere, in one project, or in a root that is only read."""

    GLOBAL = "global"
    PROJECT = "project"
    EXTERNAL = "external"


class Origin(StrEnum):
    """Where a skill comes from, as its agent tells: written here, or delivered."""

    LOCAL = "local"
    AGENT = "agent"
    BUNDLED = "bundled"
    HUB = "hub"
    ORGANISATION = "organisation"
    EXTERNAL = "external"


class Activity(StrEnum):
    """The agent's own word for how alive a skill is."""

    ACTIVE = "active"
    STALE = "stale"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class Usage:
    """What the agent has counted of a skill; times are None where it never happened, all is empty where none is.

    Of an agent that counts nothing the numbers are None.
    """

    uses: int | None = 0
    views: int | None = 0
    patches: int | None = 0
    used: datetime | None = None
    created: datetime | None = None
    archived: datetime | None = None
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, without its body.

    `name` is that of the front matter, by which the agent lists it, `directory` holds its `SKILL.md`, and by its name
    the agent changes it. `root` is the directory of skills that it was found in. `category` is what the
    agent makes of the path between them, None for none. `words` are those of the front matter by which it can be found.
    `closed` says why it cannot be changed, as a sentence, None when it can. `shadowed_by` is the directory of the skill
    that the agent uses instead, since it has the same name and comes first. `named_by` are the places, as a clause
    each, that call the skill by its name or path (a cron job, a bundle, the hub). `file` is the text of the skill in
    its directory, and `called` the agent's own id for it, None for an agent without such.
    `unlisted` says as a clause why the agent leaves it out of its list, None when it does not, and of what is archived,
    switched off or shadowed, which say it themselves. `record` is the name under which the agent keeps its usage, None
    where it keeps none.
    """

    name: str
    directory: Path
    root: Path
    scope: Scope
    description: str
    project: str | None = None
    category: str | None = None
    words: tuple[str, ...] = ()
    origin: Origin = Origin.LOCAL
    activity: Activity = Activity.ACTIVE
    usage: Usage = Usage()
    updated: datetime | None = None
    disabled: bool = False
    closed: str | None = None
    shadowed_by: Path | None = None
    named_by: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    file: str = SKILL
    called: str | None = None
    unlisted: str | None = None
    record: str | None = None

    @property
    def path(self) -> str:
        """Below its root, as people write it: `devops/staging-deploy`; of a skill that is a single file, that file."""
        place = self.directory if self.file == SKILL else self.directory / self.file
        return place.relative_to(self.root).as_posix()

    @property
    def id(self) -> str:
        """What it is called by in commands: the agent's own id, else its scope and its path below the root."""
        if self.called:
            return self.called
        place = self.activity if self.activity is Activity.ARCHIVED else self.scope
        return ":".join(part for part in (place, self.project, self.path) if part)
