"""`hermes-mem skills`: what the agents have learnt to do, in every store found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import typer

from hermes_mem.cli import complete, output, reading, screen, skill_lines, skill_rows
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.skill import Scope
from hermes_mem.skills import reading as shelves_of
from hermes_mem.skills.choosing import Placed, Wish, chosen, found, named
from hermes_mem.skills.reading import Shelf
from hermes_mem.skills.sorting import Order, State
from hermes_mem.tui.views import COMING

VIEW = "skills"

LIMIT = 200
"""How many skills are listed as text when nobody says; JSON is whole unless `--limit` cuts it."""

app = typer.Typer(
    help="List, find and show the skills of every agent.",
    add_completion=False,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)


class Which(NamedTuple):
    """Which skills are listed, and in which order."""

    scope: Annotated[Scope | None, typer.Option("--scope", help="Only those that count there.")] = None
    state: Annotated[State | None, typer.Option("--state", help="Only those of which this is true.")] = None
    sort: Annotated[Order | None, typer.Option("--sort", help="By name, or newest first.")] = None

    @property
    def wish(self) -> Wish:
        """The same as the floor below takes it: what is shared between commands comes as plain words."""
        return Wish(
            Scope(self.scope) if self.scope else None,
            State(self.state) if self.state else None,
            Order(self.sort) if self.sort else None,
        )


class Amount(NamedTuple):
    """How many skills are shown, and how much of each."""

    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="At most N skills.")] = None
    full: Annotated[bool, typer.Option("--full", help="Every skill, with its place and its whole description.")] = False

    def of(self, how: How) -> int | None:
        """How many are shown at most, None for all."""
        return self.limit or (None if how.json or self.full else LIMIT)


Words = Annotated[list[str], typer.Argument(metavar="WORD...", help="Letters of a name, a tag or a path, or words.")]
Names = Annotated[
    list[str],
    typer.Argument(metavar="NAME...", help="A name, a path below the root, or an id.", autocompletion=complete.skills),
]


@app.callback()
@takes
def bare(context: typer.Context, where: Where, how: How, amount: Amount) -> int | None:
    """Open the screen on the skills; where there is none, list them."""
    if context.invoked_subcommand is not None:
        return None
    if not how.json and amount == Amount() and VIEW not in COMING and screen.unfit() is None:
        return screen.open_on(where, view=VIEW)
    return _listed(where, how, Which(), amount)


@app.command("list")
@takes
def list_skills(where: Where, how: How, which: Which, amount: Amount) -> int:
    """List every skill: where it counts (G global, P project, E external), how it is, how old and how much used."""
    return _listed(where, how, which, amount)


@app.command("find")
@takes
def find_skills(words: Words, where: Where, how: How, which: Which, amount: Amount) -> int:
    """Find skills by a few letters, best first: of names, paths and tags, or by words of descriptions."""
    shelves = _asked(where)
    hits, close = found(shelves, " ".join(words), which.wish)
    most = amount.of(how)
    if how.json:
        rows = [skill_rows.row(one, how.reveal) | {"close": one in close} for one in [*hits, *close][:most]]
        output.document(skills=rows)
    else:
        manner = skill_lines.Manner(how.reveal, amount.full, stores=len(shelves) > 1)
        skill_lines.print_rows(hits[:most], manner)
        skill_lines.print_left(len(hits) - len(hits[:most]))
        if close:
            output.line("Close to it:")
            skill_lines.print_rows(close[:most], manner)
        if not hits and not close:
            output.note("No skill is like that.")
    return _exit_code(shelves)


@app.command("show")
@takes
def show_skills(names: Names, where: Where, how: How) -> int:
    """Show skills whole: what the agent makes of them, what was found on them, their front matter and their text."""
    shelves = _asked(where)
    asked = [named(name, shelves) for name in names]
    texts = [(one, shelves_of.whole_text(one.skill)) for one in asked]
    if how.json:
        output.document(skills=[skill_rows.whole_row(one, text, how.reveal) for one, text in texts])
    else:
        for one, text in texts:
            skill_lines.print_whole(one, text, how.reveal)
    return 0


def _listed(where: Where, how: How, which: Which, amount: Amount) -> int:
    shelves = _asked(where)
    most = amount.of(how)
    listed = [(shelf, chosen(shelf, which.wish)) for shelf in shelves]
    if how.json:
        skills: Sequence[Placed] = [one for _, skills in listed for one in skills[:most]]
        findings = [skill_rows.finding_row(shelf.home, f) for shelf in shelves for f in shelf.findings]
        output.document(skills=[skill_rows.row(one, how.reveal) for one in skills], findings=findings)
    else:
        for shelf, skills in listed:
            skill_lines.print_shelf(shelf, skills, most, skill_lines.Manner(how.reveal, amount.full))
    return _exit_code(shelves)


def _asked(where: Where) -> list[Shelf]:
    """The skills of every store that the options name, of one project if they name one."""
    env = Environment.here()
    shelves = [shelves_of.read_skills(home, env) for home in reading.homes(where, narrows=True)]
    return shelves if where.project is None else shelves_of.of_project(shelves, where.project)


def _exit_code(shelves: Sequence[Shelf]) -> int:
    """6 when something cannot be read: the rest was shown all the same."""
    output.flush()
    return 6 if any(shelf.unread for shelf in shelves) else 0
