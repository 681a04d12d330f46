"""Which limits and switches are in force in a home: defaults, under its config.yaml, under the administrator's.

Follows hermes-agent 0.19.0: hermes_cli/config.py (`_load_config_impl`, `_deep_merge`, `_expand_env_vars`),
hermes_cli/managed_scope.py, tools/memory_tool.py (`load_on_disk_store`), and agent/agent_init.py for a session.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.yaml_file import YamlFile, read_yaml

DEFAULTS: Mapping[str, Any] = {
    "memory_enabled": True,
    "user_profile_enabled": True,
    "memory_char_limit": 2200,
    "user_char_limit": 1375,
    "nudge_interval": 10,
}
LIMITS = {"memory": "memory_char_limit", "user": "user_char_limit"}
SWITCHES = {"memory": "memory_enabled", "user": "user_profile_enabled"}

UNUSABLE_AGENT = "agent: in config.yaml is not a mapping, and the whole configuration fails on it"

_REFERENCE = re.compile(r"\$\{([^}]+)\}")
_YES = frozenset({"1", "true", "yes", "on"})


@dataclass(frozen=True, slots=True)
class Limit:
    """Code points a target may hold, and where that comes from: `default`, `profile` or `managed`.

    `raw` is the value as configured. A session divides by it and prints it, and fails on it when it is no number.
    """

    value: int
    source: str
    raw: Any

    @property
    def usable(self) -> bool:
        """Whether a session can calculate with it and print it."""
        return isinstance(self.raw, float) or (isinstance(self.raw, int) and printable(self.raw))

    @property
    def exact(self) -> float | None:
        """With what a session calculates, where that is not `value`: a fraction, or a good limit beside a bad one."""
        return self.raw if self.usable and (self.value != self.raw or isinstance(self.raw, float)) else None


@dataclass(frozen=True, slots=True)
class Fault:
    """Why every session starts without any memory, as a clause, and the file that must be mended."""

    reason: str
    file: Path


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """Limits and switches by target, and what they were made from.

    `section` is the merged value of `memory`, `files` are the home's file and the administrator's.
    """

    limits: Mapping[str, Limit]
    enabled: Mapping[str, bool]
    section: Any
    files: tuple[YamlFile, YamlFile]
    fault: Fault | None = None

    def file_of(self, key: str) -> YamlFile:
        """The file that has the last word on a key of the section; the home's when neither names it."""
        return _naming(key, self.files) or self.files[0]

    def spelled(self, key: str) -> Any:
        """The value of a key as that file has it, variables not replaced; the default when neither file names it."""
        file = _naming(key, self.files)
        return file.mapping["memory"][key] if file else DEFAULTS[key]


def load(home: Path, env: Environment, *, late: bool = False) -> MemorySettings:
    """The settings with which a session in `home` would start now; `late` reads switches as later releases do."""
    files = (_sound(read_yaml(home / "config.yaml", "profile")), read_yaml(managed(env) / "config.yaml", "managed"))
    loads = _convertible(files[0].mapping.get("agent"))
    in_force = files if loads else ()
    section = _section(in_force, env)
    return MemorySettings(
        limits=_limits(section, in_force),
        enabled={target: switched_on(section, key, late=late) for target, key in SWITCHES.items()},
        section=section,
        files=files,
        fault=_fault(section, files) if loads else Fault(UNUSABLE_AGENT, files[0].path),
    )


def managed(env: Environment) -> Path:
    """The administrator's directory: that of HERMES_MANAGED_DIR if set, and then no other, else /etc/hermes."""
    return env.cwd / (env.value("HERMES_MANAGED_DIR") or "/etc/hermes")


def _sound(profile: YamlFile) -> YamlFile:
    """The agent moves `max_turns` below `agent` while it reads, and drops the whole file when that is no mapping."""
    if "max_turns" in profile.mapping and not _convertible(profile.mapping.get("agent")):
        return replace(profile, mapping={}, problem="agent: is not a mapping")
    return profile


def _convertible(value: Any) -> bool:
    try:
        dict(value or {})
    except (TypeError, ValueError):
        return False
    return True


def _section(files: Iterable[YamlFile], env: Environment) -> Any:
    """The value of `memory` with both files laid over the defaults: a mapping, unless one of them says otherwise."""
    section: Any = dict(DEFAULTS)
    for file in files:
        if "memory" in file.mapping:
            section = _laid_over(section, _expanded(file.mapping["memory"], env))
    return section


def _laid_over(section: Any, value: Any) -> Any:
    if isinstance(section, dict) and isinstance(value, dict):
        return section | value
    return section if isinstance(section, dict) and value is None else value


def _expanded(value: Any, env: Environment) -> Any:
    """`${NAME}` in texts is replaced from the environment, and left as it is when the variable is not set."""
    if isinstance(value, str):
        return _REFERENCE.sub(lambda hit: env.environ.get(hit[1], hit[0]), value)
    if isinstance(value, dict):
        return {key: _expanded(item, env) if isinstance(item, str) else item for key, item in value.items()}
    return value


def _limits(section: Any, files: Iterable[YamlFile]) -> dict[str, Limit]:
    """As `load_on_disk_store`: one after the other, and from the first that is no number on the defaults."""
    values = section if isinstance(section, dict) else {}
    limits: dict[str, Limit] = {}
    good = True
    for target, key in LIMITS.items():
        raw = values.get(key, DEFAULTS[key])
        whole = _whole(raw) if good else None
        good = whole is not None
        file = _naming(key, files)
        source = file.source if file and good else "default"
        limits[target] = Limit(DEFAULTS[key] if whole is None else whole, source, raw)
    return limits


def _whole(raw: Any) -> int | None:
    try:
        whole = int(raw)
    except (TypeError, ValueError, OverflowError):
        return None
    return whole if printable(whole) else None


def printable(number: int) -> bool:
    """Whether Python writes the number out: it refuses more digits, and so the agent fails when it prints its limit."""
    return number.bit_length() < 14_000 or abs(number) < 10**4300  # The power alone costs more than all the rest.


def _naming(key: str, files: Iterable[YamlFile]) -> YamlFile | None:
    """The last of the files that has `key` below `memory`."""
    sections = ((file, file.mapping.get("memory")) for file in files)
    return next((f for f, section in [*sections][::-1] if isinstance(section, dict) and key in section), None)


def switched_on(section: Any, key: str, *, late: bool) -> bool:
    """Whether a switch is on.

    0.19.0 takes any text for yes, be it "off", and null for no; later releases read the text, and null as the default.
    """
    value = section.get(key, False) if isinstance(section, dict) else False
    if not late:
        return bool(value)
    if isinstance(value, str):
        return value.strip().lower() in _YES
    return bool(DEFAULTS[key] if value is None else value)


def _fault(section: Any, files: tuple[YamlFile, YamlFile]) -> Fault | None:
    if not isinstance(section, dict):
        last = [file for file in files if "memory" in file.mapping][-1]
        return Fault(f"memory: in {last.path.name} is not a mapping", last.path)
    interval = "nudge_interval"
    if _whole(section.get(interval, DEFAULTS[interval])) is None:
        return Fault(f"memory.{interval} is not a number", (_naming(interval, files) or files[0]).path)
    return None
