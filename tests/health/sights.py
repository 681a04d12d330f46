"""Looking at the stores of a test as a check does."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.health.examining import remedies
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.store.mending import Mending, mend
from hermes_mem.store.reading import Choice, find_homes, read


def sight(env: Environment, profile: str | None = None) -> Sight:
    return Sight([read(home, env) for home in find_homes(env, Choice(profile=profile))], env)


def reports(check: Check, env: Environment) -> list[Report]:
    return [Report(home, finding, check.group) for home, finding in check.examine(sight(env))]


def findings(check: Check, env: Environment) -> list[Finding]:
    return [report.finding for report in reports(check, env)]


def rules(check: Check, env: Environment) -> list[str]:
    return [finding.rule for finding in findings(check, env)]


def ways(check: Check, env: Environment, rule: str) -> list[Remedy]:
    """The remedies of the only report of a rule."""
    [report] = [report for report in reports(check, env) if report.finding.rule == rule]
    return remedies(report, sight(env))


def mended(check: Check, env: Environment, rule: str) -> Result:
    """Have the only report of a rule mended by the best of its remedies."""
    [report] = [report for report in reports(check, env) if report.finding.rule == rule]
    best, *_ = remedies(report, sight(env))
    return mend(Mending(report.home, best, "you"), env)


def tree(directory: Path) -> Iterator[tuple[str, int, bytes | None]]:
    """What lies there: paths, modes and bytes; lock files left out, which every change leaves."""
    for path in sorted(directory.rglob("*")):
        if not path.name.endswith((".lock", ".pi-hermes-locks.sqlite")):
            raw = path.read_bytes() if path.is_file() else None
            yield str(path.relative_to(directory)), stat.S_IMODE(path.lstat().st_mode), raw
