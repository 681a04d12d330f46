"""Mending everything that a rule has met, one change after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hermes_mem.health.check import Report, Sight, to_do
from hermes_mem.health.examining import again, remedies
from hermes_mem.model.errors import HermesMemError, Refused, Usage
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.store import mending
from hermes_mem.store.reading import read


class Way(NamedTuple):
    """A report with the remedy that was chosen for it, and what that would do now, or why nobody can tell."""

    report: Report
    remedy: Remedy
    preview: Result
    problem: HermesMemError | None = None

    @property
    def asks(self) -> bool:
        """Whether a person looks at it before it is done: it changes more than one thing, or something is lost."""
        things = max(len(self.remedy.operations), len(self.remedy.files), len(self.preview.effects))
        rewritten = sum(len(set(effect.old) ^ set(effect.new)) > 1 for effect in self.preview.effects)
        return things > 1 or rewritten > 0 or bool(self.remedy.loses)


@dataclass(frozen=True, slots=True)
class Manner:
    """Who mends and why, and the rules whose refusal the person overrules."""

    actor: str
    reason: str = ""
    allow: Collection[str] = ()


class Mended(NamedTuple):
    """What became of one way; `problem` is why it could not be tried to its end."""

    way: Way
    result: Result
    problem: HermesMemError | None = None


def ways(reports: Sequence[Report], sight: Sight, manner: Manner, wanted: str | None = None) -> list[Way]:
    """For each report its best remedy, or the one with the id `wanted`; each remedy once, whatever it is against.

    Raises Refused where none is known, Usage where there is none of that id.
    """
    known = {id(report): remedies(report, sight) for report in reports}
    if not any(known.values()):
        raise _nothing_known(reports)
    ids = list(dict.fromkeys(remedy.id for some in known.values() for remedy in some))
    if wanted is not None and wanted not in ids:
        raise Usage(f"There is no remedy {wanted} here.", f"There are: {', '.join(ids)}.")
    found: list[Way] = []
    for report in reports:
        fit = [remedy for remedy in known[id(report)] if wanted in (None, remedy.id)]
        if fit and not any(way.report.home == report.home and way.remedy in fit for way in found):
            found.append(_best(report, fit, sight, manner))
    return found


def _best(report: Report, fit: Sequence[Remedy], sight: Sight, manner: Manner) -> Way:
    """The first one that nothing stands against, else the first one."""
    first, *others = (_previewed(report, remedy, sight, manner) for remedy in fit)
    return next((way for way in (first, *others) if way.preview.outcome is not Outcome.REFUSED), first)


def _previewed(report: Report, remedy: Remedy, sight: Sight, manner: Manner) -> Way:
    try:
        return Way(report, remedy, mending.preview(_mending(report, remedy, sight, manner), sight.env))
    except HermesMemError as error:
        return Way(report, remedy, Result(Outcome.REFUSED), error)


def _mended(way: Way, sight: Sight, manner: Manner, *, anew: bool) -> Mended:
    """Do it. `anew` works it out on what lies there now, after another change; what is mended by then is unchanged."""
    try:
        remedy = _fresh(way, sight) if anew else way.remedy
        if remedy is None:
            return Mended(way, Result(Outcome.UNCHANGED))
        return Mended(way, mending.mend(_mending(way.report, remedy, sight, manner), sight.env))
    except HermesMemError as error:
        return Mended(way, Result(Outcome.REFUSED), error)


def all_mended(chosen: Sequence[Way], sight: Sight, manner: Manner) -> Iterator[Mended]:
    """Each as a change of its own, in their order; one that fails stops no other."""
    for number, way in enumerate(chosen):
        yield _mended(way, sight, manner, anew=number > 0)


def _fresh(way: Way, sight: Sight) -> Remedy | None:
    """The same remedy for the same finding, as it is now; None when that is gone."""
    now = sight._replace(stores=[read(store.home, sight.env, late=sight.late) for store in sight.stores])
    report = again(way.report, now)
    return next((one for one in remedies(report, now) if one.id == way.remedy.id), None) if report else None


def _mending(report: Report, remedy: Remedy, sight: Sight, manner: Manner) -> mending.Mending:
    return mending.Mending(report.home, remedy, manner.actor, manner.reason, manner.allow, sight.late)


def _nothing_known(reports: Sequence[Report]) -> Refused:
    """That a person has to do it; what they can do, as far as the findings say."""
    fixes = dict.fromkeys(fix for report in reports if (fix := to_do(report)))
    hint = "\n".join(fixes) or "Look at what it says and change it by hand; every change can be taken back."
    return Refused(f"No way to mend {reports[0].finding.rule} by itself is known.", hint)


def outcome_of(done: Sequence[Mended]) -> Outcome:
    """What became of all of them together."""
    outcomes = {one.result.outcome for one in done}
    if Outcome.APPLIED in outcomes:
        return Outcome.PARTIAL if Outcome.REFUSED in outcomes else Outcome.APPLIED
    return Outcome.REFUSED if Outcome.REFUSED in outcomes else Outcome.UNCHANGED


def together(done: Sequence[Mended]) -> Result:
    """One result of all of them."""
    return Result(
        outcome_of(done),
        tuple(effect for one in done for effect in one.result.effects),
        tuple(finding for one in done for finding in one.result.findings),
        tuple(change for one in done for change in one.result.changes),
    )
