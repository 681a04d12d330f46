"""Ways to mend a memory file of Pi."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import entry_remedies, file_remedies
from hermes_mem.layouts.pi.lying import Lying, lying
from hermes_mem.layouts.pi.mirror_checks import mirror_remedies
from hermes_mem.layouts.pi.project_remedies import of_old_project
from hermes_mem.layouts.pi.standing_remedies import of_rules
from hermes_mem.layouts.pi.writing import STANDING
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.target import PROJECT


def remedies(home: Path, target: str, env: Environment, *, late: bool = False) -> list[Remedy]:  # noqa: ARG001
    """What would mend the file as it lies there now, for each rule the best first."""
    file = lying(home, target, env)
    if file is None:
        return []
    if target == STANDING:
        return [*file_remedies.restoring(file), *of_rules(file)]
    return [*_of_entries(file), *mirror_remedies(home, target, env)]


def _of_entries(file: Lying) -> Iterator[Remedy]:
    for ways in (
        file_remedies.restoring,
        file_remedies.encodings,
        file_remedies.sides,
        file_remedies.halves,
        file_remedies.lines,
        file_remedies.spelling,
        entry_remedies.splitting,
        entry_remedies.joining,
        entry_remedies.commenting,
        entry_remedies.dating,
        entry_remedies.unblocking,
    ):
        yield from ways(file)
    if file.target.startswith(PROJECT):
        yield from of_old_project(file)
