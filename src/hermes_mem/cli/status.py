"""`hermes-mem status`: one line for a shell prompt."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

import typer

from hermes_mem.cli import gauge, output, reading
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Home
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe_line
from hermes_mem.status.summary import Summary, summarise
from hermes_mem.store.reading import contents

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes
def status(where: Where, how: How) -> int:
    """Print one short line, for a shell prompt.

    MEMORY 62% USER 35% !2 *1: two findings ask for a look, as far as reading tells, one write waits for review; `check`
    looks at more. Stores other than the one that the agent uses now are named only when something is wrong with them.
    """
    env = Environment.here()
    stores = reading.snapshots(where.choice(env), env)
    summaries = [summarise(store, contents(store.home, env), partial(_quiet, store.home, env)) for store in stores]
    if how.json:
        output.document(stores=[summary.row for summary in summaries])
    else:
        first, *others = summaries
        loud = [f"{safe_line(one.store)} {_alerts(one)}" for one in others if _alerts(one)]
        output.line("  ".join([_line(first), *loud]))
    return reading.finish(stores, quiet=True)


def _quiet(home: Home, env: Environment) -> Collection[str]:
    from hermes_mem.health.acknowledging import quiet_in

    return quiet_in(home, env)


def _line(summary: Summary) -> str:
    parts = [output.paint(f"{t.title} {gauge.short(t)}", *_style(t)) for t in summary.prominent]
    if summary.findings:
        parts.append(output.paint(f"!{summary.findings}", "yellow"))
    if summary.pending:
        parts.append(f"*{summary.pending}")
    return " ".join(parts)


def _alerts(summary: Summary) -> str:
    """What is wrong with the memories of a store: those over their limit and those that cannot be read."""
    wrong = [t for t in summary.targets if t.state.broken or t.budget.over]
    return output.paint(" ".join(f"{t.title} {gauge.short(t)}" for t in wrong), "red")


def _style(target: Target) -> tuple[str, ...]:
    return ("red",) if target.state.broken else (gauge.colour(target.budget),)
