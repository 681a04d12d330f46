"""A little of a text, for messages: what was deleted must not be echoed into an agent's session."""

from __future__ import annotations

from hermes_mem.guards import scan
from hermes_mem.model.text import mask, safe_line

LENGTH = 40
"""Characters that are enough to recognise an entry by."""


def glimpse(text: str, agent: str, cut: str = "…") -> str:
    """The beginning of a text on one line, secrets masked; it ends in `cut` where there is more."""
    line = safe_line(masked(text, agent)[: 4 * LENGTH])
    return line if len(line) <= LENGTH else line[: LENGTH - 1] + cut


def masked(text: str, agent: str) -> str:
    """The whole text, secrets masked."""
    return mask(text, [finding.span for finding in scan(text, agent) if finding.secret and finding.span]).text
