"""`hermes-mem undo`, and what it has in common with `redo`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from hermes_mem.cli import changed, reading
from hermes_mem.cli.changing import Changing, Taking, tell_recovered
from hermes_mem.cli.lookup import one_store
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.records import About
from hermes_mem.model.errors import NotFound
from hermes_mem.model.file import FileChange
from hermes_mem.model.plan import Outcome, Result
from hermes_mem.model.store import Home
from hermes_mem.store import undoing
from hermes_mem.store.looking_back import change_with_files, effects, home_at, homes_of
from hermes_mem.store.mirroring import Done

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Number = Annotated[
    int | None, typer.Argument(metavar="[CHANGE]", min=1, help="Its number in `history list`.", show_default=False)
]


@app.command()
@takes
def undo(where: Where, how: How, options: Taking, change: Number = None) -> int:
    """Take a change back: the newest one of yours, or any by its number.

    Where others have written since, only the entries that the change touched are put back.
    """
    env = Environment.here()
    home = chosen(where, undoing.undoable, "have a change of yours") if change is None else _home_of(change, where, env)
    if options.dry_run:
        way = undoing.preview_undo(home, env, actor=options.actor, change=change)
        return said(way.about, way.files, how, options)
    tell_recovered(env)
    done = undoing.undo(home, env, actor=options.actor, change=change)
    return said_of(done, how, options)


def chosen(where: Where, those: Callable[[Sequence[Home], Environment], list[Home]], what: str) -> Home:
    """The one store among those found in which there is something to do; the first one where there is none.

    Raises as `one_store` does.
    """
    homes = reading.homes(where)
    return one_store(those(homes, Environment.here()) or homes[:1], what)


def said_of(done: Done, how: How, options: Taking | Changing) -> int:
    """Print what was taken back, and what stays behind it; returns the exit code."""
    change = done.change
    result = Result(Outcome.APPLIED, findings=done.findings, changes=(change.id,))
    return _said(change.about, change.files, result, how, options)


def said(about: About, files: Sequence[FileChange], how: How, options: Taking | Changing) -> int:
    """Print what would be taken back; returns the exit code."""
    return _said(about, files, Result(Outcome.APPLIED if files else Outcome.UNCHANGED), how, options)


def _said(about: About, files: Sequence[FileChange], result: Result, how: How, options: Taking | Changing) -> int:
    env = Environment.here()
    result = replace(result, effects=effects(files, env))
    manner = changed.Manner(how.json, how.reveal, options.full, options.dry_run, quiet=True)
    return changed.report(result, home_at(about.home, about.kind, env), about.summary, manner)


def _home_of(change: int, where: Where, env: Environment) -> Home:
    """The store in which a change began. Raises NotFound when the options name another one that it did not touch."""
    found = change_with_files(change, env)
    about = found.about
    if where != Where() and homes_of(found).isdisjoint(real_path(home.path) for home in reading.homes(where)):
        raise NotFound(f"Change {change} is one of {about.home}.", "Leave out --store and --profile, or name that one.")
    return home_at(about.home, about.kind, env)
