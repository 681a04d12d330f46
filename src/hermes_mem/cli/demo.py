"""`hermes-mem demo DIR`: an invented home to look around in."""

from __future__ import annotations

from shlex import quote
from typing import Annotated

import typer

from hermes_mem.cli import output, reading
from hermes_mem.cli.options import How, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.model.text import safe_line
from hermes_mem.store.reading import Choice

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Folder = Annotated[str, typer.Argument(metavar="DIR", help="A folder that does not exist yet, or is empty.")]
Kind = Annotated[str, typer.Option("--kind", metavar="KIND", help="Whose home: hermes or pi.")]


@app.command()
@takes
def demo(directory: Folder, how: How, kind: Kind = "hermes") -> None:
    """Write an invented home with every state into a new folder."""
    from hermes_mem.demo.create import FILES, create

    if kind not in FILES:
        raise Usage(f"There is no demo of the kind {kind}.", f"There are: {', '.join(FILES)}.")
    env = Environment.here()
    home = env.path(directory)
    create(home, kind)
    stores = reading.found(Choice(home, "all"), env)
    command = f"hermes-mem tui --store {quote(str(home))} --profile all"
    if how.json:
        output.document(home=str(home), stores=[store.home.name for store in stores], open=command)
        return
    entries = sum(len(target.entries) for store in stores for target in store.targets)
    output.line(f"Wrote {len(stores)} stores with {entries} entries, all of them invented, to {safe_line(str(home))}")
    output.line(f"Open it with  {safe_line(command)}")
