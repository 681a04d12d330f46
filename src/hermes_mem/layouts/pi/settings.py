"""Which places, limits and modes are in force in a home of pi-hermes-memory (0.9.6 src/config.ts, src/paths.ts)."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.config_file import ConfigFile, read_config
from hermes_mem.layouts.pi.paths import CONFIG, DIRECTORY, OLD_DIRECTORY, PROJECTS
from hermes_mem.model.javascript import trim

DEFAULT_LIMIT = 5000
LIMITS = {"memory": "memoryCharLimit", "user": "userCharLimit", "project": "projectCharLimit"}
STANDING_UNITS = 2000
"""Units that all standing rules may have together; no setting changes it (src/constants.ts)."""

LEGACY, POLICY = "legacy-inject", "policy-only"
OVERFLOWS = ("auto-consolidate", "reject", "fifo-evict")


@dataclass(frozen=True, slots=True)
class Limit:
    """UTF-16 units a target may hold, and whether that is the `default`, of the `config`, or the `agent`'s own.

    `exact` is the figure of the configuration where that is no whole number.
    """

    value: int
    source: str
    exact: float | None = None


@dataclass(frozen=True, slots=True)
class Recent:
    """Which failures reach the prompt in legacy mode: the newest `most`, created at most `days` days ago, if `on`."""

    on: bool
    days: float
    most: float


@dataclass(frozen=True, slots=True)
class Settings:
    """What a session would go by that starts now.

    `directory` holds the memory files, `projects` those of the projects. `limits` are by target, all projects under
    `project`. `legacy` says that entries are put into the prompt; without it the model searches for them.
    """

    file: ConfigFile
    directory: Path
    projects: Path
    limits: Mapping[str, Limit]
    legacy: bool
    standing: bool
    recent: Recent
    overflow: str

    def limit(self, target: str) -> Limit:
        """The limit of a target by its name."""
        return self.limits[target.partition(":")[0]]


def load(home: Path, env: Environment) -> Settings:
    """The settings in force; a file with a problem counts as none, as for the agent."""
    file = read_config(home / CONFIG)
    said = file.mapping
    return Settings(
        file=file,
        directory=memory_directory(said.get("memoryDir"), home, env),
        projects=home / (projects_name(said.get("projectsMemoryDir"), home, env) or PROJECTS),
        limits=_limits(said),
        legacy=said.get("memoryMode") == LEGACY,
        standing=said.get("standingInstructionsEnabled") is not False,
        recent=Recent(
            said.get("failureInjectionEnabled") is not False,
            _number(said, "failureInjectionMaxAgeDays", 7),
            _number(said, "failureInjectionMaxEntries", 5),
        ),
        overflow=_overflow(said),
    )


def memory_directory(value: Any, home: Path, env: Environment) -> Path:
    """Where `memoryDir` leads; the old place and everything that is no place mean the default one."""
    if not isinstance(value, str) or not trim(value):
        return home / DIRECTORY
    place = Path(os.path.normpath(home / expanded(trim(value), env)))
    return home / DIRECTORY if place == home / OLD_DIRECTORY else place


def projects_name(value: Any, home: Path, env: Environment) -> str | None:
    """The name that `projectsMemoryDir` gives the directory of projects; None when the agent ignores it.

    It must be one directory in the home itself.
    """
    if not isinstance(value, str) or not trim(value):
        return None
    name = expanded(trim(value), env)
    if name.startswith("/"):
        name = os.path.relpath(os.path.normpath(name), home)
        if name.startswith(".."):
            return None
    name = os.path.normpath(name).strip("/\\")
    parts = [part for part in name.replace("\\", "/").split("/") if part]
    return name if len(parts) == 1 and parts[0] not in (".", "..") else None


def expanded(path: str, env: Environment) -> str:
    """The path with the person's home in place of a `~` at its beginning."""
    if path == "~":
        return str(env.user_home)
    return str(env.user_home / path[2:]) if path.startswith(("~/", "~\\")) else path


def is_number(value: Any) -> bool:
    """Whether a value of the configuration is a number to JavaScript: true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(said: Mapping[str, Any], key: str, default: float) -> float:
    value = said.get(key)
    return float(value) if value is not None and is_number(value) else default


def _limits(said: Mapping[str, Any]) -> dict[str, Limit]:
    raw = {target: _number(said, key, DEFAULT_LIMIT) for target, key in LIMITS.items()}
    sources = {target: "config" if is_number(said.get(key)) else "default" for target, key in LIMITS.items()}
    limits = {target: _limit(raw[target], sources[target]) for target in LIMITS}
    failures = _limit(raw["memory"] * 2, sources["memory"])
    return limits | {"failures": failures, "standing": Limit(STANDING_UNITS, "agent")}


def _limit(raw: float, source: str) -> Limit:
    """A total of whole units is over a fraction exactly when it is over the whole number below it."""
    value = math.floor(raw) if math.isfinite(raw) else int(math.copysign(sys.maxsize, raw))
    return Limit(value, source, None if value == raw else raw)


def _overflow(said: Mapping[str, Any]) -> str:
    """What Pi does when an entry does not fit: the old switch counts only where the new setting is absent."""
    strategy = said.get("memoryOverflowStrategy")
    if strategy in OVERFLOWS:
        return str(strategy)
    return "reject" if said.get("autoConsolidate") is False else OVERFLOWS[0]
