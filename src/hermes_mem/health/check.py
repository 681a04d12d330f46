"""What a check is: the registry's own type, and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from shlex import quote
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.model.finding import Finding
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home, Snapshot


@dataclass(frozen=True, slots=True)
class Report:
    """A finding with the store it is of and the group it is shown in; `acknowledged` ones are quiet."""

    home: Home
    finding: Finding
    group: str
    acknowledged: bool = False


class Sight(NamedTuple):
    """What checks look at: the stores as they were read, and where to look for more."""

    stores: Sequence[Snapshot]
    env: Environment
    late: bool = False


class Check(NamedTuple):
    """One check: the heading its reports stand under, how it looks, and what it knows against what it reports."""

    group: str
    examine: Callable[[Sight], Iterable[tuple[Home, Finding]]]
    remedies: Callable[[Report, Sight], list[Remedy]]


def by_check(rule: str, home: Home) -> str:
    """The command that mends all that a rule has met in a store."""
    return f"hermes-mem check --fix {rule} --store {quote(str(home.path))}"


def to_do(report: Report) -> str | None:
    """What is to be done about it; its commands name the store, so that they work where there are several."""
    return report.finding.fix_in(report.home.path)


def no_remedies(_report: Report, _sight: Sight) -> list[Remedy]:
    """For what a person has to look at themselves."""
    return []
