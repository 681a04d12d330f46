"""A TOML document as flat keys, and the line on which one of them stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from tomllib import TOMLDecodeError, loads
from typing import Any


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every value with its dotted name; an empty table counts as a value, so that an unknown one is noticed."""
    for name, value in table.items():
        if isinstance(value, dict) and value:
            yield from flat(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def line_of(text: str, key: str) -> int:
    """The line, from 1, on which a dotted key of a valid document is set: its own, else that of its table."""
    lines = list(enumerate(_names(text), 1))
    return max(lines, key=lambda line: (_shared(line[1], key), -line[0]), default=(1, ""))[0]


def _names(text: str) -> Iterator[str]:
    """For each line the dotted name that it sets or opens, "" for a line that does neither."""
    table = ""
    for line in text.split("\n"):
        if line.lstrip().startswith("["):
            table = _name(line)
            yield table
        else:
            own = _name(line.partition("=")[0] + "= 0") if "=" in line else ""
            yield f"{table}.{own}" if table and own else own


def _name(line: str) -> str:
    try:
        document = loads(line)
    except TOMLDecodeError:
        return ""
    return next((name for name, _ in flat(document)), "")


def _shared(name: str, key: str) -> int:
    """How much of `key` a line that sets `name` accounts for: nothing, unless one begins with the other."""
    related = f"{key}.".startswith(f"{name}.") or f"{name}.".startswith(f"{key}.")
    return len(name) if name and related else 0
