"""What every kind of store can do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from hermes_mem.disk.environment import Environment
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Block, Contents, Home, Snapshot

if TYPE_CHECKING:
    from hermes_mem.model.file import FileChange, KeptCopy, Leftover, Lock
    from hermes_mem.model.purging import Unreached
    from hermes_mem.model.remedy import Remedy
    from hermes_mem.model.skill import Skill

ALL = "all"
"""The name of a profile by which a person means every home there is."""


class Closed(Unreadable):
    """An agent's home lies where it would look, and nothing of it can be read; `home` is how it is told of all the
    same, where other homes can be.
    """

    def __init__(self, message: str, hint: str | None, home: Home) -> None:
        super().__init__(message, hint)
        self.home = home


class Layout(Protocol):
    """How one kind of store is spelled on disk; a package of `layouts` is one, by its names."""

    KIND: str
    """The word for this kind in JSON, in names of stores and in the history."""

    AGENT: str
    """What the agent is called in sentences."""

    SIGNS: str
    """The sentence that says by what a home of this kind is recognised."""

    HAS_PROJECTS: bool
    """Whether stores of this kind have a memory for each project."""

    PRIVATE: bool
    """Whether the agent makes its files so that nobody but their owner may read them."""

    CATEGORIES: Sequence[str]
    """The categories that its entries can have, the ordinary one first."""

    REFUSING: Sequence[str]
    """The rules of its own that refuse a text or a list of entries."""

    def find(self, env: Environment, store: Path | None = None, profile: str | None = None) -> list[Home]:
        """Homes of this kind. Raises NotFound, Usage, Unreadable; Closed where nobody named one."""

    def recognises(self, path: Path) -> bool:
        """Whether an absolute path names a home of this kind, or something in one, by what is in it."""

    def looked_in(self, env: Environment) -> str:
        """Where a home is looked for when nobody names one, and that there is none, as a clause."""

    def read(self, home: Home, env: Environment, *, late: bool = False, scanned: bool = True) -> Snapshot:
        """The home as it lies on disk now, rules run over entries if `scanned`; nothing is raised for what is in it."""

    def blocks(self, snapshot: Snapshot) -> list[Block]:
        """What a session started now would get in its prompt."""

    def count(self, home: Path, env: Environment) -> Contents:
        """What else lies in the home."""

    def skills_of(self, home: Home, env: Environment) -> list[Skill]:
        """Every skill that the agent would find from this home, and those it has archived; nothing is raised for what
        lies there. The roots come in the order in which the agent looks into them.
        """

    def skill_findings(self, home: Home, env: Environment) -> list[Finding]:
        """What is odd around the skills of a home, and about no single one of them."""

    def parse(self, raw: bytes, target: str, *, late: bool = False) -> list[str]:
        """Entries of a target's file as they are spelled there, exact copies included. Raises Damaged."""

    def serialise(self, target: str, entries: Sequence[str]) -> bytes:
        """What the agent's own writer leaves in a new file for entries so spelled."""

    def unique(self, target: str, entries: Iterable[str]) -> list[str]:
        """What the agent keeps of the entries when it writes: of copies only the first."""

    def size(self, target: str, entries: Sequence[str]) -> int:
        """What the agent holds against the limit for entries so spelled, in the unit of the layout's budgets."""

    def identity(self, target: str, entry: str) -> Identity:
        """What the agent sees in an entry so spelled, and what its id is computed from."""

    def spelled(self, target: str, text: str, day: date, *, of: str | None = None, project: str | None = None) -> str:
        """How the agent would spell a text written on this day (UTC).

        `of` is the entry that it comes from, as spelled in its own target: what the agent keeps of it is kept.
        """

    def of_project(self, target: str, project: str) -> tuple[str, str | None] | None:
        """Where an entry of a target stands that is about one project, and the project written behind it there.

        None for a target that has no such entries.
        """

    def failure(
        self,
        target: str,
        text: str,
        *,
        category: str | None,
        failed: str | None,
        tool_state: str | None,
        corrected_to: str | None,
    ) -> str | None:
        """The text of an entry about a failure, as the agent composes it of these parts.

        None for a target whose entries have no parts.
        """

    def lost(self, target: str, entry: str, day: date) -> list[str]:
        """What of an entry of this kind a text alone, written on this day, does not hold, as clauses."""

    def objections(self, target: str, texts: Iterable[str], entries: Sequence[str]) -> Iterator[Finding]:
        """What this agent has against new texts of a target, and against all entries that it would have then."""

    def returning(self, home: Path, target: str, gone: Collection[str], env: Environment) -> Iterator[Finding]:
        """That the agent itself will bring entries back, spelled so, which go from a target."""

    def lock(self, home: Path, target: str, env: Environment) -> Lock:
        """What the agent locks to write the target."""

    def locks(self, home: Path, env: Environment) -> list[Lock]:
        """The lock files that the agent uses in a home; of databases with leases each, whatever their keys are."""

    def make_directories(self, home: Path, target: str, env: Environment) -> None:
        """Make the directories that the agent makes before it locks and writes the target. Raises OSError."""

    def file_change(self, home: Path, target: str, entries: Sequence[str], env: Environment) -> FileChange:
        """What is to be published so that the target has entries so spelled; call it under the lock. Raises OSError."""

    def copy_of(self, target: str, path: Path) -> Path | None:
        """Under which name the agent would keep the file that lies there now, when it writes it anew now."""

    def mirror(self, home: Path, target: str, env: Environment) -> Finding | None:
        """Bring up to date what else the agent keeps of a target; call it under the lock. A finding when that fails."""

    def mirror_findings(self, home: Path, env: Environment) -> list[Finding]:
        """Where what else the agent keeps of its memories does not say what they say; its database is only read."""

    def remedies(self, home: Path, target: str, env: Environment, *, late: bool = False) -> list[Remedy]:
        """Ways to mend what is odd about the file of a target as it lies there now, for each rule the best first."""

    def copies(self, home: Path, target: str, env: Environment) -> list[KeptCopy]:
        """Versions of before that lie beside the file of a target, oldest first."""

    def left_behind(self, home: Path, env: Environment) -> list[Leftover]:
        """What agents and tools have left in a home that no agent reads any more."""

    def is_run_by(self, line: Sequence[str]) -> bool:
        """Whether a process with this command line is this agent."""

    def works_on(self, line: Sequence[str], env: Environment) -> Path | None:
        """The home of a process with this command line and environment; None when it is another one, or has none."""

    def without(self, raw: bytes, target: str, gone: Callable[[str], bool]) -> bytes:
        """A target's file without the entries that are gone, every other byte as it is. Raises Damaged."""

    def beside(self, home: Path, target: str, env: Environment) -> list[Path]:
        """What the agent itself has left beside the file of a target with texts of it, from which it may read again."""

    def mirrored(self, home: Path, holds: Callable[[str], bool], env: Environment) -> tuple[Path, int | None] | None:
        """Where else the agent keeps its entries, and how many there hold a text; None for those if nobody can tell."""

    def beyond(self, home: Path, env: Environment) -> Iterable[Unreached]:
        """What else of a home, as far as it is there, may hold any text."""
