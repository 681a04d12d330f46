"""One item of an agent's memory, and the name by which a person points at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from hermes_mem.model.finding import Finding, Severity

ID_LENGTH = 8
"""Hex digits of an entry id, before a clash makes it longer."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as its agent reads it.

    `size` is in the unit of the target's budget, without the delimiter. `category`, dates and `project` are None where
    the layout keeps none. `copy_of` is the id of the first entry with the very same text in this target. `blanked` are
    the agent's ids of the patterns for which it shows a placeholder in the prompt instead of the text. `raw` is what
    stands in the file for it, where that is more than the text. `left_out` says that a cap of the agent's own keeps it
    out of the prompt, although its target is shown there.
    """

    id: str
    text: str
    size: int
    findings: tuple[Finding, ...] = ()
    created: date | None = None
    last: date | None = None
    category: str | None = None
    project: str | None = None
    copy_of: str | None = None
    blanked: tuple[str, ...] = ()
    raw: str | None = None
    left_out: bool = False

    @property
    def spelled(self) -> str:
        """What stands in the file for it: what makes two entries the same one to the agent."""
        return self.text if self.raw is None else self.raw

    @property
    def severity(self) -> Severity | None:
        """The highest severity among the findings, None when there are none."""
        return max((f.severity for f in self.findings), key=lambda s: s.rank, default=None)

    @property
    def secrets(self) -> tuple[tuple[int, int], ...]:
        """Spans of the text that must be masked, in code points."""
        return tuple(f.span for f in self.findings if f.secret and f.span)


@lru_cache(maxsize=4096)
def _digest(parts: str) -> str:
    """A store is read again and again, and nearly all of its texts are those of before."""
    from hashlib import sha256

    return sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Identity:
    """What an entry id is computed from."""

    target: str
    text: str
    project: str | None = None

    @property
    def digest(self) -> str:
        """All 64 hex digits over target, project and visible text."""
        return _digest("\0".join((self.target, self.project or "", self.text)))


def assign_ids(identities: Iterable[Identity]) -> list[str]:
    """An id for each, in order: 8 hex digits, longer where different texts clash, `~2`, `~3` behind exact copies.

    No history is needed, so reading writes nothing. All identities of one store go in together.
    """
    digests = [identity.digest for identity in identities]
    lengths = _distinct_lengths(set(digests))
    seen: Counter[str] = Counter()
    ids = []
    for digest in digests:
        seen[digest] += 1
        copy = f"~{seen[digest]}" if seen[digest] > 1 else ""
        ids.append(digest[: lengths[digest]] + copy)
    return ids


def _distinct_lengths(digests: set[str]) -> dict[str, int]:
    """For each digest the shortest length of at least ID_LENGTH at which no other digest begins like it."""
    lengths: dict[str, int] = {}
    pending, length = digests, ID_LENGTH
    while pending:
        begins = Counter(digest[:length] for digest in pending)
        alone = {digest for digest in pending if begins[digest[:length]] == 1}
        lengths |= dict.fromkeys(alone, length)
        pending, length = pending - alone, length + 1
    return lengths
