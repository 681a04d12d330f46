"""Reading a config.yaml as the agent does, with a sentence about what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hermes_mem.disk.reading import Absent, Cause, Present, Unreadable, read_bytes
from hermes_mem.guards import without_secrets


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A configuration file: the mapping in it, empty when there is none, and `problem`, why it cannot be used.

    `source` is the word for it in JSON. A file that is absent or holds nothing has no problem. `spared` says that only
    hermes-mem leaves it unread: the agent would open it.
    """

    path: Path
    source: str
    mapping: dict[Any, Any] = field(default_factory=dict)
    problem: str | None = None
    spared: bool = False


def read_yaml(path: Path, source: str) -> YamlFile:
    """The file at `path`. What makes the agent fall back to its defaults is a problem here; nothing is raised."""
    match read_bytes(path):
        case Absent():
            return YamlFile(path, source)
        case Unreadable(cause, reason):
            spared = cause in (Cause.SPECIAL, Cause.TOO_LARGE)
            return YamlFile(path, source, problem=f"it cannot be read ({reason})", spared=spared)
        case Present(raw=raw):
            document, problem = _parsed(raw)
            return YamlFile(path, source, document, problem)


def _parsed(raw: bytes) -> tuple[dict[Any, Any], str | None]:
    try:
        document = _load(raw) or {}
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return {}, f"line {line}: it is not UTF-8"
    except Exception as error:  # noqa: BLE001 - the library raises far more than its own class (`!!bool maybe`: KeyError)
        return {}, _explain(error)
    return (document, None) if isinstance(document, dict) else ({}, "it holds no mapping of keys to values")


def _load(raw: bytes) -> Any:
    """The document, by the same library and loader as in hermes-agent 0.19.0 utils.py (YAML 1.1: `off` is false)."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    return yaml.load(text, Loader=loader)  # noqa: S506 - both are safe loaders


def _explain(error: Exception) -> str:
    """The library's own words without its excerpt of the file, and masked: a configuration can hold secrets."""
    mark = getattr(error, "problem_mark", None)
    words = getattr(error, "problem", None) or getattr(error, "reason", None)
    if not words:
        return f"a value in it does not fit its type ({type(error).__name__})"
    told = without_secrets(words)
    return f"line {mark.line + 1}: {told}" if mark else told
