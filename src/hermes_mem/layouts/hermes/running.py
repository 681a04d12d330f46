"""Processes of Hermes (hermes-agent 0.19.0 pyproject.toml, hermes_cli/main.py)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.homes import find
from hermes_mem.layouts.running import arguments_behind
from hermes_mem.model.errors import HermesMemError

PROGRAMS = frozenset({"hermes", "hermes-agent", "hermes-acp"})
MODULES = frozenset({"hermes_cli", "hermes_cli.main", "run_agent", "gateway.run", "acp_adapter", "acp_adapter.entry"})


def is_run_by(line: Sequence[str]) -> bool:
    """Whether a process with this command line is this agent."""
    return arguments_behind(line, PROGRAMS, MODULES) is not None


def works_on(line: Sequence[str], env: Environment) -> Path | None:
    """The home of a process that was started so; None when it is not this agent, or has no home."""
    arguments = arguments_behind(line, PROGRAMS, MODULES)
    if arguments is None:
        return None
    try:
        homes = find(env, profile=_profile(arguments))
    except HermesMemError:
        return None
    return homes[0].path if homes else None


def _profile(arguments: Sequence[str]) -> str | None:
    for word, behind in zip(arguments, [*arguments[1:], ""], strict=False):
        if word in ("-p", "--profile"):
            return behind or None
        if word.startswith("--profile="):
            return word.partition("=")[2] or None
    return None
