"""Texts put together for a prompt, with the places of their secrets; and what both agents write above a memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Span = tuple[int, int]

RULE = "═" * 46
TITLES = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}


@dataclass(frozen=True, slots=True)
class Passage:
    """A text and the spans in it that must be masked, in code points."""

    text: str
    secrets: tuple[Span, ...] = ()

    def within(self, before: str, behind: str = "") -> Passage:
        """The passage with a text on either side."""
        by = len(before)
        moved = tuple((start + by, end + by) for start, end in self.secrets)
        return Passage(before + self.text + behind, moved)

    @classmethod
    def joined(cls, passages: Iterable[Passage], between: str) -> Passage:
        """One passage of all of them."""
        texts: list[str] = []
        secrets: list[Span] = []
        at = 0
        for passage in passages:
            texts.append(passage.text)
            secrets += [(start + at, end + at) for start, end in passage.secrets]
            at += len(passage.text) + len(between)
        return cls(between.join(texts), tuple(secrets))


def percent(used: int, limit: float) -> int:
    """As both agents print it: cut, never above 100, and 0 when there is no limit."""
    return min(100, int(used / limit * 100)) if limit > 0 else 0
