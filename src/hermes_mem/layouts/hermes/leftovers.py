"""What Hermes and other programs leave beside a memory file."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.model.file import KeptCopy, Leftover


def copies(home: Path, target: str, env: Environment) -> list[KeptCopy]:  # noqa: ARG001 - Pi needs it
    """The `.bak.<seconds>` files that a refused change left (hermes-agent 0.19.0 memory_tool.py), oldest first."""
    return []


def leftovers(home: Path, env: Environment) -> list[Leftover]:  # noqa: ARG001 - Pi needs it
    """Temporary files of writes that were cut off."""
    return []
