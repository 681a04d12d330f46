"""Processes of the Pi coding agent, which calls itself `pi` once it runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.homes import find
from hermes_mem.layouts.running import arguments_behind
from hermes_mem.model.errors import HermesMemError

PROGRAMS = frozenset({"pi"})


def is_run_by(line: Sequence[str]) -> bool:
    """Whether a process with this command line is this agent."""
    return arguments_behind(line, PROGRAMS) is not None


def works_on(line: Sequence[str], env: Environment) -> Path | None:
    """The home of a process that was started so; None when it is not this agent, or has no home with memory."""
    if arguments_behind(line, PROGRAMS) is None:
        return None
    try:
        homes = find(env)
    except HermesMemError:
        return None
    return homes[0].path if homes else None
