"""What is odd about the configuration of a home, and what the agent makes of it (hermes-agent 0.19.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hermes_mem.guards import without_secrets
from hermes_mem.layouts.hermes.settings import LIMITS, SWITCHES, Limit, MemorySettings, printable, switched_on
from hermes_mem.layouts.hermes.yaml_file import YamlFile
from hermes_mem.model.finding import Finding, Severity

SPARED = "Hermes opens it all the same; hermes-mem goes by what would hold without this file."
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
        effect = SPARED if file.spared else effect
        yield Finding("config.unreadable", Severity.WARNING, message, effect, file=str(file.path))


def _odd(settings: MemorySettings) -> Iterator[Finding]:
    if fault := settings.fault:
        yield Finding("config.no-memory", Severity.BLOCKING, f"{fault.reason}.", NO_MEMORY, file=str(fault.file))
    for target, key in LIMITS.items():
        yield from _placed(_odd_limit(_said(settings, key), settings.limits[target]), settings, target, key)
    for target, key in SWITCHES.items():
        yield from _placed(_odd_switch(_said(settings, key), settings.section, key), settings, target, key)


def _placed(found: Iterator[Finding], settings: MemorySettings, target: str, key: str) -> Iterator[Finding]:
    file = str(settings.file_of(key).path)
    return (replace(finding, file=file, target=target) for finding in found)


def _odd_limit(said: str, limit: Limit) -> Iterator[Finding]:
    if not limit.usable:
        unless = ", unless the .env of this home sets that variable" if "${" in said else ""
        effect = f"As soon as it holds an entry{unless}: {NO_MEMORY} Approved writes are held against {limit.value:,}."
        yield Finding("config.limit", Severity.BLOCKING, f"{said}, not a number.", effect)
    elif isinstance(limit.raw, bool) or (isinstance(limit.raw, float) and limit.value != limit.raw):
        effect = f"Hermes counts with {limit.value:,}; a session shows its own figure."
        yield Finding("config.limit", Severity.WARNING, f"{said}, not a whole number.", effect)
    elif limit.value <= 0:
        effect = "Hermes cannot add anything here, and shows 0% whatever is in it."
        yield Finding("config.limit", Severity.WARNING, f"{said}.", effect)


def _odd_switch(said: str, section: Any, key: str) -> Iterator[Finding]:
    now, later = (switched_on(section, key, late=late) for late in (False, True))
    if now != later:
        effect = f"Hermes 0.19 takes it for {_word(now)}, later releases for {_word(later)}."
        yield Finding("config.switch", Severity.WARNING, f"{said}, which is neither true nor false.", effect)


def _said(settings: MemorySettings, key: str) -> str:
    """`memory.KEY is VALUE`, as the file has it: a variable is not replaced, a secret masked, a long value cut."""
    return f"memory.{key} is {_shown(settings.spelled(key))}"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return repr(without_secrets(value[:200]))[:40]
    if isinstance(value, int) and not printable(value):
        return "thousands of digits"
    known = {type(None): "empty", dict: "a mapping", list: "a list", set: "a set"}
    return known.get(type(value)) or repr(value)[:40]


def _word(on: bool) -> str:
    return "on" if on else "off"
