"""What is odd about the configuration of a home, and what the agent makes of it (hermes-agent 0.19.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hermes_mem.layouts.hermes.settings import LIMITS, SWITCHES, Limit, MemorySettings, switched_on
from hermes_mem.layouts.hermes.yaml_file import YamlFile
from hermes_mem.model.finding import Finding, Severity

NO_MEMORY = "New sessions have no memory at all, neither MEMORY nor USER, and Hermes does not say so."


def config_findings(settings: MemorySettings) -> tuple[Finding, ...]:
    """Findings on the two configuration files, each with the file it is about."""
    profile, managed = settings.files
    return (
        *_unusable(profile, "Hermes runs with its defaults: every setting in this file is ignored until it is mended."),
        *_unusable(managed, "The administrator's settings are not in force until it is mended."),
        *_odd(settings),
    )


def _unusable(file: YamlFile, effect: str) -> Iterator[Finding]:
    if file.problem:
        message = f"{file.path.name} cannot be used: {file.problem}."
        yield Finding("config.unreadable", Severity.WARNING, message, effect, file=str(file.path))


def _odd(settings: MemorySettings) -> Iterator[Finding]:
    if fault := settings.fault:
        yield Finding("config.no-memory", Severity.BLOCKING, f"{fault.reason}.", NO_MEMORY, file=str(fault.file))
    for target, limit in settings.limits.items():
        place = str(settings.file_of(LIMITS[target]).path)
        yield from (replace(finding, file=place, target=target) for finding in _odd_limit(target, limit))
    for target, key in SWITCHES.items():
        place = str(settings.file_of(key).path)
        yield from (replace(finding, file=place, target=target) for finding in _odd_switch(key, settings.section))


def _odd_limit(target: str, limit: Limit) -> Iterator[Finding]:
    name = f"memory.{LIMITS[target]} is {_shown(limit.raw)}"
    if not limit.usable:
        unless = ", unless the .env of this home sets that variable" if "${" in str(limit.raw) else ""
        effect = f"As soon as it holds an entry{unless}: {NO_MEMORY} Approved writes are held against {limit.value:,}."
        yield Finding("config.limit", Severity.BLOCKING, f"{name}, not a number.", effect)
    elif limit.value != limit.raw or isinstance(limit.raw, bool):
        effect = f"Hermes counts with {limit.value:,}; a session shows its own figure."
        yield Finding("config.limit", Severity.WARNING, f"{name}, not a whole number.", effect)
    elif limit.value <= 0:
        effect = "Hermes cannot add anything here, and shows 0% whatever is in it."
        yield Finding("config.limit", Severity.WARNING, f"{name}.", effect)


def _odd_switch(key: str, section: Any) -> Iterator[Finding]:
    now, later = (switched_on(section, key, late=late) for late in (False, True))
    if now != later:
        message = f"memory.{key} is {_shown(section[key])}, which is neither true nor false."
        effect = f"Hermes 0.19 takes it for {_word(now)}, later releases for {_word(later)}."
        yield Finding("config.switch", Severity.WARNING, message, effect)


def _shown(value: object) -> str:
    """A value as YAML would have it, cut when it is long."""
    if isinstance(value, bool):
        return str(value).lower()
    return "empty" if value is None else repr(value)[:40]


def _word(on: bool) -> str:
    return "on" if on else "off"
