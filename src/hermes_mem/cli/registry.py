"""Every noun of the command line, and the group that imports one only when it is used."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from hermes_mem import __version__
from hermes_mem.cli import output
from hermes_mem.cli.lazy import LazyGroup, Stub
from hermes_mem.cli.options import Cut, How, Where, takes
from hermes_mem.model.errors import Usage


def _noun(name: str, help_text: str, panel: str) -> Stub:
    """A first word after `hermes-mem`; a noun is never called like a module of the frame."""
    return Stub(name, help_text, panel, f"hermes_mem.cli.{name}")


NOUNS = (
    _noun("tui", "Open the full screen: every memory, with its budget and findings.", "Screen"),
    _noun("stores", "List the agent homes that were found, and why each was chosen.", "Read"),
    _noun("memory", "List, show and change the entries that an agent remembers.", "Read and change"),
    _noun("skills", "List, find and show the skills of every agent.", "Read and change"),
    _noun("budget", "Show how full each memory is, and when it is full if it goes on as in the last 30 days.", "Read"),
    _noun("check", "Say what is wrong in any store, what it means, and how it is mended.", "Read and change"),
    _noun("status", "Print one short line, for a shell prompt.", "Read"),
    _noun("watch", "Print a line for each change that others make to a memory, until you press Ctrl-C.", "Read"),
    _noun("prompt", "Print what the model gets, byte for byte.", "Read"),
    _noun("undo", "Take a change back: the newest one of yours, or any by its number.", "Read and change"),
    _noun("redo", "Do again what the newest undo took back.", "Read and change"),
    _noun("history", "Show who changed what, and when.", "Read and change"),
    _noun(
        "purge", "Take a text out of memory, copies and history for good: nothing brings it back.", "Read and change"
    ),
    _noun("trust", "Trust the file that a link leads to out of its home; until then it is only read.", "Set up"),
    _noun("config", "Show our own configuration, and where each value comes from.", "Set up"),
    _noun("demo", "Write an invented home with every state into a new folder.", "Set up"),
)

EPILOG = (
    "Exit codes: 0 done, 1 a check found something, 2 usage, 3 not found, 4 refused by a rule, 5 busy, 6 unreadable, "
    "7 damaged, 8 changed meanwhile, 9 partly done, 70 our fault, 130 interrupted, 141 closed pipe."
)


class Nouns(LazyGroup):
    """The first words after `hermes-mem`."""

    stubs = NOUNS


def root() -> Any:
    """The whole command line. Help is drawn by rich for a terminal, and is plain text for anything else."""
    app = typer.Typer(
        cls=Nouns,
        help="The desk at which you curate the memory of your AI agents.",
        epilog=EPILOG,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich" if sys.stdout.isatty() else None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_bare)
    return typer.main.get_command(app)


@takes
def _bare(
    context: typer.Context,
    where: Where,
    how: How,
    cut: Cut,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> int | None:
    if version:
        output.line(f"hermes-mem {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return None
    if how.json or cut != Cut():
        raise Usage("--json, --limit and --full need a command.", "hermes-mem --help lists the commands.")
    from hermes_mem.cli import screen

    if screen.unfit() is None:
        return screen.open_on(where)
    output.line(context.get_help())
    return 0
