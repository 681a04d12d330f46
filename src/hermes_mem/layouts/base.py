"""What every kind of store can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from hermes_mem.disk.environment import Environment
from hermes_mem.model.file import FileChange
from hermes_mem.model.store import Block, Contents, Home, Snapshot

ALL = "all"
"""The name of a profile by which a person means every home there is."""


class Layout(Protocol):
    """How one kind of store is spelled on disk; a package of `layouts` is one, by its names."""

    KIND: str
    """The word for this kind in JSON, in names of stores and in the history."""

    SIGNS: str
    """The sentence that says by what a home of this kind is recognised."""

    READ_ONLY: str | None
    """Why stores of this kind are shown and not changed, as a sentence; None when they are changed."""

    HAS_PROJECTS: bool
    """Whether stores of this kind have a memory for each project."""

    CATEGORIES: Sequence[str]
    """The categories that its entries can have, the ordinary one first."""

    def find(self, env: Environment, store: Path | None = None, profile: str | None = None) -> list[Home]:
        """Homes of this kind. Raises NotFound, Usage, Unreadable."""

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

    def parse(self, raw: bytes, *, late: bool = False) -> list[str]:
        """Entries of a target's bytes, exact copies included. Raises Damaged."""

    def serialise(self, entries: Sequence[str]) -> bytes:
        """What the agent's own writer leaves on disk for these entries."""

    def unique(self, entries: Iterable[str]) -> list[str]:
        """What the agent keeps of the entries when it writes: of exact copies only the first."""

    def size(self, entries: Iterable[str]) -> int:
        """What the agent holds against the limit, in the unit of the layout's budgets."""

    def lock_path(self, home: Path, target: str) -> Path:
        """The file whose lock the agent takes to write the target."""

    def place_of(self, lock: Path) -> tuple[Path, str] | None:
        """The home and the target that a lock is for; None for a lock of something else."""

    def file_change(self, home: Path, target: str, texts: Sequence[str]) -> FileChange:
        """What is to be published so that the target has these entries; call it under the lock. Raises OSError."""
