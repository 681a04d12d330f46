"""`hermes-mem memory repair`: what is odd about a memory file, put right by one of its remedies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from hermes_mem.cli import changed, output, reading
from hermes_mem.cli.changing import QUESTIONS, Changing, carry_out, tell_recovered
from hermes_mem.cli.lookup import store_with
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.cli.wording import TargetName
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError, Usage
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Effect, Outcome, Repair, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe_line
from hermes_mem.store.mending import Mending, best_of, mend, of_target, preview
from hermes_mem.store.reading import read

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

ODD = ("shape.", "file.", "hermes.drift", "budget.over")
"""How the rules begin that are about how a memory lies on the disk."""

With = Annotated[str | None, typer.Option("--with", metavar="REMEDY", help="By this remedy, not by the best.")]
Listed = Annotated[bool, typer.Option("--list", help="Show all remedies and what each would make of it.")]


@app.command()
@takes
def repair(
    target: TargetName, where: Where, how: How, options: Changing, remedy: With = None, listed: Listed = False
) -> int:
    """Put a memory file right, by the best remedy or the one that --with names.

    Where nothing is wrong it is written as the agent itself would: blanks around delimiters, empty entries, exact
    copies and line ends of Windows go. Other remedies make entries of a document, take line numbers out, settle what a
    merge left, or write another encoding as UTF-8. Whatever one does not keep, it says; undo brings back every byte.
    """
    if listed and remedy is not None:
        raise Usage("--list shows the remedies, --with takes one.", "Give one of them.")
    home = store_with(target, where)
    env = Environment.here()
    late = load(env).hermes_rules == "late"
    known = of_target(home, target, env, late=late)
    if listed:
        return _list(known, Mending(home, Remedy("", (), ""), options.actor, late=late), target, how)
    found = _odd(home, target, env, late=late)
    chosen = best_of(known, found) if remedy is None else _named(remedy, known)
    summary = f"repaired the file of {title_of(target)}"
    if chosen is None or chosen.operations == (Repair(target),):
        code = carry_out(home, [Repair(target)], summary, how, options)
        if chosen is None and not how.json:
            _tell_rest(home, found, known)
        return code
    return _carried_out(home, chosen, f"{summary} ({chosen.id})", how, options)


def _named(word: str, known: Sequence[Remedy]) -> Remedy:
    """The remedy of that id. Raises Usage."""
    for remedy in known:
        if remedy.id == word:
            return remedy
    there = f"There are: {', '.join(one.id for one in known)}." if known else "Nothing here has a remedy."
    raise Usage(f"There is no remedy {word} here.", there)


def _odd(home: Home, name: str, env: Environment, *, late: bool) -> list[Finding]:
    """What was found on how the target lies on the disk."""
    target = read(home, env, late=late).target(name)
    return [one for one in target.all_findings if one.rule.startswith(ODD)] if target else []


def _tell_rest(home: Home, found: Iterable[Finding], known: Sequence[Remedy]) -> None:
    """What is odd and was left: with the way out, where there is one."""
    left = {(one.rule, one.entry): one for one in found if _stays(one, known)}
    changed.print_findings(left.values(), home.path)


def _stays(finding: Finding, known: Sequence[Remedy]) -> bool:
    """Whether writing the file as the agent would leaves it; what that finds itself, it has said."""
    mends = {rule for remedy in known if remedy.id == "normalise" for rule in remedy.rules}
    said = finding.entry is None and finding.rule.startswith("shape.")
    return finding.rule not in mends and not said and finding.severity is not Severity.BLOCKING


def _carried_out(home: Home, remedy: Remedy, summary: str, how: How, options: Changing) -> int:
    env = Environment.here()
    allow = (*(options.allow or ()), *(QUESTIONS if options.yes else ()))
    late = load(env).hermes_rules == "late"
    mending = Mending(home, remedy, options.actor, options.reason, allow, late, summary)
    if options.dry_run:
        result = preview(mending, env)
    else:
        tell_recovered(env)
        result = mend(mending, env)
    if result.outcome is Outcome.APPLIED:
        result = replace(result, findings=(*result.findings, *_lost(remedy)))
    code = changed.report(result, home, summary, changed.Manner(how.json, how.reveal, options.full, options.dry_run))
    if not options.dry_run:
        reading.finish([read(home, env, scanned=False)])
    return code


def _lost(remedy: Remedy) -> Iterator[Finding]:
    if remedy.loses:
        effect = "The history keeps every byte of before."
        yield Finding("repair.loses", Severity.INFO, f"What is not there any more: {remedy.loses}.", effect)


def _list(known: Sequence[Remedy], like: Mending, target: str, how: How) -> int:
    """Every remedy with what it would make of the target; returns the exit code."""
    env = Environment.here()
    looked = [(remedy, _previewed(replace(like, remedy=remedy), env)) for remedy in known]
    if how.json:
        rows = [_row(remedy, result) for remedy, result in looked]
        output.document(store=like.home.name, target=target, remedies=rows)
        return 0
    if not known:
        output.line(f"{title_of(target)} of {safe_line(like.home.name)}: nothing here has a remedy.")
    for remedy, result in looked:
        output.line(f"{output.paint(remedy.id, 'bold')}  {safe_line(remedy.says)}")
        for line in _lines(remedy, result):
            output.line(f"  {safe_line(line)}")
    return 0


def _previewed(mending: Mending, env: Environment) -> Result:
    try:
        return preview(mending, env)
    except HermesMemError as error:
        return Result(
            Outcome.REFUSED, findings=(Finding("refused", Severity.BLOCKING, error.message, error.hint or ""),)
        )


def _lines(remedy: Remedy, result: Result) -> Iterator[str]:
    for effect in result.effects:
        before, after = effect.before.used, effect.after
        entries = f"{len(effect.old):,} → {_counted(len(effect.new))}"
        yield f"{title_of(effect.target)}: {entries}, {before:,} → {after.used:,} of {after.limit:,}"
    if remedy.loses:
        yield f"What is lost: {remedy.loses}."
    if result.outcome is Outcome.REFUSED:
        yield from (f"Refused: {one.message}" for one in result.findings if one.severity is Severity.BLOCKING)


def _counted(count: int) -> str:
    return f"{count:,} entr{'y' if count == 1 else 'ies'}"


def _row(remedy: Remedy, result: Result) -> dict[str, Any]:
    return {
        "id": remedy.id,
        "rules": list(remedy.rules),
        "says": remedy.says,
        "loses": remedy.loses,
        "outcome": result.outcome,
        "entries": [_counts(effect) for effect in result.effects],
        "budgets": [changed.budget_row(effect) for effect in result.effects],
    }


def _counts(effect: Effect) -> dict[str, Any]:
    return {"target": effect.target, "before": len(effect.old), "after": len(effect.new)}
