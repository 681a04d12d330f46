"""`hermes-mem budget`: how full each memory is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from hermes_mem.cli import gauge, output, reading, shapes
from hermes_mem.cli.cells import columns
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe, safe_line

if TYPE_CHECKING:
    from hermes_mem.store.growth import Growth

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


Known = tuple[str, Target, "Growth | None"]
"""A memory with the name of its store, and how it filled, where that is known."""


@app.command()
@takes
def budget(where: Where, how: How) -> int:
    """Show how full each memory is, and when it is full if it goes on as in the last 30 days."""
    stores = reading.asked(where)
    rows = list(_rows(stores))
    if how.json:
        output.document(targets=[shapes.budget_row(name, target) | _growth(grown) for name, target, grown in rows])
    else:
        _print(rows)
    return reading.finish(stores)


def _rows(stores: Sequence[Snapshot]) -> list[Known]:
    return [
        (store.home.name, target, grown.get(target.name))
        for store, grown in zip(stores, _grown(stores), strict=True)
        for target in store.targets
    ]


def _grown(stores: Sequence[Snapshot]) -> list[dict[str, Growth]]:
    """Of each store; SQLite is only loaded where there is a history. One that cannot be read costs no budget."""
    env = Environment.here()
    if not (state_dir(env) / FILE).exists():
        return [{} for _ in stores]
    from hermes_mem.store.growth import growth

    try:
        return [growth(store, env) for store in stores]
    except HermesMemError as error:
        output.note(f"How memory filled is not known. {error.message}")
        return [{} for _ in stores]


def _growth(grown: Growth | None) -> dict[str, float | int | None]:
    """Units a day, and days; None where nobody can tell."""
    rate = grown.rate if grown else None
    return {"growth": None if rate is None else round(rate, 2), "full_in_days": grown.full_in if grown else None}


def _print(rows: Sequence[Known]) -> None:
    lines = columns([_cells(target, grown) for _, target, grown in rows], right=frozenset({2, 3}))
    store = ""
    for (name, target, _), line in zip(rows, lines, strict=True):
        if name != store:
            output.line(output.paint(safe_line(name), "bold"))
        output.line("  " + line.replace(gauge.bar(target), gauge.coloured_bar(target), 1))
        if target.problem:
            output.line(f"    {safe(target.problem)}")
        store = name


def _cells(target: Target, grown: Growth | None) -> tuple[str, ...]:
    full = [f"full in {grown.full_in:,} day{'' if grown.full_in == 1 else 's'}"] if grown and grown.full_in else []
    words = ", ".join([*full, f"limit from {target.budget.source}", *gauge.states(target)])
    return target.title, gauge.bar(target), gauge.numbers(target.budget), gauge.short(target), words
