"""`hermes-mem tui`: the full screen, or the same view as linear text."""

from __future__ import annotations

from typing import Annotated

import typer

from hermes_mem.cli import output, reading, screen
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes
def tui(
    where: Where,
    how: How,
    demo: Annotated[bool, typer.Option("--demo", help="Open an invented home; nothing of yours is touched.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Print the view as linear text and exit.")] = False,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="Start with this theme.")] = None,
    no_mouse: Annotated[bool, typer.Option("--no-mouse", help="Leave the mouse to the terminal.")] = False,
) -> int:
    """Open the full screen: every memory, with its budget and findings.

    --reveal belongs to --plain; in the full screen * shows secrets. --theme and --no-mouse belong to the full screen.
    """
    if how.json:
        raise Usage("The full screen has no JSON.", "`hermes-mem memory list --json` gives the same as JSON.")
    if plain:
        if theme is not None or no_mouse:
            raise Usage("--plain prints text, which has no theme and no mouse.", "Leave out --theme and --no-mouse.")
        return _plain(where, how, demo)
    return screen.open_on(where, demo=demo, theme=theme, mouse=not no_mouse)


def _plain(where: Where, how: How, demo: bool) -> int:
    from hermes_mem.tui.plain import plain

    env = Environment.here()
    with screen.stage(where, env, demo) as (place, choice):
        stores = reading.snapshots(choice, place)
    output.line(plain(stores, reveal=how.reveal, width=output.width() or 80))
    return reading.exit_code(stores) if demo else reading.finish(stores)
