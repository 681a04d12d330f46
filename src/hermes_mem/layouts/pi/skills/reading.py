"""Every skill of a home, as the agent would find it."""

from __future__ import annotations

from hermes_mem.disk.environment import Environment
from hermes_mem.model.skill import Skill
from hermes_mem.model.store import Home


def skills_of(home: Home, env: Environment) -> list[Skill]:  # noqa: ARG001 - not read yet
    """The skills of a home."""
    return []
