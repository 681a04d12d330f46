"""What is odd around the skills of a home of Pi."""

from __future__ import annotations

from hermes_mem.disk.environment import Environment
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home


def skill_findings(home: Home, env: Environment) -> list[Finding]:  # noqa: ARG001 - Hermes needs them
    """Nothing: Pi keeps no files beside its skills, and says of each what is odd about it."""
    return []
