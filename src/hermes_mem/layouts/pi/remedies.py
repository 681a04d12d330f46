"""Ways to mend a memory file of Pi."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.mirror_checks import mirror_remedies
from hermes_mem.model.plan import Repair
from hermes_mem.model.remedy import Remedy


def remedies(home: Path, target: str, env: Environment, *, late: bool = False) -> list[Remedy]:  # noqa: ARG001
    """What would mend the file as it lies there now, for each rule the best first."""
    mended = [Remedy("normalise", ("shape.duplicate",), "Write it as Pi itself would", (Repair(target),))]
    return [*mended, *mirror_remedies(home, target, env)]
