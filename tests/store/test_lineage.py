"""Since when each entry that lies there is known, and how often it was reworded."""

from __future__ import annotations

from datetime import datetime

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.store.lineage import Line, lines_of
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from tests.homes import HermesHome

FIRST, SECOND = "Kai prefers tabs.", "Run the tests with make check."


def by_others(home: HermesHome, env: Environment, *entries: str, user: str = "Kai") -> datetime:
    """Let others write these, and the history know; returns when that was."""
    home.memory("\n§\n".join(entries).encode()).user(user.encode())
    assert observe([read(one, env) for one in find_homes(env)], env).problem is None
    with History.opened(state_dir(env)) as history:
        return history.changes()[0].time


def lines(env: Environment) -> dict[str, Line]:
    store = read(find_homes(env)[0], env)
    texts = {entry.id: f"{entry.text}{'~' if entry.copy_of else ''}" for t in store.targets for entry in t.entries}
    return {texts[entry]: line for entry, line in lines_of(store, env).items()}


def test_nothing_is_made_where_there_is_no_history(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n").memory(b"one")
    assert lines(env) == {}
    assert not state_dir(env).exists()


def test_each_entry_has_its_line(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    began = by_others(hermes_home, env, FIRST)
    came = by_others(hermes_home, env, FIRST, SECOND)
    reworded = "Kai prefers tabs, never in YAML."
    changed = by_others(hermes_home, env, reworded, SECOND)
    assert lines(env) == {
        "Kai": Line(began, began, 1, older=True),
        reworded: Line(began, changed, 2, older=True),
        SECOND: Line(came, came, 1, older=False),
    }
    by_others(hermes_home, env, SECOND, user=reworded)
    assert lines(env)[reworded] == Line(began, changed, 2, older=True)


def test_copies_have_a_line_each_and_what_is_not_known_yet_has_none(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    began = by_others(hermes_home, env, FIRST)
    again = by_others(hermes_home, env, FIRST, FIRST)
    hermes_home.memory("\n§\n".join((FIRST, FIRST, SECOND)).encode())
    found = lines(env)
    assert {text: line.first for text, line in found.items()} == {"Kai": began, FIRST: began, f"{FIRST}~": again}
