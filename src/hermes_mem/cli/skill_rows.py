"""Skills as rows of JSON (schema 1: grows only by new keys)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from hermes_mem.cli import shapes
from hermes_mem.guards import without_secrets
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home
from hermes_mem.skills.choosing import Placed
from hermes_mem.skills.reading import Whole
from hermes_mem.skills.sorting import state, states

Row = dict[str, Any]


def row(one: Placed, reveal: bool) -> Row:
    """A row of `skills list` and `skills find`; `path` is that of its directory, `below` the same below its root."""
    skill = one.skill
    return {
        "store": one.home.name,
        "id": skill.id,
        "name": skill.name,
        "scope": skill.scope,
        "project": skill.project,
        "category": skill.category,
        "path": str(skill.directory),
        "file": skill.file,
        "below": skill.path,
        "description": shown(skill.description, reveal),
        "tags": list(skill.words),
        "state": state(skill),
        "states": states(skill),
        "origin": skill.origin,
        "pinned": skill.usage.pinned,
        "uses": skill.usage.uses,
        "used": _utc(skill.usage.used),
        "created": _utc(skill.usage.created),
        "updated": _utc(skill.updated),
        "closed": skill.closed,
        "unlisted": skill.unlisted,
        "shadowed_by": str(skill.shadowed_by) if skill.shadowed_by else None,
        "named_by": list(skill.named_by),
        "findings": [finding_row(one.home, finding, skill.id) for finding in skill.findings],
    }


def whole_row(one: Placed, text: Whole, reveal: bool) -> Row:
    """A row of `skills show`: with the front matter, without its fences, and the text below it."""
    return row(one, reveal) | {
        "front_matter": shown(text.front_matter, reveal),
        "body": shown(text.body, reveal),
    }


def finding_row(home: Home, finding: Finding, skill: str | None = None) -> Row:
    """A finding on a skill, or around them all."""
    return shapes.finding_row(home, finding) | ({"skill": skill} if skill else {})


def shown(text: str, reveal: bool) -> str:
    """A text of a skill with its secrets masked, unless the person asked for them."""
    return text if reveal else without_secrets(text)


def _utc(moment: datetime | None) -> str | None:
    return shapes.utc(moment) if moment else None
