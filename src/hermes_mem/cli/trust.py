"""`hermes-mem trust`: a file outside of the home, which a link leads to, may be written."""

from __future__ import annotations

from typing import Annotated

import typer

from hermes_mem.cli import complete, output, reading
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.model.errors import NotFound, Usage
from hermes_mem.model.plan import Outcome
from hermes_mem.model.target import Target, name_of
from hermes_mem.model.text import safe_line
from hermes_mem.store import trusting

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

What = Annotated[
    str,
    typer.Argument(
        metavar="TARGET|PATH",
        help="The memory, its link, or the file that it leads to.",
        autocompletion=complete.targets,
    ),
]
Forget = Annotated[bool, typer.Option("--forget", help="Take the trust back.")]


@app.command()
@takes
def trust(what: What, where: Where, how: How, forget: Forget = False) -> None:
    """Trust the file that a link leads to out of its home; until then it is only read.

    A link that leads to another file one day is asked about again.
    """
    env = Environment.here()
    target = _meant(what, where, env)
    file = trusting.outside(target) or real_path(target.path)
    changed = trusting.forget(file, env) if forget else trusting.outside(target) and trusting.trust(file, env)
    if how.json:
        outcome = Outcome.APPLIED if changed else Outcome.UNCHANGED
        output.document(outcome=outcome, path=str(file), trusted=trusting.is_trusted(target, env))
    else:
        output.line(safe_line(_said(target, bool(changed), forget=forget)))


def _said(target: Target, changed: bool, *, forget: bool) -> str:
    file = trusting.outside(target)
    if file is None:
        return f"{target.title} lies in its home: there is nothing to trust."
    if not changed:
        return f"Nothing to change: {file} was {'not' if forget else 'already'} trusted."
    return f"{file} is only read from now on." if forget else f"{target.title} is written to {file} from now on."


def _meant(what: str, where: Where, env: Environment) -> Target:
    """The one target. Raises NotFound, and Usage when several stores have one that leads out of its home."""
    every = [target for store in reading.asked(where) for target in store.targets]
    found = [target for target in every if target.name == name_of(what)]
    if not found:
        path = env.path(what)
        found = [target for target in every if path in (target.path, target.linked_to)]
    if not found:
        raise NotFound(f"No memory is called {what} or lies there.", "`hermes-mem memory list` shows those there are.")
    leading = {trusting.outside(target): target for target in found if trusting.outside(target)}
    if len(leading) > 1:
        raise Usage(f"{len(leading)} stores have a {what} outside.", "\n".join(str(file) for file in leading))
    return next(iter(leading.values()), found[0])
