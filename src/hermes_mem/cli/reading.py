"""From the options of a command to the stores it is about, and to its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hermes_mem.cli import output
from hermes_mem.cli.options import Where
from hermes_mem.config.settings import load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Damaged, NotFound, Unreadable, Usage
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State
from hermes_mem.model.text import safe_line
from hermes_mem.store.narrowing import of_project
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import Choice, find_homes, looked_in, read

TRY = "`hermes-mem tui --demo` opens an invented one, `hermes-mem demo DIR` writes one; `--store PATH` names yours."

BROKEN = {State.UNREADABLE: Unreadable.exit_code, State.UNDECODABLE: Damaged.exit_code}


def found(choice: Choice, env: Environment) -> list[Snapshot]:
    """Every store of the choice, read now; none at all is an empty list only when nothing was named."""
    late = load(env).hermes_rules == "late"
    return [read(home, env, late=late) for home in find_homes(env, choice)]


def asked(where: Where, target: str | None = None, *, narrows: bool = False) -> list[Snapshot]:
    """Every store that the options name; with `narrows` only what it holds of the project, if they name one.

    Raises as `snapshots` and `store.narrowing.of_project` do.
    """
    env = Environment.here()
    stores = snapshots(where.choice(env, narrows=narrows), env, target)
    return stores if where.project is None else of_project(stores, where.project)


def homes(where: Where, *, narrows: bool = False) -> list[Home]:
    """Where every store lies that the options name, nothing read; who calls with `narrows` looks at their project.

    Raises as `snapshots` does.
    """
    env = Environment.here()
    found = find_homes(env, where.choice(env, narrows=narrows))
    if not found:
        raise NotFound(nothing_found(env), TRY)
    return found


def snapshots(choice: Choice, env: Environment, target: str | None = None) -> list[Snapshot]:
    """Every store of the choice, with all targets, or those that have the one named `target`, with that alone.

    Raises NotFound when there is no store, Usage when none of them has such a target.
    """
    stores = found(choice, env)
    if not stores:
        raise NotFound(nothing_found(env), TRY)
    if target is None:
        return stores
    names = dict.fromkeys(t.name for store in stores for t in store.targets)
    if target not in names:
        raise Usage(f"No store has a target {target}.", f"There are: {', '.join(names)}.")
    having = ((store, store.target(target)) for store in stores)
    return [replace(store, targets=(only,)) for store, only in having if only]


def nothing_found(env: Environment) -> str:
    """What is said when there is no home: where one was looked for."""
    return f"No agent's home was found: {looked_in(env)}."


def finish(stores: Sequence[Snapshot], *, quiet: bool = False) -> int:
    """Hand over what was printed, keep versions of what was read, and return the exit code.

    Where no version can be kept that is said beside the result, unless `quiet`.
    """
    output.flush()
    problem = observe(stores, Environment.here()).problem
    if problem and not quiet:
        output.note(safe_line(problem))
    return exit_code(stores)


def exit_code(stores: Iterable[Snapshot]) -> int:
    """6 when one of them cannot be read, 7 when one cannot be decoded, 0 otherwise: the rest was shown all the same."""
    return max((BROKEN.get(t.state, 0) for store in stores for t in store.targets), default=0)
