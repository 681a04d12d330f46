"""Groups whose commands are one-line stubs until one of them is run or completed: a start pays for what it uses."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup


class Stub(NamedTuple):
    """A command that is not loaded yet: its line in the help, and the module that has its typer app as `app`."""

    name: str
    help: str
    panel: str
    module: str


class LazyGroup(TyperGroup):
    """A group with stubs beside the commands that are there already."""

    stubs: ClassVar[tuple[Stub, ...]] = ()

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for stub in self.stubs:
            self.add_command(TyperCommand(stub.name, help=stub.help, rich_help_panel=stub.panel))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The name, the real command and the arguments that are left for it."""
        name, command, rest = super().resolve_command(ctx, args)
        stub = next((stub for stub in self.stubs if stub.name == name), None)
        return name, load(stub, self.rich_markup_mode) if stub and command else command, rest


def load(stub: Stub, markup: Any = None) -> Any:
    """Import the stub's module and return its command; `markup` is typer's markup mode for help.

    An app with several verbs has the command under the stub's name; one with a single verb is the command.
    """
    app: typer.Typer = import_module(stub.module).app
    app.rich_markup_mode = markup
    command = typer.main.get_command(app)
    found = getattr(command, "commands", {}).get(stub.name, command)
    found.name = stub.name
    return found
