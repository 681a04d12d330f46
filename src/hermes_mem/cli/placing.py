"""`hermes-mem memory remove|move|reorder`: the verbs that bring no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

import typer

from hermes_mem.cli import complete, reading
from hermes_mem.cli.changing import Changing, carry_out
from hermes_mem.cli.entries import Placed
from hermes_mem.cli.lookup import entries_of_one
from hermes_mem.cli.memory import Ids
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.cli.wording import Id, TargetName
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.model.plan import Move, Remove, Reorder
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.store.reading import Choice, find_homes

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

ToProfile = Annotated[
    str | None,
    typer.Option("--to-profile", metavar="NAME", help="Into this profile.", autocompletion=complete.profiles),
]
ToStore = Annotated[str | None, typer.Option("--to-store", metavar="PATH", help="Into the store at this path.")]
Position = Annotated[int, typer.Argument(metavar="POSITION", min=1, help="1 for the first place.")]


@app.command()
@takes
def remove(ids: Ids, where: Where, how: How, options: Changing) -> int:
    """Remove entries; `undo` brings them back."""
    home, found = entries_of_one(ids, reading.asked(where))
    operations = [Remove(placed.entry.id) for placed in found]
    return carry_out(home, operations, f"removed {len(found)} from {_targets(found)}", how, options)


@app.command()
@takes
def move(
    ids: Ids,
    target: TargetName,
    where: Where,
    how: How,
    options: Changing,
    to_profile: ToProfile = None,
    to_store: ToStore = None,
) -> int:
    """Move entries to another memory, profile or store."""
    home, found = entries_of_one(ids, reading.asked(where))
    there = _destination(where, to_profile, to_store)
    operations = [Move(placed.entry.id, target, there) for placed in found]
    summary = f"moved {len(found)} from {_targets(found)} to {title_of(target)}"
    return carry_out(home, operations, summary, how, options)


@app.command()
@takes
def reorder(entry: Id, position: Position, where: Where, how: How, options: Changing) -> int:
    """Give an entry another place in its memory."""
    home, [found] = entries_of_one([entry], reading.asked(where))
    if position > (count := len(found.target.entries)):
        raise Usage(f"{found.target.title} has no place {position:,}.", f"Its last place is {count:,}.")
    summary = f"moved to place {position} in {found.target.title}"
    return carry_out(home, [Reorder(found.entry.id, position - 1)], summary, how, options)


def _destination(where: Where, profile: str | None, store: str | None) -> Home | None:
    """The store that is moved to, None when it is the one where the entries are. Raises NotFound, Usage."""
    if profile is None and store is None:
        return None
    env = Environment.here()
    root = where.choice(env).store
    found = find_homes(env, Choice(env.path(store) if store is not None else root, profile))
    if len(found) != 1:
        raise Usage("A move needs one store to go to.", "Name one profile with --to-profile.")
    return found[0]


def _targets(found: Sequence[Placed]) -> str:
    return ", ".join(Counter(placed.target.title for placed in found))
