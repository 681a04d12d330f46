"""What a check noticed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath


class Severity(StrEnum):
    """How much a finding asks of the person, rising."""

    INFO = "info"
    WARNING = "warning"
    BLOCKING = "blocking"

    @property
    def rank(self) -> int:
        """0 for information, 2 for what blocks: findings sort by it, highest first."""
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule met on a span of an entry's text, or on a file when `span` and `entry` are None.

    `span` is in code points of the entry's text, `effect` says what the agent does with it, `fix` is a command or a
    key. `secret` marks a span that must never be shown unless the person asks for it.
    """

    rule: str
    severity: Severity
    message: str
    effect: str
    span: tuple[int, int] | None = None
    target: str | None = None
    entry: str | None = None
    file: str | None = None
    fix: str | None = None
    secret: bool = False

    def fix_in(self, home: PurePath) -> str | None:
        """What mends it, each command of ours with the store at `home`, so that it works where there are several."""
        from shlex import quote

        return self.fix and self.fix.replace("`hermes-mem ", f"`hermes-mem --store {quote(str(home))} ")

    def command_in(self, home: PurePath) -> str | None:
        """The command alone, as a shell takes it: the first one that the fix quotes, else all of it."""
        fix = self.fix_in(home)
        return fix.split("`")[1] if fix and fix.count("`") > 1 else fix

    @property
    def fingerprint(self) -> str:
        """16 hex digits that stay the same while the rule, the place and the text stay the same.

        An entry's id stands for its text; of a file the message says how it is, so that a worse one asks again. What
        changes by itself, as an age does, belongs in `effect`.
        """
        from hashlib import sha256

        what = "" if self.entry else self.message
        place = "\0".join(str(part) for part in (self.rule, self.target, self.entry, self.file, self.span, what))
        return sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:16]
