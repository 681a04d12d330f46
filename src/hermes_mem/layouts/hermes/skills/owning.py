"""Whose a skill is, and therefore who may change it.

Follows hermes-agent 0.19.0 tools/skill_usage.py (`is_curation_eligible`, `archive_skill`) and
tools/skill_manager_tool.py (`_find_skill`, `_validate_delete_target`), stricter in one thing: what an update of others
would write over again is closed to moves and edits too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.hermes.skills.delivered import Delivered
from hermes_mem.layouts.hermes.skills.meeting import Met
from hermes_mem.layouts.hermes.skills.roots import ORGANISATIONS, SkillSettings
from hermes_mem.layouts.hermes.skills.usage import Record, is_the_agents
from hermes_mem.model.skill import Origin, Scope

PROTECTED = frozenset({"plan"})
"""Names of skills that a command of Hermes is built on."""


class Owners:
    """What is known of the owners of skills in one home."""

    def __init__(self, met: Iterable[Met], delivered: Delivered, settings: SkillSettings) -> None:
        self._delivered, self._settings = delivered, settings
        places = delivered.hub_places
        self._hub = delivered.hub | {skill.recorded for skill in met if places and real_path(skill.directory) in places}

    def origin(self, skill: Met, record: Record) -> Origin:
        """Where a skill comes from; in a project it is the project's own."""
        if self._is_external(skill):
            return Origin.EXTERNAL
        if skill.root.scope is not Scope.GLOBAL:
            return Origin.LOCAL
        if skill.place.parts[:1] == (ORGANISATIONS,):
            return Origin.ORGANISATION
        if skill.recorded in self._hub:
            return Origin.HUB
        if skill.recorded in self._delivered.bundled:
            return Origin.BUNDLED
        return Origin.AGENT if is_the_agents(record) else Origin.LOCAL

    def closed(self, skill: Met, origin: Origin) -> str | None:
        """Why it cannot be changed, as a sentence."""
        return next(self._reasons(skill, origin), None)

    def _reasons(self, skill: Met, origin: Origin) -> Iterator[str]:
        if origin is Origin.ORGANISATION:
            yield "It is a copy of what its organisation keeps, and is written over from there."
        if origin is Origin.EXTERNAL:
            yield f"It belongs to {self._owner(skill) or skill.root.path}, which Hermes only reads."
        if origin is Origin.HUB:
            yield "It came from the hub, which knows it by name and place and updates it."
        if skill.archived:
            return
        if not skill.place.parts:
            yield "It is the directory of all skills itself."
        if skill.recorded in PROTECTED:
            yield f"The command /{skill.recorded} of Hermes is built on it."
        if skill.place.linked:
            yield "A symbolic link leads to it: Hermes reads what lies there, and neither archives nor deletes it."
        if origin is Origin.BUNDLED and not self._settings.prunes:
            yield "It came with Hermes, and curator.prune_builtins keeps all of those."

    def _owner(self, skill: Met) -> Path | None:
        """The root of others in which it really lies."""
        external = self._settings.external
        real = real_path(skill.directory) if external else skill.directory
        return next((root for root in external if real.is_relative_to(root)), None)

    def _is_external(self, skill: Met) -> bool:
        """In a root of others, be it by a link or because that root lies among the person's own."""
        return skill.root.scope is Scope.EXTERNAL or self._owner(skill) is not None
