"""What became of reading one memory file: a state, the texts of its entries, and findings on the whole of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.file_checks import outside_finding
from hermes_mem.model.finding import Finding
from hermes_mem.model.target import State


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """A file as the agent reads it. `problem` is the sentence for a person when there is text that cannot be shown.

    `unloads` is set where the agent's loading fails as a whole: why, as a clause.
    """

    path: Path
    state: State
    texts: Sequence[str] = ()
    findings: tuple[Finding, ...] = ()
    problem: str | None = None
    unloads: str | None = None
    linked_to: Path | None = None


def followed(file: MemoryFile, top: Path, agent: str) -> MemoryFile:
    """The file with where it really lies, if a symbolic link below the directory `top` leads elsewhere."""
    real, real_top = real_path(file.path), real_path(top)
    if real == real_top / file.path.relative_to(top):
        return file
    outside = () if real.is_relative_to(real_top) else (outside_finding(real, agent),)
    return replace(file, linked_to=real, findings=(*outside, *file.findings))
