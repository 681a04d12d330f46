"""Every check over every store."""

from __future__ import annotations

from hermes_mem.health.acknowledging import quieted
from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.health.memory import MEMORY
from hermes_mem.model.remedy import Remedy

CHECKS: tuple[Check, ...] = (MEMORY,)
"""All there are, in the order in which their groups are shown."""


def examine(sight: Sight) -> list[Report]:
    """What all checks find, group by group, the gravest first within each; what was acknowledged is marked."""
    return quieted([report for check in CHECKS for report in _reports(check, sight)], sight.env)


def remedies(report: Report, sight: Sight) -> list[Remedy]:
    """What would mend it, the best first."""
    checks = (check for check in CHECKS if check.group == report.group)
    return [remedy for check in checks for remedy in check.remedies(report, sight)]


def _reports(check: Check, sight: Sight) -> list[Report]:
    found = [Report(home, finding, check.group) for home, finding in check.examine(sight)]
    return sorted(found, key=lambda report: -report.finding.severity.rank)
