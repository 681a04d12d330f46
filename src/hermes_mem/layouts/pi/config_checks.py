"""What is odd about the configuration of a home of Pi, and what the agent makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.guards import without_secrets
from hermes_mem.layouts.pi.config_file import ConfigFile
from hermes_mem.layouts.pi.paths import DIRECTORY, PROJECTS
from hermes_mem.layouts.pi.settings import (
    DEFAULT_LIMIT,
    LEGACY,
    LIMITS,
    OVERFLOWS,
    POLICY,
    Settings,
    is_number,
    projects_name,
)
from hermes_mem.model.finding import Finding, Severity

SPARED = "Pi opens it all the same; hermes-mem goes by what would hold without this file."


def config_findings(settings: Settings, env: Environment) -> tuple[Finding, ...]:
    """Findings on the configuration file, each with the file it is about."""
    return (*_unusable(settings.file), *_odd(settings, env))


def _unusable(file: ConfigFile) -> Iterator[Finding]:
    if not file.problem:
        return
    effect = "Pi says nothing and runs with its defaults, every setting in this file ignored. "
    effect += "".join(f"It names {key} {value!r}, and Pi does not look there: " for key, value in file.named)
    effect += f"the memory is that in {DIRECTORY}/ and {PROJECTS}/ of this home."
    message = f"{file.path.name} cannot be used: {file.problem}."
    fix = "Mend the JSON: no comment, no comma after the last value, no byte order mark."
    yield Finding(
        "config.unreadable",
        Severity.WARNING,
        message,
        SPARED if file.spared else effect,
        file=str(file.path),
        fix=None if file.spared else fix,
    )


def _odd(settings: Settings, env: Environment) -> Iterator[Finding]:
    said, path = settings.file.mapping, str(settings.file.path)
    for key in LIMITS.values():
        if key in said and not is_number(said[key]):
            yield _ignored(path, key, said[key], f"is no number: Pi counts with {DEFAULT_LIMIT:,}")
        elif key in said and said[key] <= 0:
            yield _ignored(path, key, said[key], "leaves no room: Pi refuses to add anything there")
    if "projectsMemoryDir" in said and projects_name(said["projectsMemoryDir"], settings.file.path.parent, env) is None:
        why = f"is not the name of one directory in this home: Pi uses {PROJECTS}"
        yield _ignored(path, "projectsMemoryDir", said["projectsMemoryDir"], why)
    words = {"memoryMode": (POLICY, LEGACY), "memoryOverflowStrategy": OVERFLOWS}
    for key, known in words.items():
        if key in said and said[key] not in known:
            yield _ignored(path, key, said[key], f"is none of {', '.join(known)}: Pi uses {known[0]}")


def _ignored(file: str, key: str, value: Any, why: str) -> Finding:
    effect = "Pi does not say so."
    return Finding("config.value", Severity.WARNING, f"{key} {_shown(value)} {why}.", effect, file=file)


def _shown(value: Any) -> str:
    """The value as JSON has it, a secret masked and a long one cut."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return repr(without_secrets(value[:200]))[:40] if isinstance(value, str) else f"({type(value).__name__})"
