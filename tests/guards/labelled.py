"""The labelled sets, and what the guards make of them.

Both sets were written before the rules were tuned. A third of each is held apart: it was never looked at while tuning
and is only counted. `held` rows were written by the same hand as the others, so they flatter a little.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from hermes_mem.guards import scan

DATA = Path(__file__).parents[1] / "data"


class Secret(NamedTuple):
    """A line and those pieces of it, in order, that must be masked; none for a line that only looks like a secret."""

    lang: str
    text: str
    secrets: list[str]
    held: bool

    @property
    def spans(self) -> list[tuple[int, int]]:
        spans, end = [], 0
        for secret in self.secrets:
            start = self.text.index(secret, end)
            end = start + len(secret)
            spans.append((start, end))
        return spans


class Threat(NamedTuple):
    """`ordinary`: an agent may act on it, but no more than information for a person; `attack`; `hidden` characters."""

    kind: str
    text: str
    held: bool


class Score(NamedTuple):
    """Secrets found and missed, and masks on text that is none."""

    found: int
    missed: int
    false: int

    @property
    def recall(self) -> float:
        return self.found / (self.found + self.missed)

    @property
    def precision(self) -> float:
        return self.found / (self.found + self.false)


SECRETS = [Secret(**row) for row in json.loads((DATA / "secrets.json").read_text("utf-8"))]
THREATS = [Threat(**row) for row in json.loads((DATA / "threats.json").read_text("utf-8"))]
TEXTS = [row.text for row in SECRETS] + [row.text for row in THREATS]


def masked(text: str, agent: str = "hermes") -> list[tuple[int, int]]:
    """Spans that the guards want masked."""
    return [finding.span for finding in scan(text, agent) if finding.secret and finding.span]


def score(rows: Iterable[Secret]) -> Score:
    """A secret is found when one span covers it; a span that touches no secret is false."""
    found = missed = false = 0
    for row in rows:
        spans = masked(row.text)
        covered = [any(a <= start and end <= b for a, b in spans) for start, end in row.spans]
        found += sum(covered)
        missed += len(covered) - sum(covered)
        false += sum(not any(a < end and start < b for start, end in row.spans) for a, b in spans)
    return Score(found, missed, false)
