"""`hermes-mem budget`: how full each memory is."""

from __future__ import annotations

import typer

from hermes_mem.cli import gauge, output, reading, shapes
from hermes_mem.cli.cells import columns
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe, safe_line

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes
def budget(where: Where, how: How) -> int:
    """Show how full each memory is."""
    stores = reading.asked(where)
    targets = [(store.home.name, target) for store in stores for target in store.targets]
    if how.json:
        output.document(targets=[shapes.budget_row(name, target) for name, target in targets])
    else:
        _print(targets)
    return reading.finish(stores)


def _print(targets: list[tuple[str, Target]]) -> None:
    lines = columns([_row(target) for _, target in targets], right=frozenset({2, 3}))
    store = ""
    for (name, target), line in zip(targets, lines, strict=True):
        if name != store:
            output.line(output.paint(safe_line(name), "bold"))
        output.line("  " + line.replace(gauge.bar(target), gauge.coloured_bar(target), 1))
        if target.problem:
            output.line(f"    {safe(target.problem)}")
        store = name


def _row(target: Target) -> tuple[str, ...]:
    words = ", ".join([f"limit from {target.budget.source}", *gauge.states(target)])
    return target.title, gauge.bar(target), gauge.numbers(target.budget), gauge.short(target), words
