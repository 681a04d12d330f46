"""A home of Pi with something in every memory, and what the tests of its changes ask of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.plan import Operation, Result
from hermes_mem.model.store import Home
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.writing import Order, apply
from tests import pi_database
from tests.homes import PiHome
from tests.pi_database import left_to_do

TODAY = datetime.now(UTC).date().isoformat()
DAY, LATER = "2026-03-04", "2026-05-06"
SCOPES = {
    "memory": ("memory", None, "pi-hermes-memory/MEMORY.md"),
    "user": ("user", None, "pi-hermes-memory/USER.md"),
    "failures": ("failure", None, "pi-hermes-memory/failures.md"),
    "project:shop": ("memory", "shop", "projects-memory/shop/MEMORY.md"),
}
FACTS = [encoded(text, DAY, LATER) for text in ("pnpm, not npm", "tests beside code", "three\nlines\nhere")]
BY_HAND = "by hand, so without dates"
RULES = b"# mine\n- never push\nrun the tests\n"


def joined(entries: list[str]) -> bytes:
    return "\n§\n".join(entries).encode()


def filled(home: PiHome) -> PiHome:
    """A home with something in every target, and a table that says the same, as after a start of Pi."""
    failure = encoded("[failure] Tried X — Failed: it hangs", DAY, DAY, "shop")
    home.memory(joined([*FACTS, BY_HAND])).user(joined([encoded("likes tea", DAY, DAY)])).standing(RULES)
    home.failures(joined([failure, encoded("[insight] Y works", DAY, DAY)]))
    home.project("shop", joined([encoded("owns the cart", DAY, DAY)]))
    pi_database.make(database(home))
    return started(home)


def started(home: PiHome) -> PiHome:
    """The table as a start of Pi today leaves it: it takes an entry of several lines for written today."""
    env = Environment({"PI_CODING_AGENT_DIR": str(home.path)}, home.path, home.path)
    for target in SCOPES:
        assert layout_of("pi").mirror(home.path, target, env) is None
    return home


def database(home: PiHome) -> Path:
    return home.path / "pi-hermes-memory/sessions.db"


def text(home: PiHome, target: str = "memory") -> str:
    return (home.path / SCOPES[target][2]).read_bytes().decode()


def files(home: PiHome) -> dict[str, bytes]:
    """All memory files of a home."""
    return {str(path.relative_to(home.path)): path.read_bytes() for path in home.path.rglob("*.md")}


def assert_true_to_pi(home: PiHome) -> None:
    """What the agent's own reconcile finds left to do: nothing."""
    for target, project, file in SCOPES.values():
        assert left_to_do(database(home), target, project, home.path / file, TODAY) == []


def store(env: Environment) -> Home:
    [home] = [one for one in find_homes(env) if one.kind == "pi"]
    return home


def done(env: Environment, *operations: Operation, allow: tuple[str, ...] = ()) -> Result:
    return apply(Order(store(env), operations, "you", "a test", allow=allow), env)


def entry(env: Environment, text: str) -> str:
    return next(e.id for t in read(store(env), env).targets for e in t.entries if e.text == text)


def lock_of(home: PiHome, target: str = "memory") -> tuple[Path, str]:
    """Database and key, as the agent has them."""
    file = (home.path / SCOPES[target][2]).resolve()
    return file.parent.parent / ".pi-hermes-locks.sqlite", f"mutation:{file}"


FIXTURE = Path(__file__).parent / "data"
"""A home and its database that pi-hermes-memory itself has written."""


def written_by_pi(home: PiHome) -> PiHome:
    """A copy of what the agent itself has written, the database included."""
    shutil.copytree(FIXTURE / "pi-agent", home.path, dirs_exist_ok=True)
    shutil.copy(FIXTURE / "pi-sessions.db", database(home))
    return started(home)


@contextmanager
def person(furnished: Callable[[PiHome], PiHome] = filled) -> Iterator[tuple[PiHome, Environment]]:
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
        path = Path(directory)
        env = Environment({"HOME": directory, "XDG_STATE_HOME": f"{directory}/state"}, path, path)
        yield furnished(PiHome(path / ".pi/agent")), env
