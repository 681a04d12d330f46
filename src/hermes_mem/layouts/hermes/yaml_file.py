"""Reading a config.yaml as the agent does, with a sentence about what stands in the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hermes_mem.disk.reading import Absent, Unreadable, read_bytes


@dataclass(frozen=True, slots=True)
class YamlFile:
    """A configuration file: the mapping in it, empty when there is none, and `problem`, why it cannot be used.

    A file that is absent or holds nothing has no problem.
    """

    path: Path
    mapping: dict[Any, Any] = field(default_factory=dict)
    problem: str | None = None


def read_yaml(path: Path) -> YamlFile:
    """The file at `path`. What makes the agent fall back to its defaults is a problem here; nothing is raised."""
    match read_bytes(path):
        case Absent():
            return YamlFile(path)
        case Unreadable(reason=reason):
            return YamlFile(path, problem=f"it cannot be read ({reason})")
        case present:
            return _parse(path, present.raw)


def _parse(path: Path, raw: bytes) -> YamlFile:
    try:
        document = _load(raw) or {}
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return YamlFile(path, problem=f"line {line}: it is not UTF-8")
    except Exception as error:  # noqa: BLE001 - the library raises far more than its own class (`!!bool maybe`: KeyError)
        return YamlFile(path, problem=_explain(error))
    if not isinstance(document, dict):
        return YamlFile(path, problem="it holds no mapping of keys to values")
    return YamlFile(path, document)


def _load(raw: bytes) -> Any:
    """The document, by the same library and loader as in hermes-agent 0.19.0 utils.py (YAML 1.1: `off` is false)."""
    import yaml  # noqa: PLC0415  slow to import, and a home without the file needs none

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    text = raw.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    return yaml.load(text, Loader=loader)  # noqa: S506 - both are safe loaders


def _explain(error: Exception) -> str:
    """The library's own words without its excerpt of the file: a configuration can hold secrets."""
    mark = getattr(error, "problem_mark", None)
    words = getattr(error, "problem", None) or getattr(error, "reason", None) or f"a value it cannot hold ({error})"
    return f"line {mark.line + 1}: {words}" if mark else str(words)
