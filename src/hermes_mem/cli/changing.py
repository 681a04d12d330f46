"""What all verbs have in common that change entries: their options, the one question, the plan carried out."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

import typer

from hermes_mem.cli import changed, output, reading
from hermes_mem.cli.options import How
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Operation, Outcome, Result
from hermes_mem.model.store import Home
from hermes_mem.model.text import safe_line
from hermes_mem.store.reading import read
from hermes_mem.store.writing import Order, apply, preview, recover

PANEL = "Options of every change"
QUESTIONS = ("empty", "shrink")
"""Rules whose refusal is a question, which `--yes` answers."""


def _option(*names: str, **details: Any) -> Any:
    return typer.Option(*names, rich_help_panel=PANEL, **details)


Actor = Annotated[Literal["script", "agent"], _option("--as", help="Who does it.")]
DryRun = Annotated[bool, _option("--dry-run", help="Show what would change; write nothing.")]
Yes = Annotated[bool, _option("--yes", help="Answer every question with yes.")]
Full = Annotated[bool, _option("--full", help="Print texts of before whole, not 40 characters of each.")]


def _rule(text: str) -> str:
    from hermes_mem.store.allowing import known_rule

    return known_rule(text)


Allow = Annotated[
    list[str] | None, _option("--allow", metavar="RULE", help="Keep what this rule refuses.", parser=_rule)
]


class Changing(NamedTuple):
    """How a change is made, and what is said of it in the history."""

    dry_run: DryRun = False
    allow: Allow = None
    yes: Yes = False
    reason: Annotated[str, _option("--reason", metavar="TEXT", help="Why, for the history.")] = ""
    actor: Actor = "script"
    full: Full = False


class Taking(NamedTuple):
    """How a change is taken back."""

    dry_run: DryRun = False
    yes: Yes = False
    actor: Actor = "script"
    full: Full = False


def carry_out(home: Home, operations: Sequence[Operation], summary: str, how: How, options: Changing) -> int:
    """Do it, or show what it would do, and say what became of it; returns the exit code.

    `summary` is a sentence without its point, in the past, as the history keeps it. Raises as `store.writing.apply`.
    """
    env = Environment.here()
    allow = (*(options.allow or ()), *(QUESTIONS if options.yes else ()))
    late = load(env).hermes_rules == "late"
    order = Order(home, operations, options.actor, summary, options.reason, allow, late)
    if options.dry_run:
        result = preview(order, env)
    else:
        tell_recovered(env)
        result = apply(order, env)
        if (rules := _questions(result, allow)) and not how.json and _agreed(result.findings):
            result = apply(replace(order, allow=(*allow, *rules)), env)
    code = changed.report(result, home, summary, changed.Manner(how.json, how.reveal, options.full, options.dry_run))
    if not options.dry_run:
        reading.finish([read(one, env, scanned=False) for one in order.homes])
    return code


def tell_recovered(env: Environment) -> None:
    """Finish or roll back what a dead process left open, and say so on stderr. Raises as `apply` does."""
    for done in recover(env):
        change = done.change
        output.note(
            f"Change {change.id} ({safe_line(change.about.summary)}) was cut off when its process died: {change.fate}."
        )
        changed.print_findings(done.findings, change.about.home)


def _questions(result: Result, allow: Collection[str]) -> set[str]:
    """The rules that refuse the plan, when every one of them is a question; else none."""
    refusing = {f.rule for f in result.findings if f.severity is Severity.BLOCKING and f.rule not in allow}
    return refusing if result.outcome is Outcome.REFUSED and refusing <= set(QUESTIONS) else set()


def _agreed(findings: Sequence[Finding]) -> bool:
    return asked([f"{finding.message} {finding.effect}" for finding in findings if finding.rule in QUESTIONS])


def asked(sentences: Iterable[str]) -> bool:
    """What the person at the terminal answers, who reads the sentences first; no when there is none."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for sentence in sentences:
        output.note(safe_line(sentence))
    print("Do it? y/n ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
