"""`hermes-mem history lost`: what was forgotten since a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from shlex import quote
from typing import Annotated, Any

import typer

from hermes_mem.cli import changed, complete, output, reading, shapes
from hermes_mem.cli.moments import moment
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Snapshot
from hermes_mem.model.target import name_of, title_of
from hermes_mem.model.text import safe_line
from hermes_mem.store.forgetting import Lost
from hermes_mem.store.forgetting import lost as lost_in
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import read

Since = Annotated[str, typer.Option("--since", metavar="DATE", help="2026-01-31, 2026-01-31T12:00, 7d, 2w, yesterday.")]
OfTarget = Annotated[
    str | None,
    typer.Option("--target", metavar="TARGET", help="Only from this memory.", autocompletion=complete.targets),
]
Full = Annotated[bool, typer.Option("--full", help="Whole texts, not 40 characters of each.")]


@takes
def lost(where: Where, how: How, since: Since, target: OfTarget = None, full: Full = False) -> int:
    """List what was there since a day and is in no memory now, whoever took it away, and what brings it back.

    What was reworded or moved is not lost.
    """
    env = Environment.here()
    start = moment(since, datetime.now(UTC))
    stores = [read(home, env, scanned=False) for home in reading.homes(where)]
    problems = _not_looked_at(stores, env)
    found = lost_in(stores, start, env, name_of(target) if target is not None else None)
    if how.json:
        output.document(since=shapes.utc(start), lost=[_row(one, full=full, reveal=how.reveal) for one in found])
    elif not found:
        says = "The history knows of nothing that was lost" if problems else "Nothing was lost"
        output.line(f"{says} since {start.astimezone():%Y-%m-%d %H:%M}.")
    else:
        _print(found, full=full, reveal=how.reveal)
    for problem in problems:
        output.note(safe_line(problem))
    return reading.exit_code(stores)


def _not_looked_at(stores: Sequence[Snapshot], env: Environment) -> list[str]:
    """Why the history cannot know what lies there now: nothing can be said of what went since."""
    broken = [t.problem for store in stores for t in store.targets if t.state.broken and t.problem]
    return [*filter(None, [observe(stores, env).problem]), *broken]


def _row(one: Lost, *, full: bool, reveal: bool) -> dict[str, Any]:
    return {
        "store": one.home.name,
        "target": one.target,
        "id": one.id,
        "text": _text(one, full=full, reveal=reveal),
        "time": shapes.utc(one.time),
        "actor": one.actor,
        "change": one.change,
        "reason": changed.masked(one.reason, one.home.kind, reveal).text,
        "restore": _command(one),
    }


def _text(one: Lost, *, full: bool, reveal: bool) -> str:
    return changed.masked(one.text, one.home.kind, reveal).text if full else glimpse(one.text, one.home.kind)


def _command(one: Lost) -> str | None:
    alone = f" --entry {quote(one.id)}" if one.id and one.alone else ""
    return one.id and f"hermes-mem history restore {one.before}{alone}"


def _print(found: Sequence[Lost], *, full: bool, reveal: bool) -> None:
    for one in found:
        where = f"{title_of(one.target)} of {safe_line(one.home.name)}"
        reason = f": {changed.masked(one.reason, one.home.kind, reveal).text}" if one.reason else ""
        output.line(
            f"{one.time.astimezone():%Y-%m-%d %H:%M}  {where}  by {safe_line(one.actor)}, change {one.change}"
            f"{safe_line(reason)}"
        )
        if full:
            changed.print_text(_text(one, full=True, reveal=reveal))
        else:
            output.line(f"  - {safe_line(_text(one, full=False, reveal=reveal))}")
        output.line(f"  `{_command(one)}`" if one.id else "  No version of the history holds it any more.")
