"""Telling by its command line whether a process is an agent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import PurePath

INTERPRETERS = ("python", "pypy", "node", "bun", "deno")


def arguments_behind(line: Sequence[str], programs: Collection[str], modules: Collection[str] = ()) -> list[str] | None:
    """The arguments behind the program or the module of Python that a command line starts; None for another one."""
    if not line:
        return None
    first = PurePath(line[0]).name
    if first in programs:
        return list(line[1:])
    if not first.startswith(INTERPRETERS):
        return None
    for position, word in enumerate(line[1:], 1):
        if word == "-m" and position + 1 < len(line):
            return list(line[position + 2 :]) if line[position + 1] in modules else None
        if not word.startswith("-"):
            return list(line[position + 1 :]) if PurePath(word).name in programs else None
    return None
