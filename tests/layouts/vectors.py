"""Memory files as bytes, and what hermes-agent 0.19.0 makes of them at the default limit of MEMORY (2,200)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

_CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/corpus_cases.json").read_text("utf-8"))
CORPUS = [case for case in _CASES if "lens" in case["hermes"]]
"""The memory files among the shapes that people have; `hermes` is what the agent's own code answered."""

FAMILY = "\U0001f468‍\U0001f469‍\U0001f467"
HEADED = "# Memory\n\n## A\n- fact one\n- fact two"


class Vector(NamedTuple):
    """`chars` counts code points of the entries without copies, delimiters included."""

    raw: bytes
    entries: list[str]
    chars: int
    drift: bool


def _vector(text: str, entries: list[str], chars: int, drift: bool = False) -> Vector:
    return Vector(text.encode(), entries, chars, drift)


GOLDEN = {
    "clean": _vector("a\n§\nb", ["a", "b"], 5),
    "final newline": _vector("a\n§\nb\n", ["a", "b"], 5),
    "blank outer edges": _vector("\n\n a\n§\nb \n\n", ["a", "b"], 5),
    "CRLF": _vector("a\r\n§\r\nb\r\n", ["a", "b"], 5),
    "lone CR": _vector("a\r§\rb", ["a", "b"], 5),
    "blank lines round the delimiter": _vector("a\n\n§\n\nb", ["a", "b"], 5, drift=True),
    "a space before the delimiter": _vector("a \n§\nb", ["a", "b"], 5, drift=True),
    "a space in the delimiter line": _vector("a\n§ \nb", ["a\n§ \nb"], 6),
    "ends with a delimiter": _vector("a\n§\n", ["a"], 1, drift=True),
    "begins with a delimiter": _vector("\n§\na", ["a"], 1, drift=True),
    "begins with a delimiter line": _vector("§\na\n§\nb", ["§\na", "b"], 7),
    "doubled delimiter": _vector("a\n§\n§\nb", ["a", "§\nb"], 7),
    "a blank line between two delimiters": _vector("a\n§\n\n§\nb", ["a", "b"], 5, drift=True),
    "§ within a line": _vector("see § 4.2 of spec\n§\nb", ["see § 4.2 of spec", "b"], 21),
    "an exact copy": _vector("a\n§\na\n§\nb", ["a", "a", "b"], 5),
    "BOM": _vector("\ufeffa\n§\nb", ["\ufeffa", "b"], 6),
    "NBSP at the edges": _vector("\xa0a\xa0\n§\nb", ["a", "b"], 5, drift=True),
    "nothing": _vector("", [], 0),
    "only blanks": _vector(" \n\t\xa0\n", [], 0),
    "one over the limit": _vector("x" * 2201, ["x" * 2201], 2201, drift=True),
    "at the limit": _vector("x" * 2200, ["x" * 2200], 2200),
    "over as a whole": _vector("x" * 1500 + "\n§\n" + "y" * 1500, ["x" * 1500, "y" * 1500], 3003),
    "67 percent": _vector("x" * 1474, ["x" * 1474], 1474),
    "99 percent": _vector("x" * 2199, ["x" * 2199], 2199),
    "a family": _vector(f"{FAMILY}\n§\nb", [FAMILY, "b"], 9),
    "plain Markdown": _vector(HEADED, [HEADED], 36),
    "NUL": _vector("a\0b\n§\nc", ["a\0b", "c"], 7),
}
LATIN_1 = b"caf\xe9\n\xc2\xa7\nb"
