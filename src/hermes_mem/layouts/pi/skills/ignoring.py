"""What Pi passes over in a root of skills because an ignore file names it (dist/core/skills.js `addIgnoreRules`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.reading import Present, read_bytes

FILES = (".gitignore", ".ignore", ".fdignore")


class Rule(NamedTuple):
    """One line of an ignore file: paths below the root that it names, and whether it takes them in again."""

    pattern: re.Pattern[str]
    only_directories: bool
    back: bool


def rules_in(directory: Path, prefix: str, names: set[str]) -> Iterator[Rule]:
    """The rules that lie in a directory with these names, for paths that begin with `prefix`, in the agent's order."""
    for name in FILES:
        if name in names and isinstance(reading := read_bytes(directory / name), Present):
            for line in reading.raw.decode("utf-8", "replace").splitlines():
                if rule := _rule(line, prefix):
                    yield rule


def is_ignored(path: str, directory: bool, rules: list[Rule]) -> bool:
    """Whether the last rule that names this path below the root leaves it out. Those above it were asked before."""
    found = (rule for rule in reversed(rules) if (directory or not rule.only_directories) and rule.pattern.match(path))
    last = next(found, None)
    return last is not None and not last.back


def _rule(line: str, prefix: str) -> Rule | None:
    """The line as git understands it; in the root Pi takes off the `/` that would have tied it there."""
    if not line.strip() or line.lstrip().startswith("#"):
        return None
    text = line.rstrip()
    back = text.startswith("!")
    text = text[1:] if back or text.startswith("\\!") else text
    text = prefix + text.removeprefix("/")
    only_directories, text = text.endswith("/"), text.rstrip("/")
    anywhere = "" if "/" in text else "(?:.*/)?"
    try:
        return Rule(re.compile(anywhere + _translated(text) + r"\Z", re.IGNORECASE), only_directories, back)
    except re.error:
        return None  # such a class of characters names nothing in git either


def _translated(text: str) -> str:
    pieces = re.findall(r"/\*\*$|\*\*/|/\*\*/|\*+|\?|\[[^\]]+\]|\\.|[^*?\[\\]+|.", text, re.DOTALL)
    return "".join(map(_piece, pieces))


def _piece(piece: str) -> str:
    if piece == "**/":
        return "(?:.*/)?"
    if piece == "/**":
        return "/.*"
    if piece == "?":
        return "[^/]"
    if piece.startswith("*"):
        return "[^/]*"
    if piece.startswith("[") and len(piece) > 2:
        return "[" + ("^" + piece[2:] if piece[1] == "!" else piece[1:])
    return re.escape(piece[1:] if piece.startswith("\\") and len(piece) == 2 else piece)
