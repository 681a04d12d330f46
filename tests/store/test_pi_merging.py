"""Pi writes between the look of a person and their change: what others became stays, this one is not overwritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.model.errors import NotFound
from hermes_mem.model.file import Lock
from hermes_mem.model.plan import Move, Operation, Outcome, Remove, Reorder, Replace
from hermes_mem.store import writing
from hermes_mem.store.looking_back import changes
from hermes_mem.store.undoing import undo
from tests import pi_agent
from tests.homes import PiHome
from tests.pi_memories import (
    BY_HAND,
    DAY,
    FACTS,
    LATER,
    TODAY,
    assert_true_to_pi,
    database,
    done,
    entry,
    files,
    filled,
    joined,
    store,
    text,
)

THEIRS = encoded("of the agent", TODAY, TODAY)
Act = Callable[[], None]


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    return filled(pi_home)


def agent_adds(home: PiHome) -> None:
    pi_agent.add(file(home), "of the agent", database(home))


def agent_rewords(home: PiHome, instead: dict[str, str]) -> None:
    """As the agent replaces whole entries: under its lease, with a recovery copy."""
    key = f"mutation:{file(home).resolve()}"
    leases = pi_agent.LeaseDatabase(home.path / ".pi-hermes-locks.sqlite")
    token = leases.waited(key)
    pi_agent.changed(file(home), lambda entries: [instead.get(one, one) for one in entries])
    leases.release(key, token)


def file(home: PiHome) -> Path:
    return home.path / "pi-hermes-memory/MEMORY.md"


@pytest.fixture(params=["before", "while the lease is awaited"])
def when(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[Act], None]:
    """Has the agent do something between the look and the change, at one of two moments."""
    if request.param == "before":
        return lambda act: act()

    def then(act: Act) -> None:
        @contextmanager
        def held(locks: Iterable[Lock]) -> Iterator[None]:
            monkeypatch.setattr(writing, "all_held", all_held)
            act()
            with all_held(locks):
                yield

        monkeypatch.setattr(writing, "all_held", held)

    return then


PLANS: dict[str, tuple[Callable[[str], Operation], list[str]]] = {
    "replace": (lambda one: Replace(one, "pnpm only"), [encoded("pnpm only", DAY, TODAY), *FACTS[1:], BY_HAND]),
    "remove": (Remove, [*FACTS[1:], BY_HAND]),
    "reorder": (lambda one: Reorder(one, 2), [FACTS[1], FACTS[2], FACTS[0], BY_HAND]),
    "move": (lambda one: Move(one, "user"), [*FACTS[1:], BY_HAND]),
}


@pytest.mark.parametrize("name", PLANS)
def test_what_the_agent_adds_meanwhile_stays(
    name: str, when: Callable[[Act], None], home: PiHome, env: Environment
) -> None:
    operation, left = PLANS[name]
    one = entry(env, "pnpm, not npm")
    before = files(home)
    when(lambda: agent_adds(home))
    assert done(env, operation(one)).outcome is Outcome.APPLIED
    assert text(home) == joined([*left, THEIRS]).decode()
    assert_true_to_pi(home)
    undo(store(env), env, actor="you")
    assert text(home) == joined([*FACTS, BY_HAND, THEIRS]).decode()
    assert files(home)["pi-hermes-memory/USER.md"] == before["pi-hermes-memory/USER.md"]
    assert_true_to_pi(home)


def test_what_the_agent_rewords_meanwhile_is_not_overwritten(
    when: Callable[[Act], None], home: PiHome, env: Environment
) -> None:
    theirs = encoded("yarn, not npm", DAY, TODAY)
    one = entry(env, "pnpm, not npm")
    when(lambda: agent_rewords(home, {FACTS[0]: theirs}))
    with pytest.raises(NotFound, match="is not there any more"):
        done(env, Replace(one, "pnpm only"))
    assert text(home) == joined([theirs, *FACTS[1:], BY_HAND]).decode()
    assert [change.about.actor for change in changes(env)] == []


def test_other_dates_of_the_same_text_are_kept(when: Callable[[Act], None], home: PiHome, env: Environment) -> None:
    """An id stands for the text that the person saw, and dates are none of it."""
    one = entry(env, "pnpm, not npm")
    when(lambda: agent_rewords(home, {FACTS[0]: encoded("pnpm, not npm", "2026-01-02", LATER)}))
    done(env, Replace(one, "pnpm only"))
    assert text(home).split("\n§\n")[0] == encoded("pnpm only", "2026-01-02", TODAY)
    assert_true_to_pi(home)


def test_an_undo_after_the_agent_wrote_is_done_by_entry(home: PiHome, env: Environment) -> None:
    done(env, Remove(entry(env, "tests beside code")))
    agent_adds(home)
    undo(store(env), env, actor="you")
    assert text(home) == joined([*FACTS, BY_HAND, THEIRS]).decode()
    assert_true_to_pi(home)
