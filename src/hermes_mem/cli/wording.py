"""`hermes-mem memory add|edit|join|split`: the verbs that bring a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

import typer

from hermes_mem.cli import complete, output, reading
from hermes_mem.cli.changing import Changing, carry_out
from hermes_mem.cli.entries import Placed
from hermes_mem.cli.lookup import entries_of_one, store_with
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.cli.parts import Parts
from hermes_mem.cli.texts import pieces_of, text_of, value_of
from hermes_mem.disk.editor import edited, editor_of
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError, Usage
from hermes_mem.model.plan import Add, Join, Replace, Split
from hermes_mem.model.store import Home
from hermes_mem.model.target import name_of, title_of
from hermes_mem.model.text import safe
from hermes_mem.store.failing import composed
from hermes_mem.store.glimpse import masked
from hermes_mem.store.redacting import redacted
from hermes_mem.store.scoping import scope_of

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

TargetName = Annotated[
    str,
    typer.Argument(
        metavar="TARGET",
        help="Which memory: memory, user; of Pi also failures, standing, project:NAME.",
        parser=name_of,
        autocompletion=complete.targets,
    ),
]
Id = Annotated[str, typer.Argument(metavar="ID", help="An id, or how it begins.", autocompletion=complete.entry_ids)]
Text = Annotated[str, typer.Argument(metavar="TEXT|-", help="The text; - reads it from stdin.")]
NewText = Annotated[
    str | None, typer.Argument(metavar="[TEXT|-]", help="The new text; - reads it from stdin.", show_default=False)
]
Texts = Annotated[
    list[str],
    typer.Argument(metavar="TEXT TEXT...|-", help="The new texts; - reads them from stdin, lines of § between them."),
]
IdsAndText = Annotated[
    list[str],
    typer.Argument(
        metavar="ID ID... [TEXT|-]",
        help="Ids, or how they begin; a last word that cannot be an id is the text. Without one the texts are joined.",
        autocompletion=complete.entry_ids,
    ),
]
Redact = Annotated[bool, typer.Option("--redact", help="Write [redacted] in the place of each secret.")]

_MAY_BE_ID = re.compile(r"[0-9a-fA-F]+(~[0-9]+)?").fullmatch


def _written(text: str, home: Home, *, redact: bool) -> str:
    return redacted(text, home.kind) if redact else text


@app.command()
@takes
def add(
    target: TargetName,
    text: Text,
    where: Where,
    how: How,
    options: Changing,
    parts: Parts,
    redact: Redact = False,
) -> int:
    """Add an entry at the end of a memory.

    --project P goes into the memory of that project, or says of a failure that it is about it.
    """
    project = None if where.project is None else value_of("--project", where.project)
    scope = scope_of(target, project, reading.homes(where, narrows=True))
    home = store_with(scope.target, where._replace(project=None))
    whole = composed(home, scope.target, text_of(text), **parts.given())
    new = Add(scope.target, _written(whole, home, redact=redact), scope.project)
    return carry_out(home, [new], f"added to {title_of(scope.target)}", how, options)


@app.command()
@takes
def edit(entry: Id, where: Where, how: How, options: Changing, text: NewText = None, redact: Redact = False) -> int:
    """Give an entry another text; without one, in your editor.

    The editor is $VISUAL, else $EDITOR, on a file that is removed afterwards.
    """
    home, [found] = entries_of_one([entry], reading.asked(where))
    summary = f"reworded in {found.target.title}"

    def put(new: str) -> int:
        return carry_out(home, [Replace(found.entry.id, _written(new, home, redact=redact))], summary, how, options)

    return _through_editor(found, home, put) if text is None else put(text_of(text))


def _through_editor(found: Placed, home: Home, put: Callable[[str], int]) -> int:
    """Let the person edit; what could not be written is shown, so that it is not lost with the file."""
    env = Environment.here()
    text = edited(found.entry.text, editor_of(env), env).text
    try:
        code = put(text)
    except HermesMemError:
        _show_draft(text, home)
        raise
    if code:
        _show_draft(text, home)
    return code


def _show_draft(text: str, home: Home) -> None:
    output.note("What you wrote:")
    for line in safe(masked(text, home.kind)).split("\n"):
        output.note(f"    {line}")


@app.command()
@takes
def join(words: IdsAndText, where: Where, how: How, options: Changing, redact: Redact = False) -> int:
    """Make one entry out of several, at the place of the first."""
    *ids, last = words
    given = None if _MAY_BE_ID(last) else last
    home, found = entries_of_one(words if given is None else ids or [last], reading.asked(where))
    if len(found) < 2:
        raise Usage("A join needs at least two entries.", "Name each by its id.")
    text = "\n".join(placed.entry.text for placed in found) if given is None else text_of(given)
    operation = Join(tuple(placed.entry.id for placed in found), _written(text, home, redact=redact))
    return carry_out(home, [operation], f"joined {len(found)} in {found[0].target.title}", how, options)


@app.command()
@takes
def split(entry: Id, texts: Texts, where: Where, how: How, options: Changing, redact: Redact = False) -> int:
    """Make several entries out of one, at its place."""
    home, [found] = entries_of_one([entry], reading.asked(where))
    pieces = tuple(_written(text, home, redact=redact) for text in pieces_of(texts))
    summary = f"split 1 into {len(pieces)} in {found.target.title}"
    return carry_out(home, [Split(found.entry.id, pieces)], summary, how, options)
