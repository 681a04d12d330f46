"""What a guard looks for, as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from hermes_mem.model.finding import Finding, Severity

SCAN_LIMIT = 65_536
"""How many code points of an entry the agents' rules read (hermes-agent 0.19.0 tools/threat_patterns.py)."""

HERMES, PI = frozenset({"hermes"}), frozenset({"pi"})
NOBODY: frozenset[str] = frozenset()

Test = Callable[[re.Match[str]], bool]


class Rule(NamedTuple):
    """One pattern with what it means.

    `agents` act on a hit by themselves, the way `effect` says, and call the rule `agent_id`. `needs` are lower-case
    words of which a text has at least one wherever the pattern hits: most rules are done with after looking for those.
    Patterns are kept as text and compiled when they are first needed. `eased` and `graver` are looked for around a hit
    and make it information, or blocking. `holds` has the last word on a hit. A group named `secret` narrows the span.
    """

    id: str
    pattern: str
    meaning: str
    effect: str
    agents: frozenset[str] = NOBODY
    severity: Severity = Severity.WARNING
    agent_id: str = ""
    needs: tuple[str, ...] = ()
    flags: re.RegexFlag = re.IGNORECASE
    eased: str = ""
    graver: str = ""
    secret: bool = False
    holds: Test | None = None
    fix: str | None = None

    def may_hit(self, lowered: str) -> bool:
        """False only when the pattern cannot hit a text of which this is the lower-case form."""
        return not self.needs or any(need in lowered for need in self.needs)

    def hits(self, text: str) -> Iterator[re.Match[str]]:
        """Every hit, in the order of the text. A value that is no secret may hide the name of one: it is read again."""
        regex = compiled(self.pattern, self.flags)
        found = regex.search(text)
        while found:
            held = self.holds is None or self.holds(found)
            if held:
                yield found
            again = self.secret and not held
            found = regex.search(text, max(found.start("secret") if again else found.end(), found.start() + 1))

    def weigh(self, text: str, start: int, end: int) -> Severity:
        """How grave a hit at this span is, judged by the line around it."""
        if self.eased and _around(self.eased, text, start, end):
            return Severity.INFO
        if self.graver and _around(self.graver, text, start, end):
            return Severity.BLOCKING
        return self.severity


NEIGHBOURHOOD = 240
"""How many code points on either side of a hit its severity is judged by."""

compiled = cache(re.compile)


def lowered(text: str) -> str:
    """`text` for Rule.may_hit(): also those two letters that case-insensitive patterns take for an `i`."""
    return text.lower() if text.isascii() else text.lower().replace("i\u0307", "i").replace("ı", "i")


def _around(pattern: str, text: str, start: int, end: int) -> bool:
    """Whether `pattern` has a match on the lines of the span that touches the span."""
    begin = max(text.rfind("\n", 0, start) + 1, start - NEIGHBOURHOOD)
    stop = text.find("\n", end)
    stop = min(len(text) if stop < 0 else stop, end + NEIGHBOURHOOD)
    regex = compiled(pattern, re.IGNORECASE)
    return any(near.start() < end and near.end() > start for near in regex.finditer(text, begin, stop))


class Hit(NamedTuple):
    """Where a rule hit, in code points of the original text, and how grave that is; its own words go first."""

    rule: Rule
    start: int
    end: int
    severity: Severity
    message: str = ""
    effect: str = ""

    @property
    def span(self) -> tuple[int, int]:
        """Start and end."""
        return self.start, self.end

    def moved(self, by: int) -> Hit:
        """The same so many characters later."""
        return self._replace(start=self.start + by, end=self.end + by)

    def overlaps(self, other: Hit) -> bool:
        """Whether a character belongs to both."""
        return self.start < other.end and other.start < self.end

    def finding(self) -> Finding:
        """What the person is told."""
        rule = self.rule
        return Finding(
            rule=rule.id,
            severity=self.severity,
            message=self.message or rule.meaning,
            effect=self.effect or rule.effect,
            span=self.span,
            fix=rule.fix,
            secret=rule.secret,
        )
