"""`hermes-mem stores`: which agent homes there are."""

from __future__ import annotations

import typer

from hermes_mem.cli import gauge, output, reading, shapes
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Contents, Snapshot
from hermes_mem.model.target import State
from hermes_mem.model.text import safe_line
from hermes_mem.store.reading import contents

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
@takes
def stores(where: Where, how: How) -> int:
    """List the agent homes that were found, and why each was chosen."""
    env = Environment.here()
    found = [(snapshot, contents(snapshot.home, env)) for snapshot in reading.found(where.choice(env), env)]
    if not found:
        output.note(f"{reading.nothing_found(env)}\n  {reading.TRY}")
    if how.json:
        output.document(stores=[shapes.store_row(snapshot, counted) for snapshot, counted in found])
    else:
        for snapshot, counted in found:
            _print(snapshot, counted)
    return reading.exit_code(snapshot for snapshot, _ in found if _is_closed(snapshot))


def _is_closed(snapshot: Snapshot) -> bool:
    """Whether nothing of a home can be read; a single memory that is broken is still one of a store."""
    return all(target.state is State.UNREADABLE for target in snapshot.targets)


def _print(snapshot: Snapshot, counted: Contents) -> None:
    home = snapshot.home
    mark = "* " if home.active else "  "
    output.line(mark + output.paint(safe_line(home.name), "bold") + f"  {safe_line(str(home.path))}")
    output.line(f"    {safe_line(home.why)}")
    shown = snapshot.prominent
    fullness = [f"{t.title} {gauge.short(t)}" for t in shown]
    output.line("    " + " · ".join(fullness + _counts(counted, len(snapshot.targets) - len(shown))))


def _counts(counted: Contents, projects: int) -> list[str]:
    numbers = {"other project": projects, "session": counted.sessions}
    numbers |= {"pending write": counted.pending, "skill": counted.skills}
    return [f"{number:,} {name}{'s' * (number > 1)}" for name, number in numbers.items() if number]
