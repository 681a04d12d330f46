"""The options that commands share, each declared once and taken after the command as well as before it.

The groups are named tuples, here and in the other modules that every command imports: a frozen dataclass takes seven
times as long to define.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple, TypeVar, get_type_hints

import typer
from typer.core import TyperGroup

from hermes_mem.cli import complete
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.store.reading import Choice

T = TypeVar("T")

PANEL = "Shared options, also taken before the command"


def _option(*names: str, **details: Any) -> Any:
    return typer.Option(*names, rich_help_panel=PANEL, **details)


class Where(NamedTuple):
    """Which stores a command is about; every one that is found when nothing is said."""

    store: Annotated[str | None, _option("--store", metavar="PATH", help="One store: the home of an agent.")] = None
    profile: Annotated[
        str | None,
        _option("--profile", metavar="NAME", help="One profile; all for every one.", autocompletion=complete.profiles),
    ] = None
    project: Annotated[
        str | None,
        _option("--project", metavar="NAME", help="One project (Pi only).", autocompletion=complete.projects),
    ] = None

    def choice(self, env: Environment, *, narrows: bool = False) -> Choice:
        """What is asked for, as the store floor takes it; who calls with `narrows` looks at `project` as well.

        Raises Usage for a project that nobody looks at, and for a name or a path that is empty.
        """
        if self.project is not None and not narrows:
            raise Usage("--project names a project of Pi, and this command is about whole stores.", "Leave it out.")
        for flag, value in (("--store", self.store), ("--profile", self.profile), ("--project", self.project)):
            if value is not None and not value.strip():
                raise Usage(f"{flag} is empty.", "If it comes from a variable of the shell, that is not set.")
        return Choice(env.path(self.store) if self.store is not None else None, self.profile)


class How(NamedTuple):
    """How a result is shown."""

    json: Annotated[bool, _option("--json", help="Print JSON (schema 1).")] = False
    reveal: Annotated[bool, _option("--reveal", help="Show secrets instead of six bullets.")] = False


class Cut(NamedTuple):
    """How much of a long answer is shown; None means the command's own measure."""

    limit: Annotated[int | None, _option("--limit", metavar="N", min=1, help="At most N entries of a target.")] = None
    full: Annotated[bool, _option("--full", help="Everything, each text whole.")] = False


NAMES = frozenset({*Where._fields, *How._fields, *Cut._fields})


def said(context: Any) -> dict[str, Any]:
    """The values given on the command line of a typer context; those behind the command win over those before it."""
    before = said(context.parent) if context.parent else {}
    return before | {name: value for name, value in context.params.items() if value not in (None, False)}


def pick(group: Callable[..., T], values: dict[str, Any]) -> T:
    """The option group made of those of `values` that belong to it."""
    return group(**{name: values[name] for name in getattr(group, "_fields", ()) if name in values})


def takes(command: Callable[..., T]) -> Callable[..., T]:
    """Let typer see the options in place of each parameter that is annotated with an option group.

    A shared option that was given before the command, and that the command has not, is a usage error.
    """
    signature = inspect.signature(command, eval_str=True)
    groups = {p.name: p.annotation for p in signature.parameters.values() if _is_group(p.annotation)}
    known = {name for group in groups.values() for name in group._fields} | signature.parameters.keys()

    @functools.wraps(command)
    def with_groups(context: typer.Context, **own: Any) -> T:
        values = said(context)
        _refuse_unknown(context, (values.keys() & NAMES) - known)
        rest = {
            name: value for name, value in (own | values | {"context": context}).items() if name in signature.parameters
        }
        return command(**rest, **{name: pick(group, values) for name, group in groups.items()})

    with_groups.__signature__ = signature.replace(parameters=_spread(signature))  # type: ignore[attr-defined]
    with_groups.__annotations__ = {}
    return with_groups


def _is_group(annotation: Any) -> bool:
    return hasattr(annotation, "_field_defaults")


def _spread(signature: inspect.Signature) -> list[inspect.Parameter]:
    keyword = inspect.Parameter.KEYWORD_ONLY
    spread = [inspect.Parameter("context", keyword, annotation=typer.Context)]
    for parameter in signature.parameters.values():
        if _is_group(parameter.annotation):
            spread += _options_of(parameter.annotation)
        elif parameter.name != "context":
            spread.append(parameter.replace(kind=keyword))
    return spread


@functools.cache
def _options_of(group: Any) -> list[inspect.Parameter]:
    hints, keyword = get_type_hints(group, include_extras=True), inspect.Parameter.KEYWORD_ONLY
    defaults = group._field_defaults.items()
    return [inspect.Parameter(name, keyword, default=value, annotation=hints[name]) for name, value in defaults]


def _refuse_unknown(context: typer.Context, unknown: set[str]) -> None:
    if unknown:
        flags = ", ".join(f"--{name}" for name in sorted(unknown))
        path = context.command_path
        raise Usage(f"`{path}` takes no {flags}.", f"{path} --help lists what it takes.")


@takes
def shared(where: Where, how: How, cut: Cut) -> None:
    """The callback of every group of commands: it declares the options, and the command reads them."""


def noun(help_text: str, cls: type[TyperGroup] | None = None) -> typer.Typer:
    """The app of a noun that has verbs: `memory list`, `config show`. `cls` is its group, where it is a lazy one."""
    app = typer.Typer(cls=cls, help=help_text, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(shared)
    return app
