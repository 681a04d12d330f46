"""STANDING.md: one rule a line, in every prompt (pi-hermes-memory 0.9.6 src/store/standing-instructions.ts)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from hermes_mem.layouts.pi.format import UNIT
from hermes_mem.layouts.pi.settings import STANDING_UNITS
from hermes_mem.model.javascript import SPACE, trim

MOST = 20
"""How many rules reach the prompt."""

_BULLET = re.compile(rf"{SPACE}*+[-*]{SPACE}+")
_RUN = re.compile(f"{SPACE}+")


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule, and the line of the file it stands in, counted from 0.

    `copy_of` is the place, among all rules, of an earlier one that differs in the case of letters at most; Pi drops
    this one then.
    """

    text: str
    line: int
    copy_of: int | None = None


def rules(text: str) -> list[Rule]:
    """The rules of a file in order; blank lines and comments are none."""
    found: list[Rule] = []
    first: dict[str, int] = {}
    for number, line in enumerate(text.split("\n")):
        rule = normal(line)
        if rule and not rule.startswith("#"):
            found.append(Rule(rule, number, first.get(rule.lower())))
            first.setdefault(rule.lower(), len(found) - 1)
    return found


def normal(line: str) -> str:
    """A line as a rule: without its bullet, white space made single."""
    bullet = _BULLET.match(line)
    return trim(_RUN.sub(" ", line[bullet.end() :] if bullet else line))


def distinct(texts: Iterable[str]) -> list[str]:
    """The rules that Pi keeps: of those that differ in the case of letters at most, the first."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(text.lower(), text)
    return list(kept.values())


def injected(texts: Sequence[str]) -> int:
    """How many rules, from the first on, reach the prompt: the count stops at the first that does not fit.

    Each costs its units and one more, so that a file which Pi accepted at exactly the cap loses its last rule.
    """
    used = 0
    for count, text in enumerate(texts):
        used += UNIT.size(text) + 1
        if count == MOST or used > STANDING_UNITS:
            return count
    return len(texts)


def relaid(text: str, texts: Sequence[str]) -> str:
    """The file with these rules in it: comments, blank lines and the lines of rules that stay are kept.

    A rule that comes takes the place and the bullet of one that goes, else it stands below the one before it. The file
    ends with a line end, as Pi ends it.
    """
    lines = text.removesuffix("\n").split("\n") if text else []
    found = rules("\n".join(lines))
    places = [rule.line for rule in found]
    instead = {place: [lines[place]] for place in places}
    above_all: list[str] = []
    matcher = SequenceMatcher(None, [rule.text for rule in found], texts, autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind == "equal":
            continue
        came = deque(texts[begin:stop])
        for place in places[start:end]:
            instead[place] = [_line(lines[place], came.popleft())] if came else []
        below = instead[places[end - 1]] if end else above_all
        below += [_line(lines[places[end - 1]] if end else "", text) for text in came]
    first = places[0] if places else len(lines)
    laid = [*lines[:first], *above_all]
    for number, line in enumerate(lines[first:], first):
        laid += instead.get(number, [line])
    return "".join(f"{line}\n" for line in laid)


def _line(like: str, text: str) -> str:
    """The line of a rule, with the bullet of another line; with one of its own where it would lose its first sign."""
    bullet = _BULLET.match(like)
    line = (bullet[0] if bullet else "") + text
    return line if normal(line) == text else f"- {text}"
