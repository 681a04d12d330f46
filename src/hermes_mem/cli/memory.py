"""`hermes-mem memory`: the entries of every store found, and the verbs that change them."""

from __future__ import annotations

from typing import Annotated

import typer

from hermes_mem.cli import complete, entries, output, reading, shapes
from hermes_mem.cli.lazy import LazyGroup, Stub
from hermes_mem.cli.lookup import named
from hermes_mem.cli.options import Cut, How, Where, noun, takes
from hermes_mem.model.target import name_of
from hermes_mem.store.narrowing import of_category


def _verb(name: str, help_text: str, module: str) -> Stub:
    return Stub(name, help_text, "Change", f"hermes_mem.cli.{module}")


VERBS = (
    _verb("add", "Add an entry at the end of a memory.", "wording"),
    _verb("edit", "Give an entry another text; without one, in your editor.", "wording"),
    _verb("join", "Make one entry out of several, at the place of the first.", "wording"),
    _verb("split", "Make several entries out of one, at its place.", "wording"),
    _verb("remove", "Remove entries; `undo` brings them back.", "placing"),
    _verb("move", "Move entries to another memory, profile or store.", "placing"),
    _verb("reorder", "Give an entry another place in its memory.", "placing"),
    _verb("repair", "Put a memory file right: drift, encoding, what should be several entries.", "repairing"),
)


class Verbs(LazyGroup):
    """The words after `memory`."""

    stubs = VERBS


app = noun("List, show and change the entries that an agent remembers.", Verbs)

LIMIT = 200
"""How many entries of a target are listed as text when nobody says; JSON is whole unless `--limit` cuts it."""

TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="NAME",
        help="Only this memory: memory, user; of Pi also failures, standing, project:NAME.",
        parser=name_of,
        autocompletion=complete.targets,
    ),
]
CategoryOption = Annotated[
    str | None,
    typer.Option(
        "--category",
        metavar="NAME",
        help="Only entries of this category (Pi only).",
        parser=str.lower,
        autocompletion=complete.categories,
    ),
]
Ids = Annotated[
    list[str],
    typer.Argument(metavar="ID...", help="Ids, or how they begin.", autocompletion=complete.entry_ids),
]


@app.command("list")
@takes
def list_entries(where: Where, how: How, cut: Cut, target: TargetOption = None, category: CategoryOption = None) -> int:
    """List every entry, with its id, its size and what was found on it."""
    stores = reading.asked(where, target, narrows=True)
    if category is not None:
        stores = of_category(stores, category)
    if how.json:
        output.document(stores=[shapes.memory_row(store, how.reveal, cut.limit) for store in stores])
    else:
        limit = cut.limit or (None if cut.full else LIMIT)
        for store in stores:
            entries.print_store(store, entries.Manner(how.reveal, limit, cut.full))
    return reading.finish(stores)


@app.command("show")
@takes
def show_entries(ids: Ids, where: Where, how: How) -> int:
    """Show entries whole, with what was found on them and what that means for the agent."""
    stores = reading.asked(where, narrows=True)
    found = [one for given in ids for one in named(given, stores)]
    if how.json:
        output.document(entries=[shapes.entry_row(o.home, o.target.name, o.entry, how.reveal) for o in found])
    else:
        for one in found:
            entries.print_whole(one, how.reveal)
    reading.finish(stores)
    return 0
