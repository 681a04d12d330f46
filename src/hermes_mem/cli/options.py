"""The options that commands share, each declared once and taken after the command as well as before it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from hermes_mem.cli import complete
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage
from hermes_mem.store.reading import Choice

T = TypeVar("T")

PANEL = "Shared options, also taken before the command"


def _option(*names: str, **details: Any) -> Any:
    return typer.Option(*names, rich_help_panel=PANEL, **details)


@dataclass(frozen=True, slots=True)
class Where:
    """Which stores a command is about; every one that is found when nothing is said."""

    store: Annotated[str | None, _option("--store", metavar="PATH", help="One store: the home of an agent.")] = None
    profile: Annotated[
        str | None,
        _option("--profile", metavar="NAME", help="One profile; all for every one.", autocompletion=complete.profiles),
    ] = None
    project: Annotated[str | None, _option("--project", metavar="NAME", help="One project (Pi only).")] = None

    def choice(self, env: Environment) -> Choice:
        """What is asked for, as the store floor takes it. Raises Usage for `--project`: only Pi has projects."""
        if self.project is not None:
            raise Usage(
                "--project names a project of Pi, and a store of Hermes has none.",
                "Leave --project out; `hermes-mem memory list` shows what the store has.",
            )
        return Choice(env.path(self.store) if self.store is not None else None, self.profile)


@dataclass(frozen=True, slots=True)
class How:
    """How a result is shown."""

    json: Annotated[bool, _option("--json", help="Print JSON (schema 1).")] = False
    reveal: Annotated[bool, _option("--reveal", help="Show secrets instead of six bullets.")] = False


@dataclass(frozen=True, slots=True)
class Cut:
    """How much of a long answer is shown; None means the command's own measure."""

    limit: Annotated[int | None, _option("--limit", metavar="N", min=1, help="At most N entries of a target.")] = None
    full: Annotated[bool, _option("--full", help="Everything, each text whole.")] = False


GROUPS = (Where, How, Cut)
NAMES = frozenset(field.name for group in GROUPS for field in fields(group))


def said(context: Any) -> dict[str, Any]:
    """The values given on the command line of a typer context; those behind the command win over those before it."""
    before = said(context.parent) if context.parent else {}
    return before | {name: value for name, value in context.params.items() if value not in (None, False)}


def pick(group: type[T], values: dict[str, Any]) -> T:
    """The option group made of those of `values` that belong to it."""
    return group(**{f.name: values[f.name] for f in fields(group) if f.name in values})  # type: ignore[arg-type]


def takes(command: Callable[..., T]) -> Callable[..., T]:
    """Let typer see the options in place of each parameter that is annotated with an option group.

    A shared option that was given before the command, and that the command has not, is a usage error.
    """
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, Any] = {p.name: p.annotation for p in signature.parameters.values() if is_dataclass(p.annotation)}
    known = {field.name for group in groups.values() for field in fields(group)}

    @functools.wraps(command)
    def with_groups(context: typer.Context, **own: Any) -> T:
        values = said(context)
        _refuse_unknown(context, (values.keys() & NAMES) - known)
        rest = {name: value for name, value in (own | {"context": context}).items() if name in signature.parameters}
        return command(**rest, **{name: pick(group, values) for name, group in groups.items()})

    with_groups.__signature__ = signature.replace(parameters=_spread(signature))  # type: ignore[attr-defined]
    with_groups.__annotations__ = {}
    return with_groups


def _spread(signature: inspect.Signature) -> list[inspect.Parameter]:
    keyword = inspect.Parameter.KEYWORD_ONLY
    spread = [inspect.Parameter("context", keyword, annotation=typer.Context)]
    for parameter in signature.parameters.values():
        if parameter.name == "context":
            continue
        if not is_dataclass(parameter.annotation):
            spread.append(parameter.replace(kind=keyword))
            continue
        hints = get_type_hints(parameter.annotation, include_extras=True)
        spread += [
            inspect.Parameter(field.name, keyword, default=field.default, annotation=hints[field.name])
            for field in fields(parameter.annotation)
        ]
    return spread


def _refuse_unknown(context: typer.Context, unknown: set[str]) -> None:
    if unknown:
        flags = ", ".join(f"--{name}" for name in sorted(unknown))
        path = context.command_path
        raise Usage(f"`{path}` takes no {flags}.", f"{path} --help lists what it takes.")


@takes
def shared(where: Where, how: How, cut: Cut) -> None:
    """The callback of every group of commands: it declares the options, and the command reads them."""


def noun(help_text: str) -> typer.Typer:
    """The app of a noun that has verbs: `memory list`, `config show`."""
    app = typer.Typer(help=help_text, add_completion=False, pretty_exceptions_enable=False)
    app.callback()(shared)
    return app
