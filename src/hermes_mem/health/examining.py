"""Every check over every store."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hermes_mem.config.crash import report as crashed
from hermes_mem.health.acknowledging import quieted
from hermes_mem.health.agents import AGENTS
from hermes_mem.health.budget import BUDGET
from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.health.duplicates import DUPLICATES
from hermes_mem.health.gone import GONE
from hermes_mem.health.leftovers import LEFTOVERS
from hermes_mem.health.links import LINKS
from hermes_mem.health.locks import LOCKS
from hermes_mem.health.memory import MEMORY
from hermes_mem.health.mirror import MIRROR
from hermes_mem.health.returned import RETURNED
from hermes_mem.health.rights import RIGHTS
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.remedy import Remedy

CHECKS: tuple[Check, ...] = (
    MEMORY,
    GONE,
    RETURNED,
    BUDGET,
    MIRROR,
    DUPLICATES,
    RIGHTS,
    LINKS,
    LOCKS,
    LEFTOVERS,
    AGENTS,
)
"""All there are, in the order in which their groups are shown."""


class Looked(NamedTuple):
    """What one check came to: its group, what it reports, none of it quiet yet, and why it could not look."""

    group: str
    reports: list[Report]
    problem: str | None = None


def look(sight: Sight) -> Iterator[Looked]:
    """One check after the other, as `examine`: a person sees how far it is, and one that fails stops no other."""
    for check in CHECKS:
        try:
            yield Looked(check.group, _reports(check, sight))
        except HermesMemError as error:
            yield Looked(check.group, [], error.message)
        except Exception as fault:  # noqa: BLE001  whatever it is, what the others found is shown
            yield Looked(check.group, [], crashed(fault).message)


def examine(sight: Sight) -> list[Report]:
    """What all checks find, group by group, the gravest first within each; what was acknowledged is marked.

    A check that cannot look finds nothing; `look` says why.
    """
    return quieted([report for looked in look(sight) for report in looked.reports], sight.env)


def again(report: Report, sight: Sight) -> Report | None:
    """The same finding as it is in this sight; None when it is gone."""
    found = (one for check in CHECKS if check.group == report.group for one in _reports(check, sight))
    fingerprint = report.finding.fingerprint
    return next((one for one in found if one.home == report.home and one.finding.fingerprint == fingerprint), None)


def remedies(report: Report, sight: Sight) -> list[Remedy]:
    """What would mend it, the best first."""
    checks = (check for check in CHECKS if check.group == report.group)
    return [remedy for check in checks for remedy in check.remedies(report, sight)]


def _reports(check: Check, sight: Sight) -> list[Report]:
    found = [Report(home, finding, check.group) for home, finding in check.examine(sight)]
    return sorted(found, key=lambda report: -report.finding.severity.rank)
