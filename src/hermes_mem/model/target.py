"""One memory of a store, as it was read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding
from hermes_mem.model.text import safe_line


class State(StrEnum):
    """What reading a target's file came to. Absent, empty, unreadable and undecodable are four different things."""

    OK = "ok"
    ABSENT = "absent"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    UNDECODABLE = "undecodable"
    DRIFTED = "drifted"

    @property
    def broken(self) -> bool:
        """Whether there is text on disk that cannot be shown."""
        return self in (State.UNREADABLE, State.UNDECODABLE)


PROJECT = "project:"
"""How the name of a target begins that is the memory of one project; the rest is the project's name."""


def title_of(name: str) -> str:
    """A target's name as a heading that a terminal can take: a project is called as a directory, letter for letter."""
    if name.startswith(PROJECT):
        return f"PROJECT {safe_line(name.removeprefix(PROJECT))}"
    return name.upper()


def name_of(word: str) -> str:
    """The target that a person means by a word: case matters in the name of a project only."""
    kind, colon, project = word.partition(":")
    return kind.lower() + colon + project


@dataclass(frozen=True, slots=True)
class Target:
    """A memory: its file, what became of reading it, its entries in file order and its budget.

    `problem` is the sentence for a person when the state is broken. `enabled` is False when the agent's configuration
    keeps this memory out of the prompt; `by_search` is True when the model then still finds entries by searching.
    `linked_to` is the real file behind a symbolic link. `seen` says how and when the agent meets what is written here,
    as a clause behind its name. `dated` is True where the agent keeps dates of each entry; `categories` are those that
    entries here can have, the ordinary one first.
    """

    name: str
    path: Path
    state: State
    budget: Budget
    entries: tuple[Entry, ...] = ()
    findings: tuple[Finding, ...] = ()
    problem: str | None = None
    enabled: bool = True
    linked_to: Path | None = None
    by_search: bool = False
    seen: str = ""
    dated: bool = False
    categories: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """How the faces head it: MEMORY, USER, PROJECT shop."""
        return title_of(self.name)

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Those on the file first, then those of each entry in order."""
        return self.findings + tuple(f for entry in self.entries for f in entry.findings)

    def without(self, ids: Iterable[str]) -> Budget:
        """The budget if the entries with these ids were removed."""
        return self.rewritten(ids, ())

    def rewritten(self, ids: Iterable[str], texts: Iterable[str]) -> Budget:
        """The budget with these texts, spelled as in the file, instead of the entries with these ids.

        An exact copy costs nothing, nor does an empty text; between two entries stands a delimiter.
        """
        gone = set(ids)
        sizes = {text: self.budget.unit.size(text) for text in texts if text}
        spelled = {entry.id: entry.spelled for entry in self.entries}
        kept = (entry for entry in self.entries if entry.id not in gone)
        sizes |= {spelled.get(entry.copy_of or "", entry.spelled): entry.size for entry in kept}
        used = sum(sizes.values()) + self.budget.gap * max(0, len(sizes) - 1)
        return self.budget.after(used - self.budget.used)
