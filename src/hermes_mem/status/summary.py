"""How the stores are, in a few numbers: enough for a shell prompt."""

from __future__ import annotations

from collections.abc import Callable, Collection
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


def summarise(snapshot: Snapshot, contents: Contents, quiet: Callable[[], Collection[str]] = frozenset) -> Summary:
    """The numbers of a store; findings count from warning upwards, as far as reading alone tells of them.

    `quiet` gives the fingerprints of those that a person has acknowledged; it is asked only where there are any.
    """
    grave = [finding for finding in snapshot.all_findings if finding.severity.rank >= Severity.WARNING.rank]
    known = quiet() if grave else ()
    open_ones = sum(finding.fingerprint not in known for finding in grave) if known else len(grave)
    return Summary(snapshot.home.name, snapshot.targets, snapshot.prominent, contents.pending, open_ones)
