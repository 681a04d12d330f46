"""Finding the home of pi-hermes-memory where the agent would look (0.9.6 src/paths.ts, `resolveAgentRoot`)."""

from __future__ import annotations

import os
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_directory, is_there, real_path
from hermes_mem.disk.rights import closed_directory
from hermes_mem.layouts.base import ALL
from hermes_mem.layouts.pi.paths import CONFIG, DIRECTORY, home_of, looks_like_home
from hermes_mem.model.errors import NotFound
from hermes_mem.model.store import Home

KIND = "pi"
VARIABLE = "PI_CODING_AGENT_DIR"
DEFAULT = "default"
"""The profile of every home: Pi has no profiles."""

SIGNS = f"A home of Pi has {DIRECTORY}/ or {CONFIG} in it."


def find(env: Environment, store: Path | None = None, profile: str | None = None) -> list[Home]:
    """The home that the agent would use, or the one that `store` names; none where there is no memory in it.

    A home of Pi has no profiles, so a name of one finds nothing but "all" does. Raises NotFound.
    """
    if store:
        return [_given(env.path(store), profile)]
    if profile not in (None, ALL):
        return []
    root, why = _root(env)
    if (closed := closed_directory(root / CONFIG)) and is_there(closed):
        return [Home(KIND, root, DEFAULT, f"{why} {closed} cannot be entered.", active=True)]
    return [Home(KIND, root, DEFAULT, why, active=True)] if looks_like_home(root) else []


def recognises(path: Path) -> bool:
    """Whether a path names a home of this kind, or something in one, by what is in it."""
    return looks_like_home(home_of(path))


def looked_in(env: Environment) -> str:
    """Where a home was looked for, and that there is none, as a clause."""
    root, _ = _root(env)
    told = f"{VARIABLE} is {env.value(VARIABLE)}" if env.value(VARIABLE) else f"{VARIABLE} is not set"
    return f"{told}, and there is no memory of Pi in {root}"


def _root(env: Environment) -> tuple[Path, str]:
    if value := env.value(VARIABLE):
        return Path(os.path.normpath(env.path(value))), f"{VARIABLE} names it."
    return env.user_home / ".pi" / "agent", "The default home of Pi; nothing names another."


def _given(path: Path, profile: str | None) -> Home:
    home = home_of(real_path(path) if ".." in path.parts else path)
    if not is_directory(home):
        raise NotFound(f"There is no directory {home}.", SIGNS)
    if profile not in (None, ALL):
        raise NotFound(f"{home} is a home of Pi, which has no profiles.", "Leave --profile out.")
    return Home(KIND, home, DEFAULT, "Named with --store.", active=True)
