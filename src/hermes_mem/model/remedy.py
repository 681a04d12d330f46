"""Ways to put right what a check noticed."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_mem.model.file import FileChange, FileVersion
from hermes_mem.model.plan import Operation


@dataclass(frozen=True, slots=True)
class Remedy:
    """What would mend the findings of some rules: operations on entries, or else changes of files that are no memory.

    `id` is a word for scripts, `says` a person's sentence without a point, as on a button. `loses` is what would not be
    there afterwards, as a clause; empty where nothing is lost. `allow` are rules that such a plan meets by its nature.
    A change of a file whose bytes stay the same has the agent's mirror of it brought up to date. Where that mirror
    held more than the file, `held` is what the history takes for the version before, and undo then brings into the
    file what the mirror alone had.
    """

    id: str
    rules: tuple[str, ...]
    says: str
    operations: tuple[Operation, ...] = ()
    files: tuple[FileChange, ...] = ()
    loses: str = ""
    allow: tuple[str, ...] = ()
    held: FileVersion | None = None
