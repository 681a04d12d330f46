"""How the stores are, in a few numbers: enough for a shell prompt."""

from __future__ import annotations

from dataclasses import dataclass

from hermes_mem.model.finding import Severity
from hermes_mem.model.store import Contents, Snapshot
from hermes_mem.model.target import Target


@dataclass(frozen=True, slots=True)
class Summary:
    """One store: its targets, how many writes wait for review, and how many findings ask for a look.

    `prominent` are the targets for which one line has room.
    """

    store: str
    targets: tuple[Target, ...]
    prominent: tuple[Target, ...]
    pending: int | None
    findings: int

    @property
    def row(self) -> dict[str, object]:
        """The row of `status --json`."""
        targets = [
            {"target": target.name, "used": target.budget.used, "limit": target.budget.limit} for target in self.targets
        ]
        return {"store": self.store, "targets": targets, "pending": self.pending, "findings": self.findings}


def summarise(snapshot: Snapshot, contents: Contents) -> Summary:
    """The numbers of a store; findings count from warning upwards."""
    open_ones = sum(finding.severity.rank >= Severity.WARNING.rank for finding in snapshot.all_findings)
    return Summary(snapshot.home.name, snapshot.targets, snapshot.prominent, contents.pending, open_ones)
