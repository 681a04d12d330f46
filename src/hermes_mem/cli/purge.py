"""`hermes-mem purge`: a text that must not exist any more, taken out of the history as well."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import typer

from hermes_mem.cli import changed, complete, output, reading, shapes
from hermes_mem.cli.changing import Actor, DryRun, Yes, tell_recovered
from hermes_mem.cli.lookup import named, one_store
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.cli.texts import text_of
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.model.entry import ID_LENGTH, Identity
from hermes_mem.model.errors import HermesMemError, NotFound, Refused, Usage
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.purging import Holding, Purged
from hermes_mem.model.store import Home
from hermes_mem.model.text import safe_line
from hermes_mem.store import purging
from hermes_mem.store.differences import Difference, Version, differences
from hermes_mem.store.purging import Order
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.sought import Sought, of_entry, of_text

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

PARTLY = 9
"""The exit code when something is left."""

WORD = "purge"
"""What a person types who has given a text, which must not be typed once more."""

KINDS = {
    "memory": ("entry", "entries"),
    "mirror": ("row", "rows"),
    "copy": ("copy", "copies"),
    "version": ("version of our history", "versions of our history"),
    "words": ("sentence of our history", "sentences of our history"),
    "own": ("file of ours", "files of ours"),
}

Id = Annotated[
    str | None,
    typer.Argument(metavar="[ID]", help="The entry, or how its id begins.", autocompletion=complete.entry_ids),
]
Text = Annotated[
    str | None, typer.Option("--text", metavar="TEXT|-", help="A text instead of an entry; - reads it from stdin.")
]


class Purging(NamedTuple):
    """How far it goes, and who says so."""

    everywhere: Annotated[bool, typer.Option("--everywhere", help="In every store found, and all of the history.")] = (
        False
    )
    dry_run: DryRun = False
    yes: Yes = False
    actor: Actor = "script"


@app.command()
@takes
def purge(where: Where, how: How, options: Purging, entry: Id = None, text: Text = None) -> int:
    """Take a text out of memory, copies and history for good: nothing brings it back.

    Every entry that holds it goes whole. It says where else the text may be. Nothing of it is printed.
    """
    env = Environment.here()
    if (entry is None) is (text is None):
        raise Usage("Say what is to be purged.", "An ID, or --text TEXT: one of them.")
    if not (options.yes or options.dry_run) and (how.json or not _can_ask()):
        raise Usage("A purge is asked about, and nobody can be asked here.", "`--yes` answers, `--dry-run` only looks.")
    if not options.dry_run:
        tell_recovered(env)
    stores = _Stores(reading.homes(where), env, everywhere=options.everywhere)
    asked = _entry(entry, stores) if entry is not None else _text(text_of(text or ""), stores)
    if asked is None:
        return _finish(how, env, dry_run=options.dry_run)
    order = Order(asked.sought, asked.homes, options.actor, stores.besides(asked.homes), options.everywhere)
    planned = purging.preview(order, env)
    if options.dry_run or (planned.result.outcome is Outcome.UNCHANGED and not purging.unfinished(env)):
        return _report(planned, order, how, dry_run=options.dry_run)
    if not options.yes:
        _confirm(planned, order, asked.word)
    code = _report(purging.purge(order, env), order, how, dry_run=False)
    reading.finish([read(home, env, scanned=False) for home in order.homes])
    return code


class _Asked(NamedTuple):
    """What is to be purged from which stores, and the word by which a person confirms it."""

    sought: Sought
    homes: list[Home]
    word: str


class _Stores:
    """The stores that the options name, and those that are found besides."""

    def __init__(self, named: list[Home], env: Environment, *, everywhere: bool) -> None:
        self.named, self.env, self.everywhere = named, env, everywhere

    def besides(self, homes: Iterable[Home]) -> list[Home]:
        """Every other one that is known."""
        known = {real_path(home.path) for home in homes}
        return [home for home in (*self.named, *self._found()) if real_path(home.path) not in known]

    def all(self) -> list[Home]:
        """The named ones first."""
        return [*self.named, *self.besides(self.named)]

    def _found(self) -> list[Home]:
        try:
            return find_homes(self.env)
        except HermesMemError:
            return []  # One that is not named may be closed to us; nothing is said of it.


def _entry(given: str, stores: _Stores) -> _Asked | None:
    """An entry that lies there, or of which only the history knows; None when a purge of before has only to be ended.

    Raises NotFound, Usage.
    """
    try:
        found = named(given, [read(home, stores.env, scanned=False) for home in stores.named])
    except NotFound:
        if known := purging.named_in_history(given.lower().partition("~")[0], stores.named, stores.env):
            return _of_history(given, known, stores)
        if purging.unfinished(stores.env):
            return None
        raise
    having = {placed.home.name for placed in found}
    homes = [home for home in stores.named if home.name in having]
    return _asked(found[0].entry.text, found[0].entry.id, homes, stores)


def _of_history(given: str, known: dict[Identity, list[Home]], stores: _Stores) -> _Asked:
    if len(known) > 1:
        names = "\n".join(sorted(identity.digest[: 2 * ID_LENGTH] for identity in known))
        raise Usage(f"{given} is the beginning of {len(known):,} ids in the history.", names)
    [(identity, homes)] = known.items()
    return _asked(identity.text, identity.digest[:ID_LENGTH], homes, stores)


def _asked(text: str, word: str, homes: list[Home], stores: _Stores) -> _Asked:
    sought = of_entry(text, homes[0].kind)
    return _Asked(sought, stores.all() if stores.everywhere else [one_store(homes, "have that entry")], word)


def _text(text: str, stores: _Stores) -> _Asked:
    sought = of_text(text, dict.fromkeys(home.kind for home in stores.named))
    if stores.everywhere:
        return _Asked(sought, stores.all(), WORD)
    having = purging.holding(sought, stores.named, stores.env)
    return _Asked(sought, [one_store(having, "hold that text")] if having else stores.named, WORD)


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _confirm(planned: Purged, order: Order, word: str) -> None:
    """Raises Refused when the person does not type it."""
    for line in _lines(planned, order):
        output.note(line)
    print(f"This cannot be taken back. Type {word} to purge: ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip() != word:
        raise Refused("Nothing was purged.", f"{word} was not typed.")


def _finish(how: How, env: Environment, *, dry_run: bool) -> int:
    """End a purge that was cut off when the text was gone already."""
    if not dry_run:
        purging.finish(env)
    says = "It stands nowhere any more; what an earlier purge had left to do is done."
    if how.json:
        output.document(**_row(Purged(Result(Outcome.APPLIED), (), ()), None, dry_run=dry_run))
    else:
        output.line("Plan, nothing written: end an earlier purge that was cut off." if dry_run else says)
    return 0


def _report(purged: Purged, order: Order, how: How, *, dry_run: bool) -> int:
    outcome = purged.result.outcome
    if how.json:
        output.document(**_row(purged, order, dry_run=dry_run))
    else:
        output.line(_lead(outcome, dry_run=dry_run))
        for line in _lines(purged, order, planned=dry_run):
            output.line(line)
        changed.print_findings(purged.result.findings, order.homes[0].path)
    return PARTLY if outcome is Outcome.PARTIAL else 0


def _lead(outcome: Outcome, *, dry_run: bool) -> str:
    if outcome is Outcome.UNCHANGED:
        return "Nothing to purge: nothing that is read here holds it."
    if dry_run:
        return "Plan, nothing written: this would be purged."
    return "Purged." if outcome is Outcome.APPLIED else "Partly done: purge it again."


def _lines(purged: Purged, order: Order, *, planned: bool = True) -> Iterator[str]:
    for one in purged.holdings:
        yield safe_line(_line(one, order, planned=planned))
    for gone in differences(purged.result.effects):
        if gone.was:
            yield f"  - {gone.was.id}  {order.sought.glimpse(gone.was.text, gone.home.kind)}"
    if purged.lost and planned:
        many = purged.lost != 1
        what = "versions can never be restored as they were" if many else "version can never be restored as it was"
        yield f"  {purged.lost:,} {what}."
    yield "  Not reached:"
    for place in purged.unreached:
        yield safe_line(f"    {place.place}: {place.why}")
        if place.look:
            yield safe_line(f"        {place.look}")


def _line(one: Holding, order: Order, *, planned: bool) -> str:
    reached = order.reaches(one)
    mark = "+" if one.done else " " if planned and reached else "!"
    name = f" of {one.store or one.home}" if one.home else ""
    left = "" if reached else " (not asked for: --everywhere takes it as well)"
    return f"  {mark} {one.count:,} {KINDS[one.kind][one.count != 1]}{name}  {one.place}{left}"


def _row(purged: Purged, order: Order | None, *, dry_run: bool) -> dict[str, Any]:
    result = purged.result
    return {
        "outcome": result.outcome,
        "dry_run": dry_run,
        "changes": list(result.changes),
        "staged": [],
        "entries": [_entry_row(one, order.sought) for one in differences(result.effects)] if order else [],
        "findings": [shapes.finding_row(order.homes[0], one) for one in result.findings] if order else [],
        "budgets": [changed.budget_row(effect) for effect in result.effects],
        "places": [_place_row(one) for one in purged.holdings],
        "unreached": [{"place": one.place, "why": one.why, "look": one.look} for one in purged.unreached],
    }


def _place_row(one: Holding) -> dict[str, Any]:
    home = str(one.home) if one.home else None
    return {
        "store": one.store,
        "home": home,
        "place": one.place,
        "kind": one.kind,
        "count": one.count,
        "done": one.done,
    }


def _entry_row(one: Difference, sought: Sought) -> dict[str, Any]:
    was, now = (_version(version, one, sought) for version in (one.was, one.now))
    return {"store": one.home.name, "target": one.target, "was": was, "now": now}


def _version(version: Version | None, one: Difference, sought: Sought) -> dict[str, str] | None:
    return {"id": version.id, "text": sought.glimpse(version.text, one.home.kind)} if version else None
