"""`hermes-mem check --fix`: everything that a rule has met is mended, looked at before."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from hermes_mem.cli import changed, output, reading
from hermes_mem.cli.changing import QUESTIONS, Changing, asked, tell_recovered
from hermes_mem.cli.options import How
from hermes_mem.health.check import Report, Sight
from hermes_mem.health.fixing import Manner, Mended, Way, all_mended, together, ways
from hermes_mem.model.errors import Refused, Usage
from hermes_mem.model.file import FileChange, FileKind, same
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.text import safe_line
from hermes_mem.store.differences import differences
from hermes_mem.store.reading import read

PARTLY = 9
"""The exit code when some were mended and others not."""

SHOWN = 100
"""Lines of a preview before a question; --dry-run shows all of it."""


def fix(rule: str, reports: Sequence[Report], sight: Sight, remedy: str | None, how: How, options: Changing) -> int:
    """Mend these reports of a rule, or show what that would do; returns the exit code. Raises Refused, Usage."""
    if not reports:
        return _said([], Result(Outcome.UNCHANGED), rule, sight, how, options)
    allow = (*(options.allow or ()), *(QUESTIONS if options.yes else ()))
    manner = Manner(options.actor, options.reason, allow)
    chosen = ways(reports, sight, manner, remedy)
    if options.dry_run:
        return _said(
            chosen, together([Mended(way, way.preview, way.problem) for way in chosen]), rule, sight, how, options
        )
    if not options.yes and (len(chosen) > 1 or any(way.asks or _is_question(way) for way in chosen)):
        if not _agreed(chosen, rule):
            output.note("Nothing was written.")
            return 0
        manner = Manner(options.actor, options.reason, (*allow, *QUESTIONS))
    tell_recovered(sight.env)
    done = list(all_mended(chosen, sight, manner))
    code = _said(chosen, together(done), rule, sight, how, options, done)
    reading.finish([read(store.home, sight.env, scanned=False) for store in sight.stores])
    return code


def _is_question(way: Way) -> bool:
    """Whether all that stands against it is what a person at a terminal may answer with yes."""
    refusing = {finding.rule for finding in way.preview.findings if finding.severity is Severity.BLOCKING}
    return way.preview.outcome is Outcome.REFUSED and refusing <= set(QUESTIONS) and _can_ask()


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _agreed(chosen: Sequence[Way], rule: str) -> bool:
    """What the person answers who has seen what it would do. Raises Usage where nobody can be asked."""
    if not _can_ask():
        raise Usage(
            f"Mending {rule} changes more than one thing, or loses something.",
            f"`hermes-mem check --fix {rule} --dry-run` shows it; with --yes it is done.",
        )
    lines = [line for way in chosen for line in _lines(way)]
    cut = [f"… {len(lines) - SHOWN:,} more lines; --dry-run shows all"] if len(lines) > SHOWN else []
    return asked([*lines[:SHOWN], *cut])


def _said(
    chosen: Sequence[Way],
    result: Result,
    rule: str,
    sight: Sight,
    how: How,
    options: Changing,
    done: Sequence[Mended] = (),
) -> int:
    """Print what was done or would be; returns the exit code."""
    home = chosen[0].report.home if chosen else sight.stores[0].home
    summary = f"mended {len(chosen):,} of {rule}" if len(chosen) != 1 else f"mended {rule}"
    manner = changed.Manner(how.json, how.reveal, options.full, options.dry_run)
    if not how.json and options.dry_run:
        for line in ("Plan, nothing written:", *(line for way in chosen for line in _lines(way))):
            output.line(safe_line(line))
        return Refused.exit_code if result.outcome is Outcome.REFUSED else 0
    code = changed.report(result, home, summary, manner)
    if not how.json:
        _tell_rest(result, done)
    if done and all(one.problem for one in done) and (problem := done[0].problem):
        return problem.exit_code
    return PARTLY if result.outcome is Outcome.PARTIAL else code


def _tell_rest(result: Result, done: Sequence[Mended]) -> None:
    for one in done:
        if one.problem:
            output.note(safe_line(f"{_place(one.way)}: {one.problem.message} {one.problem.hint or ''}".rstrip()))
    if len(result.changes) > 1:
        numbers = ", ".join(str(change) for change in result.changes)
        output.line(f"Each is a change of its own, to be taken back by its number: {numbers}.")


def _lines(way: Way) -> Iterator[str]:
    """What a way would do, in lines that are safe."""
    yield f"{_place(way)}: {safe_line(way.remedy.says)}."
    if way.remedy.loses:
        yield f"  What is lost: {safe_line(way.remedy.loses)}."
    if way.problem:
        yield f"  {safe_line(way.problem.message)}"
    for effect in way.preview.effects:
        yield f"  {len(effect.old):,} → {len(effect.new):,} entries, {effect.before.used:,} → {effect.after.used:,}"
    for one in differences(way.preview.effects):
        yield f"  {changed.difference_line(one)}"
    for file in way.remedy.files:
        yield f"  {safe_line(_of_file(file))}"
    for finding in way.preview.findings:
        yield f"  ! {safe_line(finding.message)}"


def _place(way: Way) -> str:
    finding = way.report.finding
    return safe_line(f"{way.report.home.name} {finding.target or finding.file or ''}".rstrip())


def _of_file(file: FileChange) -> str:
    before, after = file.before, file.after
    if after is None:
        what = (
            "directory"
            if before and before.kind is FileKind.DIRECTORY
            else f"{len(before.raw):,} bytes"
            if before
            else ""
        )
        return f"- {file.path} ({what})"
    if before and same(before, after):
        return f"~ {file.path} mode {before.mode or 0:04o} → {after.mode or 0:04o}"
    return f"{'~' if before else '+'} {file.path} ({len(after.raw):,} bytes)"
