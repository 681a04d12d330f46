"""Every noun of the command line, and the group that imports one only when it is used."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from hermes_mem import __version__
from hermes_mem.cli.options import Cut, How, Where, takes
from hermes_mem.model.errors import Usage


class Noun(NamedTuple):
    """A first word after `hermes-mem`: its line in the help and the module that has its typer app as `app`."""

    name: str
    help: str
    panel: str

    @property
    def module(self) -> str:
        """Where its app lives; a noun is never called like a module of the frame."""
        return f"hermes_mem.cli.{self.name}"


NOUNS = (
    Noun("tui", "Open the full screen: every memory, with its budget and findings.", "Screen"),
    Noun("stores", "List the agent homes that were found, and why each was chosen.", "Read"),
    Noun("memory", "List and show the entries that an agent remembers.", "Read"),
    Noun("budget", "Show how full each memory is.", "Read"),
    Noun("status", "Print one short line, for a shell prompt.", "Read"),
    Noun("prompt", "Print what the model gets, byte for byte.", "Read"),
    Noun("config", "Show our own configuration, and where each value comes from.", "Set up"),
    Noun("demo", "Write an invented home with every state into a new folder.", "Set up"),
)

EPILOG = (
    "Exit codes: 0 done, 2 usage, 3 not found, 4 refused by a rule, 5 busy, 6 unreadable, 7 damaged, "
    "70 our fault, 130 interrupted, 141 closed pipe."
)


class LazyGroup(TyperGroup):
    """A group whose commands are one-line stubs until one of them is run or completed."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for noun in NOUNS:
            self.add_command(TyperCommand(noun.name, help=noun.help, rich_help_panel=noun.panel))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The name, the real command and the arguments that are left for it."""
        name, stub, rest = super().resolve_command(ctx, args)
        return name, stub and load(next(noun for noun in NOUNS if noun.name == name), self.rich_markup_mode), rest


def load(noun: Noun, markup: Any = None) -> Any:
    """Import the noun's module and return its command; `markup` is typer's markup mode for help."""
    app: typer.Typer = import_module(noun.module).app
    app.rich_markup_mode = markup
    command = typer.main.get_command(app)
    command.name = noun.name
    return command


def root() -> Any:
    """The whole command line. Help is drawn by rich for a terminal, and is plain text for anything else."""
    app = typer.Typer(
        cls=LazyGroup,
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
        print(f"hermes-mem {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is not None:
        return None
    if how.json or cut != Cut():
        raise Usage("--json, --limit and --full need a command.", "hermes-mem --help lists the commands.")
    from hermes_mem.cli import screen

    if screen.unfit() is None:
        return screen.open_on(where)
    print(context.get_help())
    return 0
