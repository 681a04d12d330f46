"""Characters that the agents take for hidden: many of them are ordinary spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from hermes_mem.guards import hermes, pi
from hermes_mem.guards.rule import HERMES, PI, Hit, Rule, compiled
from hermes_mem.model.finding import Severity
from hermes_mem.model.late_pattern import LatePattern
from hermes_mem.model.text import natural_joiner

AGENT_ID = "invisible_unicode"
HERMES_SET = "\u200b-\u200d\u2060\u2062-\u2064\ufeff\u202a-\u202e\u2066-\u2069"
"""17 characters (hermes-agent 0.19.0 tools/threat_patterns.py), as the inside of a character class."""
PI_SET = "\u200b-\u200d\u2060\ufeff\u202a-\u202e"
"""10 characters (pi-hermes-memory, src/store/content-scanner.ts)."""

_MEANING = "Hidden characters"
_OVERRIDES = frozenset("\u202d\u202e")
_MANY = 4
_NO_SPACES = LatePattern("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df]").match
_MARKS = LatePattern("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]").match

HERMES_RULE = Rule(f"hermes.{AGENT_ID}", f"[{HERMES_SET}]+", _MEANING, hermes.EFFECT, HERMES, agent_id=AGENT_ID)
PI_RULE = Rule(f"pi.{AGENT_ID}", f"[{PI_SET}]+", _MEANING, pi.EFFECT, PI, agent_id=AGENT_ID)


def code_points(text: str) -> list[int]:
    """Those of Hermes' set that occur in `text`, ascending."""
    return sorted({ord(char) for run in compiled(HERMES_RULE.pattern, HERMES_RULE.flags).findall(text) for char in run})


def hits(rule: Rule, text: str) -> Iterator[Hit]:
    """A hit for every run of hidden characters, and one for each kind that is only ordinary spelling.

    That one has the first place, with the letters or emoji that it ties together, and says how many there are.
    """
    natural: dict[str, list[int]] = {}
    for run in rule.hits(text):
        if len(run[0]) == 1 and _natural(text, run.start()):
            natural.setdefault(run[0], []).append(run.start())
        else:
            yield Hit(rule, *run.span(), _severity(run[0]), f"{rule.meaning}: {_names(run[0])}.")
    for char, places in natural.items():
        yield Hit(rule, *_cluster(text, places[0]), Severity.INFO, _ordinary(char, len(places)))


def _ordinary(char: str, times: int) -> str:
    often = "once" if times == 1 else f"{times} times"
    return f"{_names(char)}, {often}, where the emoji or the script needs it."


def _natural(text: str, at: int) -> bool:
    """Joiners that belong, and zero-width spaces between the words of scripts that are written without spaces."""
    if text[at] == "\u200b":
        return bool(_NO_SPACES(text[at - 1 : at]) and _NO_SPACES(text[at + 1 : at + 2]))
    return natural_joiner(text, at)


def _severity(run: str) -> Severity:
    """Overrides turn the text around, a long run carries something: nobody types either."""
    return Severity.BLOCKING if _OVERRIDES & set(run) or len(run) >= _MANY else Severity.WARNING


def _names(run: str) -> str:
    """`U+200B ZERO WIDTH SPACE, U+2060 WORD JOINER`, each once."""
    return ", ".join(f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip() for char in dict.fromkeys(run))


def _cluster(text: str, at: int) -> tuple[int, int]:
    """The span of a joiner together with the characters that it joins, their marks and skin tones."""
    start, end = at - 1, at + 2
    while start > 0 and _rides(text[start]):
        start -= 1
    while end < len(text) and _rides(text[end]):
        end += 1
    return max(0, start), min(len(text), end)


def _rides(char: str) -> bool:
    return bool(_MARKS(char)) or unicodedata.category(char).startswith("M")
