"""From what was typed for an entry or a store to the one that is meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from shlex import quote

from hermes_mem.cli import reading
from hermes_mem.cli.entries import Placed
from hermes_mem.cli.entries import placed as placed_in
from hermes_mem.cli.options import Where
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import title_of
from hermes_mem.store.reading import is_called

NAMED = 20
"""How many entries are named that an id could mean."""


def one_store(homes: Sequence[Home], what: str) -> Home:
    """The store that a change is about: the only candidate, else `default_store` of our configuration.

    `what` completes the sentence of the Usage that is raised where neither decides: several stores `what`.
    """
    if len(homes) == 1:
        return homes[0]
    env = Environment.here()
    default = load(env).default_store
    if default and (chosen := [home for home in homes if is_called(home, default, env)]):
        return chosen[0]
    none = [f"default_store is {default}, which is none of them."] if default else []
    raise Usage(f"{len(homes)} stores {what}; a change needs one.", "\n".join([*none, *_flags(homes)]))


def _flags(homes: Sequence[Home]) -> Iterator[str]:
    """What to add for each store: a path where they are of several kinds, since not every kind has profiles."""
    for home in homes:
        if len({home.kind for home in homes}) > 1:
            yield f"--store {quote(str(home.path))}  {home.name}"
        else:
            yield f"--profile {home.profile}  {home.path}"


def store_with(target: str, where: Where) -> Home:
    """The store with this target that a change is about. Raises as `one_store`, and as `reading.asked`."""
    stores = reading.asked(where, target)
    return one_store([store.home for store in stores if store.target(target)], f"have a {title_of(target)}")


def entries_of_one(ids: Sequence[str], stores: list[Snapshot]) -> tuple[Home, list[Placed]]:
    """The store that has all these entries, and the entries in the order given, each once.

    Raises NotFound, and Usage when they lie in different stores or in more than one.
    """
    found = [named(given, stores) for given in ids]
    having = [{placed.home.name for placed in one} for one in found]
    common = set.intersection(*having)
    if not common:
        raise Usage("These entries lie in different stores.", "Change those of one store at a time.")
    home = one_store([store.home for store in stores if store.home.name in common], "have that entry")
    chosen = [placed for one in found for placed in one if placed.home.name == home.name]
    return home, list({placed.entry.id: placed for placed in chosen}.values())


def named(given: str, stores: list[Snapshot]) -> list[Placed]:
    """The entries that an id or the beginning of one means: one, or the same text in several stores.

    Raises Usage when different entries begin so, NotFound when none does.
    """
    everything = [placed for store in stores for placed in placed_in(store)]
    exact = [placed for placed in everything if placed.entry.id == given.lower()]
    found = exact or [p for p in everything if given and "~" not in p.entry.id and p.entry.id.startswith(given.lower())]
    if not found:
        raise NotFound(f"No entry has the id {given}.", _why_not(stores))
    if len(candidates := {placed.entry.id: placed for placed in found}) > 1:
        names = [f"{id}  {placed.line(reveal=False)}" for id, placed in islice(candidates.items(), NAMED)]
        left = [f"… and {len(candidates) - NAMED:,} more"] if len(candidates) > NAMED else []
        raise Usage(f"{given} is the beginning of {len(candidates):,} ids.", "\n".join([*names, *left]))
    return found


def _why_not(stores: list[Snapshot]) -> str:
    unread = [f"{t.title} of {store.home.name}" for store in stores for t in store.targets if t.state.broken]
    hint = "An entry that was reworded has a new id; `hermes-mem memory list` shows the ids of now."
    return f"The entries of what could not be read are not known: {', '.join(unread)}.\n{hint}" if unread else hint
