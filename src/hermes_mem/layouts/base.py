"""What every kind of store can do."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Block, Contents, Home, Snapshot


class Layout(Protocol):
    """How one kind of store is spelled on disk; a package of `layouts` is one, by its functions."""

    KIND: str

    def find(self, env: Environment, store: Path | None = None, profile: str | None = None) -> list[Home]:
        """Homes of this kind. Raises NotFound, Usage, Unreadable."""

    def read(self, home: Home, env: Environment, *, late: bool = False) -> Snapshot:
        """The home as it lies on disk now; nothing is raised for what is in it."""

    def blocks(self, snapshot: Snapshot) -> list[Block]:
        """What a session started now would get in its prompt."""

    def count(self, home: Path) -> Contents:
        """What else lies in the home."""
