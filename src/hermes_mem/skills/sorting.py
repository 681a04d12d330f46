"""Which skills are listed, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum

from hermes_mem.model.skill import Activity, Origin, Scope, Skill

DELIVERED = (Origin.BUNDLED, Origin.HUB, Origin.ORGANISATION)


class State(StrEnum):
    """A word for what sets a skill apart, the most telling first; an ordinary one is active."""

    ARCHIVED = "archived"
    SHADOWED = "shadowed"
    DISABLED = "disabled"
    UNLISTED = "unlisted"
    STALE = "stale"
    PINNED = "pinned"
    BUNDLED = "bundled"
    HUB = "hub"
    ORGANISATION = "organisation"
    ACTIVE = "active"


class Order(StrEnum):
    """By what skills are sorted."""

    NAME = "name"
    UPDATED = "updated"
    CREATED = "created"
    USED = "used"


def states(skill: Skill) -> list[State]:
    """Every word that fits; `active` for one that the agent uses, and that lies neither idle nor in its archive."""
    found = {
        State.ARCHIVED: skill.activity is Activity.ARCHIVED,
        State.SHADOWED: skill.shadowed_by is not None,
        State.DISABLED: skill.disabled,
        State.UNLISTED: skill.unlisted is not None,
        State.STALE: skill.activity is Activity.STALE,
        State.PINNED: skill.usage.pinned,
        **{State(origin): skill.origin is origin for origin in DELIVERED},
    }
    words = [word for word, fits in found.items() if fits]
    return words if state(skill) is not State.ACTIVE else [*words, State.ACTIVE]


def state(skill: Skill) -> State:
    """The one word for what a skill is to its agent."""
    if skill.activity is Activity.ARCHIVED:
        return State.ARCHIVED
    if skill.shadowed_by is not None:
        return State.SHADOWED
    if skill.disabled:
        return State.DISABLED
    if skill.unlisted is not None:
        return State.UNLISTED
    return State.STALE if skill.activity is Activity.STALE else State.ACTIVE


def ordered(skills: Iterable[Skill], order: Order) -> list[Skill]:
    """By name, or by a moment, the newest first and those without one last; then global ones first, and by name."""
    by_name = sorted(skills, key=lambda skill: (skill.name.casefold(), *_rank(skill)))
    if order is Order.NAME:
        return by_name
    ranked, of = sorted(by_name, key=_rank), MOMENTS[order]
    return sorted(ranked, key=lambda skill: -moment.timestamp() if (moment := of(skill)) else float("inf"))


MOMENTS: dict[Order, Callable[[Skill], datetime | None]] = {
    Order.UPDATED: lambda skill: skill.updated or skill.usage.created,
    Order.CREATED: lambda skill: skill.usage.created,
    Order.USED: lambda skill: skill.usage.used,
}
"""The moment that counts for an order; a skill without a later one was last changed when it was made."""


def _rank(skill: Skill) -> tuple[int, str, str]:
    return list(Scope).index(skill.scope), skill.project or "", skill.path
