"""Reading hermes-memory-config.json as the agent does, with a sentence about what stands in the way."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from hermes_mem.disk.reading import Absent, Cause, Present, Unreadable, read_bytes
from hermes_mem.guards import without_secrets

_NAMED = re.compile(r'"(memoryDir|projectsMemoryDir)"\s*:\s*"([^"\\]*)"')


@dataclass(frozen=True, slots=True)
class ConfigFile:
    """The mapping in the file, empty when there is none, and `problem`, why the agent falls back to its defaults.

    `named` are the places that a file with a problem seems to ask for, by key. `spared` says that only hermes-mem
    leaves it unread: the agent would open it.
    """

    path: Path
    mapping: dict[str, Any] = field(default_factory=dict)
    problem: str | None = None
    named: tuple[tuple[str, str], ...] = ()
    spared: bool = False


def read_config(path: Path) -> ConfigFile:
    """The file at `path`; a file that is absent has no problem. Nothing is raised."""
    match read_bytes(path):
        case Absent():
            return ConfigFile(path)
        case Unreadable(cause, reason):
            spared = cause in (Cause.SPECIAL, Cause.TOO_LARGE)
            return ConfigFile(path, problem=f"it cannot be read ({reason})", spared=spared)
        case Present(raw=raw):
            return _parsed(path, raw.decode("utf-8", "replace"))


def _parsed(path: Path, text: str) -> ConfigFile:
    """As `JSON.parse`: no comment, no comma too many, no byte order mark, no NaN; every number is a double."""
    try:
        document = json.loads(text, parse_int=float, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        named = tuple((key, without_secrets(value)) for key, value in _NAMED.findall(text))
        return ConfigFile(path, problem=_explain(error), named=named)
    if not isinstance(document, dict):
        return ConfigFile(path, problem="it holds no object of keys and values")
    return ConfigFile(path, document)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _explain(error: Exception) -> str:
    """The parser's own words with the place, and nothing of the file."""
    if isinstance(error, json.JSONDecodeError):
        return f"line {error.lineno}, column {error.colno}: {error.msg}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
