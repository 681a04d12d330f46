"""What a person wants done to entries, and what became of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from hermes_mem.model.budget import Budget
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home


@dataclass(frozen=True, slots=True)
class Add:
    """A new entry at the end of a target, about one project where the layout keeps that.

    `of` is what once stood in the file for an entry that comes back.
    """

    target: str
    text: str
    project: str | None = None
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Another text for the whole entry."""

    entry: str
    text: str


@dataclass(frozen=True, slots=True)
class Remove:
    """The entry goes."""

    entry: str


@dataclass(frozen=True, slots=True)
class Move:
    """The entry goes to the end of another target, of this store or of the one at `home`."""

    entry: str
    target: str
    home: Home | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """One text instead of several entries, at the place of the first of them."""

    entries: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Split:
    """Several entries instead of one, at its place."""

    entry: str
    texts: tuple[str, ...]


_DIVIDER = re.compile("^§$", re.MULTILINE)


def divided(text: str) -> tuple[str, ...]:
    """The texts between lines that are only `§`, each `settled`; an empty one is no entry, so it is left out."""
    return tuple(piece for part in _DIVIDER.split(settled(text)) if (piece := settled(part)))


def settled(text: str) -> str:
    """The text as an agent takes it in: CR LF and CR are LF, blanks at both ends go; odd line breaks within it stay.

    hermes-agent 0.19.0 tools/memory_tool.py strips with `str.strip` and reads files with universal newlines.
    """
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


@dataclass(frozen=True, slots=True)
class Reorder:
    """The entry stands at another place of its target, counted from 0 without itself."""

    entry: str
    position: int


@dataclass(frozen=True, slots=True)
class Repair:
    """The file of a target as the agent's own next add would leave it, with nothing added.

    With `entries`, spelled as in the file, it holds those instead: they were worked out on the bytes whose SHA-256 is
    `of` (None for no file), and on no others may they be written.
    """

    target: str
    entries: tuple[str, ...] | None = None
    of: str | None = None


Operation = Add | Replace | Remove | Move | Join | Split | Reorder | Repair
"""Entries are named by id, which stands for the text that the person saw."""


class Outcome(StrEnum):
    """What became of a plan."""

    APPLIED = "applied"
    PARTIAL = "partial"
    STAGED = "staged"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Effect:
    """What a plan does to one target: its budget before and after, its entries before and after, in file order.

    The entries are spelled as they stand in the file. `seen` says how and when the agent meets what is written there,
    as a clause behind its name.
    """

    home: Home
    target: str
    before: Budget
    after: Budget
    old: tuple[str, ...]
    new: tuple[str, ...]
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome with the ids of recorded changes, and findings: why it was refused, or what is to be known."""

    outcome: Outcome
    effects: tuple[Effect, ...] = ()
    findings: tuple[Finding, ...] = ()
    changes: tuple[int, ...] = ()
