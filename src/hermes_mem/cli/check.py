"""`hermes-mem check`: what is wrong anywhere, and what can be done about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

import typer

from hermes_mem.cli import fixes, output, reading
from hermes_mem.cli.changing import Changing
from hermes_mem.cli.checking import MOST, Found
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.health import acknowledging, rules
from hermes_mem.health.check import Report, Sight
from hermes_mem.health.examining import look
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Outcome
from hermes_mem.model.text import safe_line

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

FOUND = 1
"""The exit code when something is to be looked at."""

PANEL_FOUND = "What is shown"
PANEL_QUIET = "What is known already"
PANEL_MEND = "Mending"


def _each(name: str, metavar: str, says: str, panel: str) -> Any:
    """An option that is given once for each of several."""
    return typer.Option(name, metavar=metavar, help=says, rich_help_panel=panel)


class Wanted(NamedTuple):
    """Which findings are meant."""

    rule: Annotated[
        list[str] | None,
        _each("--rule", "RULE", "Only this rule, or all that begin so: secret. Again for more.", PANEL_FOUND),
    ] = None
    least: Annotated[
        Literal["info", "warning", "blocking"],
        typer.Option("--min", help="Show this and graver; exit 1 for such.", rich_help_panel=PANEL_FOUND),
    ] = "warning"
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Look for secrets by many more rules; takes seconds.", rich_help_panel=PANEL_FOUND),
    ] = False
    every: Annotated[bool, typer.Option("--all", help="Also what was acknowledged.", rich_help_panel=PANEL_FOUND)] = (
        False
    )
    most: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", min=1, help="At most N findings.", rich_help_panel=PANEL_FOUND),
    ] = None


class Quieting(NamedTuple):
    """What a person has seen."""

    acknowledge: Annotated[
        list[str] | None,
        _each("--acknowledge", "FINGERPRINT", "Be quiet about this until it changes.", PANEL_QUIET),
    ] = None
    forget: Annotated[
        list[str] | None,
        _each("--forget", "FINGERPRINT", "Tell of this again.", PANEL_QUIET),
    ] = None


class Fixing(NamedTuple):
    """What is to be mended, and how."""

    fix: Annotated[
        str | None,
        typer.Option("--fix", metavar="RULE", help="Mend all that this rule has met.", rich_help_panel=PANEL_MEND),
    ] = None
    remedy: Annotated[
        str | None,
        typer.Option("--with", metavar="REMEDY", help="By this remedy, not by the best.", rich_help_panel=PANEL_MEND),
    ] = None


@app.command()
@takes
def check(where: Where, how: How, options: Changing, wanted: Wanted, quieting: Quieting, fixing: Fixing) -> int:
    """Say what is wrong in any store, what it means, and how it is mended.

    Exit 1 when something of at least --min is not acknowledged. --fix mends all that a rule has met, one change each;
    what is more than one thing is shown and asked about first.
    """
    _check_together(options, quieting, fixing)
    meant = rules.chosen([*(wanted.rule or ()), *([fixing.fix] if fixing.fix else ())])
    sight, reports = _examined(where, deep=wanted.deep)
    if any(quieting):
        return _acknowledged(reports, quieting, sight, how)
    about = [one for one in reports if not meant or one.finding.rule in meant]
    if fixing.fix:
        open_ones = [one for one in about if wanted.every or not one.acknowledged]
        return fixes.fix(fixing.fix, open_ones, sight, fixing.remedy, how, options)
    return _shown(about, sight, how, wanted, full=options.full)


def _shown(about: Sequence[Report], sight: Sight, how: How, wanted: Wanted, *, full: bool) -> int:
    """Print what asks for a look; returns the exit code."""
    graver = [one for one in about if one.finding.severity.rank >= Severity(wanted.least).rank]
    shown = [one for one in graver if wanted.every or not one.acknowledged]
    found = Found(shown, sight, how)
    if how.json:
        output.document(findings=found.rows(wanted.most, remedies=bool(wanted.rule)))
    else:
        for line in found.lines(len(shown) if full else wanted.most or MOST):
            output.line(line)
        quiet = sum(one.acknowledged for one in graver) if not wanted.every else 0
        lesser = sum(not one.acknowledged for one in about) - sum(not one.acknowledged for one in graver)
        _tell_hidden(len(shown), lesser, quiet)
    reading.finish(sight.stores)
    return FOUND if any(not one.acknowledged for one in graver) else 0


def _examined(where: Where, *, deep: bool) -> tuple[Sight, list[Report]]:
    """All reports on these stores; what could not be looked at is said on stderr."""
    env = Environment.here()
    stores = reading.asked(where, narrows=True)
    sight = Sight(stores, env, load(env).hermes_rules == "late")
    reports: list[Report] = []
    for looked in look(sight):
        reports += looked.reports
        if looked.problem:
            output.note(safe_line(f"hermes-mem: {looked.group} could not be looked at. {looked.problem}"))
    if deep:
        from hermes_mem.cli import deeply

        reports += deeply.looked(sight)
    return sight, acknowledging.quieted(reports, env)


def _check_together(options: Changing, quieting: Quieting, fixing: Fixing) -> None:
    """Raises Usage for options that belong to something else."""
    if sum(map(bool, (fixing.fix, *quieting))) > 1:
        raise Usage("--fix, --acknowledge and --forget exclude each other.", "Do one after the other.")
    of_fix = (fixing.remedy, options.dry_run, options.yes, options.allow, options.reason, options.actor != "script")
    if fixing.fix is None and any(of_fix):
        raise Usage("--with, --dry-run, --yes, --allow, --reason and --as belong to --fix.", "Name the rule to mend.")


def _acknowledged(reports: Sequence[Report], quieting: Quieting, sight: Sight, how: How) -> int:
    new = quieting.acknowledge
    do = acknowledging.acknowledge if new else acknowledging.forget
    named = [report for given in new or quieting.forget or () for report in _named(given, reports)]
    done = [do(report, sight.env) for report in named]
    if how.json:
        output.document(outcome=Outcome.APPLIED, findings=Found(done, sight, how).rows())
        return 0
    for report in done:
        said = "Quiet until it changes" if new else "Told again"
        output.line(safe_line(f"{said}: {report.finding.message} ({report.finding.rule})"))
    return 0


def _named(given: str, reports: Sequence[Report]) -> list[Report]:
    """The reports of a fingerprint, or of what begins so. Raises NotFound, Usage."""
    found = [report for report in reports if given and report.finding.fingerprint.startswith(given.lower())]
    prints = {report.finding.fingerprint for report in found}
    if not prints:
        raise NotFound(f"Nothing that is found has the fingerprint {given}.", "`hermes-mem check --all` shows those.")
    if len(prints) > 1:
        raise Usage(f"{given} is the beginning of {len(prints)} fingerprints.", "\n".join(sorted(prints)))
    return found


def _tell_hidden(shown: int, lesser: int, quiet: int) -> None:
    """How much is not shown, and by what it would be."""
    if not shown:
        output.line("Nothing that asks for a look." if lesser or quiet else "Nothing is wrong.")
    if lesser:
        output.line(f"{lesser:,} of less weight; --min info shows {'it' if lesser == 1 else 'them'}.")
    if quiet:
        output.line(f"{quiet:,} acknowledged; --all shows {'it' if quiet == 1 else 'them'}.")
