"""All memories of all stores, to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hermes_mem.tui.memory.drawing import TargetRow
from hermes_mem.tui.screens.picker import Choice
from hermes_mem.tui.widgets.bars import percentage
from hermes_mem.tui.widgets.glyphs import own


def target_choices(rows: Iterable[TargetRow], short: Callable[[str], str]) -> list[Choice]:
    """One choice for each memory: its store and name, why the store was found, how full it is.

    `short` makes paths short.
    """
    return [
        Choice(
            key=row.key,
            name=f"{row.target.title}  {row.home.name}",
            sentence=short(own(" · ").join((str(row.home.path), row.home.why))),
            right=row.target.state.value if row.target.state.broken else percentage(row.target.budget)[0],
        )
        for row in rows
    ]
