"""A memory behind a link that leads out of its home is written once a person has trusted the file that is meant."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.config import trusted
from hermes_mem.disk.environment import Environment
from hermes_mem.model.target import Target
from hermes_mem.store.refusing import OUTSIDE


def outside(target: Target) -> Path | None:
    """The real file of a target that lies outside of its home; None for any other."""
    return target.linked_to if any(finding.rule == OUTSIDE for finding in target.findings) else None


def is_trusted(target: Target, env: Environment) -> bool:
    """Whether a person has trusted the file that the links lead to now; a link that leads elsewhere asks again."""
    return outside(target) in trusted.load(env)


def trust(file: Path, env: Environment) -> bool:
    """Remember that this real file may be written; False when it is so already. Raises Unreadable, Busy."""
    if file in trusted.load(env):
        return False
    trusted.change(env, add=[file])
    return True


def forget(file: Path, env: Environment) -> bool:
    """Take the trust back; False when there was none. Raises Unreadable, Busy."""
    if file not in trusted.load(env):
        return False
    trusted.change(env, remove=[file])
    return True
