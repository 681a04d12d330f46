"""How full a memory is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

DELIMITER = 3
"""Units that stand between two entries where a line with § does (`\\n§\\n`)."""


class Unit(StrEnum):
    """What an agent counts: Hermes code points, Pi UTF-16 code units."""

    CODEPOINTS = "codepoints"
    UTF16 = "utf16"

    def size(self, text: str) -> int:
        """How many of these units a text takes."""
        if self is Unit.CODEPOINTS:
            return len(text)
        return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(frozen=True, slots=True)
class Budget:
    """Used and limit of a target, both in `unit`; `source` names where the limit comes from.

    `exact` is the limit as the agent calculates with it and prints it, where that is another figure. `gap` is how many
    units stand between two entries.
    """

    used: int
    limit: int
    unit: Unit
    source: str
    exact: float | None = None
    gap: int = DELIMITER

    @property
    def percent(self) -> int:
        """As the agent prints it: truncated, never above 100 (hermes-agent 0.19.0 tools/memory_tool.py)."""
        return min(100, self.percent_uncapped)

    @property
    def percent_uncapped(self) -> int:
        """Truncated like `percent`, but an over-full target shows by how much; 0 when there is no limit."""
        return int(self.used / self.limit * 100) if self.limit > 0 else 0

    @property
    def over(self) -> int:
        """How many units must go before the agent can add again; 0 when it fits (exactly at the limit fits)."""
        return max(0, self.used - self.limit)

    def after(self, delta: int) -> Budget:
        """What it would be with `delta` more units: the what-if behind every gauge."""
        return replace(self, used=max(0, self.used + delta))
