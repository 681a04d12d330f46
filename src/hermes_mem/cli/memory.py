"""`hermes-mem memory`: the entries of every store found."""

from __future__ import annotations

from typing import Annotated

import typer

from hermes_mem.cli import complete, entries, output, reading, shapes
from hermes_mem.cli.options import Cut, How, Where, noun, takes
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.store import Snapshot

app = noun("List and show the entries that an agent remembers.")

LIMIT = 200
"""How many entries of a target are listed as text when nobody says; JSON is whole unless `--limit` cuts it."""

TargetOption = Annotated[
    str | None,
    typer.Option("--target", metavar="NAME", help="Only this memory: memory or user.", autocompletion=complete.targets),
]
Ids = Annotated[
    list[str],
    typer.Argument(metavar="ID...", help="Ids, or how they begin.", autocompletion=complete.entry_ids),
]


@app.command("list")
@takes
def list_entries(where: Where, how: How, cut: Cut, target: TargetOption = None) -> int:
    """List every entry, with its id, its size and what was found on it."""
    stores = reading.asked(where, target)
    if how.json:
        output.document(stores=[shapes.memory_row(store, how.reveal, cut.limit) for store in stores])
    else:
        limit = cut.limit or (None if cut.full else LIMIT)
        for store in stores:
            entries.print_store(store, entries.Manner(how.reveal, limit, cut.full))
    return reading.exit_code(stores)


@app.command("show")
@takes
def show_entries(ids: Ids, where: Where, how: How) -> None:
    """Show entries whole, with what was found on them and what that means for the agent."""
    stores = reading.asked(where)
    found = [one for given in ids for one in _named(given, stores)]
    if how.json:
        output.document(entries=[shapes.entry_row(o.store, o.target.name, o.entry, how.reveal) for o in found])
        return
    for one in found:
        entries.print_whole(one, how.reveal)


def _named(given: str, stores: list[Snapshot]) -> list[entries.Placed]:
    """The entries that an id or the beginning of one means: one, or the same text in several stores.

    Raises Usage when different entries begin so, NotFound when none does.
    """
    everything = [placed for store in stores for placed in entries.placed(store)]
    exact = [placed for placed in everything if placed.entry.id == given.lower()]
    found = exact or [p for p in everything if given and "~" not in p.entry.id and p.entry.id.startswith(given.lower())]
    if not found:
        raise NotFound(f"No entry has the id {given}.", _why_not(stores))
    if len(candidates := {placed.entry.id: placed for placed in found}) > 1:
        names = "\n".join(f"{id}  {placed.line(reveal=False)}" for id, placed in candidates.items())
        raise Usage(f"{given} is the beginning of {len(candidates)} ids.", names)
    return found


def _why_not(stores: list[Snapshot]) -> str:
    unread = [t.title for store in stores for t in store.targets if t.state.broken]
    hint = "An entry that was reworded has a new id; `hermes-mem memory list` shows the ids of now."
    return f"{', '.join(unread)} could not be read, so its entries are not known.\n{hint}" if unread else hint
