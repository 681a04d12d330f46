"""Every skill of a Hermes home, as the agent would find it.

Follows hermes-agent 0.19.0: tools/skills_tool.py (`_find_all_skills`, `skill_view`), agent/prompt_builder.py
(`_build_snapshot_entry`). An organisation's copies are those of later releases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, read_bytes, real_path
from hermes_mem.layouts.hermes.paths import ARCHIVE, PRUNED
from hermes_mem.layouts.hermes.skills import checks
from hermes_mem.layouts.hermes.skills.delivered import Delivered, read_delivered
from hermes_mem.layouts.hermes.skills.discovering import Walk
from hermes_mem.layouts.hermes.skills.meeting import Met, meet
from hermes_mem.layouts.hermes.skills.naming import Named, words_for
from hermes_mem.layouts.hermes.skills.offering import not_offered
from hermes_mem.layouts.hermes.skills.owning import Owners
from hermes_mem.layouts.hermes.skills.roots import (
    ACTIVE_ORGANISATION,
    ORGANISATIONS,
    SKILLS,
    Root,
    SkillSettings,
    load,
)
from hermes_mem.layouts.hermes.skills.usage import Record, Records, read_records, usage_of
from hermes_mem.model.finding import Finding
from hermes_mem.model.skill import Activity, Origin, Skill, Usage
from hermes_mem.model.store import Home

HUB_NAMES_IT = "the list of what the hub has installed names it and its place"


def skills_of(home: Home, env: Environment) -> list[Skill]:
    """The skills of a home, in the order in which Hermes takes them, the archived ones last; nothing is raised."""
    return _Reader(_look(home.path, env), env).skills()


def skill_findings(home: Home, env: Environment) -> list[Finding]:
    """What is odd around the skills of a home, and about no single one of them."""
    return list(_around(_look(home.path, env)))


class _Seen(NamedTuple):
    """One look at a home."""

    home: Path
    settings: SkillSettings
    walk: Walk
    met: list[Met]
    records: Records
    delivered: Delivered

    @property
    def top(self) -> Path:
        return self.home / SKILLS


def _look(home: Path, env: Environment) -> _Seen:
    top, settings, walk = home / SKILLS, load(home, env), Walk()
    met = meet(settings.roots, Root(top / ARCHIVE), walk, home, env)
    return _Seen(home, settings, walk, met, read_records(top), read_delivered(top))


def _around(seen: _Seen) -> Iterator[Finding]:
    if seen.records.finding:
        yield seen.records.finding
    yield from seen.delivered.findings
    yield from checks.on_walk(seen.walk, seen.home)
    known = {name for met in seen.met for name in (met.recorded, met.loaded, met.own_name)}
    yield from checks.on_orphans(seen.records.by_name, known, seen.top)


class _Reader:
    """What is known once for all skills of a home, and each of them made of it."""

    def __init__(self, seen: _Seen, env: Environment) -> None:
        self._seen, self._env = seen, env
        self._owners = Owners(seen.met, seen.delivered, seen.settings)
        self._named = Named(seen.home, env)
        self._claims = _claims(seen.met)
        self._organisation = _active_organisation(seen.top)
        self._first: dict[tuple[str | None, str], Path] = {}

    def skills(self) -> list[Skill]:
        """All of them, in the order in which they were met: the first of a name is listed."""
        return [self._skill(met) for met in self._seen.met]

    def _skill(self, met: Met) -> Skill:
        key = next((name for name in (met.recorded, met.loaded) if name in self._seen.records.by_name), None)
        record: Record = self._seen.records.by_name[key] if key is not None else {}
        origin = self._owners.origin(met, record)
        unlisted = None if met.archived else self._unlisted(met)
        disabled = not met.archived and met.listed in self._seen.settings.disabled
        path = "/".join(met.place.parts) or met.own_name
        return Skill(
            name=met.listed,
            directory=met.directory,
            root=met.root.path,
            scope=met.root.scope,
            description=met.head.description,
            project=met.root.project,
            category=None if met.archived else "/".join(met.place.parts[:-1]) or None,
            words=met.head.words,
            origin=origin,
            activity=_activity(met, record),
            usage=usage_of(record) if record else Usage(),
            updated=met.changed,
            disabled=disabled,
            closed=self._owners.closed(met, origin),
            shadowed_by=None if met.archived or unlisted or disabled else self._shadow(met),
            named_by=self._named_by(met, path, origin),
            findings=tuple(self._findings(met, record)),
            unlisted=unlisted,
            record=key,
        )

    def _named_by(self, met: Met, path: str, origin: Origin) -> tuple[str, ...]:
        calling = self._named.calling(words_for((met.listed, met.loaded), path, met.directory))
        return (*calling, HUB_NAMES_IT) if origin is Origin.HUB else calling

    def _unlisted(self, met: Met) -> str | None:
        """Why Hermes does not list it, whether or not it is switched off or another has its name."""
        head = met.head
        if met.place.parts[:1] == (ORGANISATIONS,) and met.place.parts[1:2] != (self._organisation,):
            return "its organisation is not the active one"
        if way := next((part for part in met.root.path.parts if part in PRUNED), None):
            return f"a directory on the way to it is called “{way}”"
        return head.unlisted or not_offered(head.platforms, head.environments, self._seen.settings.toolsets, self._env)

    def _shadow(self, met: Met) -> Path | None:
        """The skill that is listed in its place; in a project where the person is not, only another of that one."""
        place = None if met.root.searched else met.root.project
        first = self._first.setdefault((place, met.listed), met.directory)
        return None if first == met.directory else first

    def _findings(self, met: Met, record: Record) -> Iterator[Finding]:
        yield from met.noted()
        if met.archived:
            yield from checks.on_archive(met)
            return
        yield from checks.on_names(met, self._claims, self._seen.walk.texts)
        yield from checks.on_place(met, self._outside(met), state=record.get("state"))

    def _outside(self, met: Met) -> Path | None:
        """Where the file of a skill really lies, if that is in none of the directories of skills."""
        if not (met.head.readable and (met.place.linked or met.place.file_linked)):
            return None
        real = real_path(met.file)
        inside = any(real.is_relative_to(real_path(root.path)) for root in self._seen.settings.roots)
        return None if inside else real


def _claims(met: list[Met]) -> Mapping[str, list[Path]]:
    """The directories of skills by each word that Hermes finds them by, as far as it looks into their roots."""
    claims: dict[str, list[Path]] = {}
    for skill in met:
        if not skill.archived and skill.root.searched:
            for word in {skill.loaded, skill.own_name}:
                claims.setdefault(word, []).append(skill.directory)
    return claims


def _activity(met: Met, record: Record) -> Activity:
    """Archived is what lies in the archive, whatever the record says."""
    if met.archived:
        return Activity.ARCHIVED
    return Activity.STALE if record.get("state") == Activity.STALE else Activity.ACTIVE


def _active_organisation(top: Path) -> str | None:
    match read_bytes(top / ORGANISATIONS / ACTIVE_ORGANISATION):
        case Present(raw=raw):
            return raw.decode("utf-8", "replace").strip()
    return None
