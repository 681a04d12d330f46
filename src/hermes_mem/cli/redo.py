"""`hermes-mem redo`."""

from __future__ import annotations

import typer

from hermes_mem.cli.changing import Taking, tell_recovered
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.cli.undo import chosen, said, said_of
from hermes_mem.disk.environment import Environment
from hermes_mem.store import undoing

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes
def redo(where: Where, how: How, options: Taking) -> int:
    """Do again what the newest undo took back.

    Only as long as nothing was changed by hand since.
    """
    env = Environment.here()
    home = chosen(where, undoing.redoable, "have something to do again")
    if options.dry_run:
        way = undoing.preview_redo(home, env, actor=options.actor)
        return said(way.about, way.files, how, options)
    tell_recovered(env)
    done = undoing.redo(home, env, actor=options.actor)
    return said_of(done, how, options)
