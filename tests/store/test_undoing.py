"""Taking changes back: byte for byte where nobody has written since, by entry where somebody has, else not at all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Conflict, NotFound
from hermes_mem.model.plan import Add, Move, Operation, Outcome, Remove, Reorder, Repair, Replace
from hermes_mem.store.looking_back import changes
from hermes_mem.store.merging import Contested, reversed_in
from hermes_mem.store.noting import note
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.store.undoing import preview_undo, redo, undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome

ODD = b"\xc2\xa0a \n\xc2\xa7\nb\r\n\xc2\xa7\r\nb\n\n"
"""Bytes that the agent would not write: only the first version itself brings them back."""


def joined(texts: Sequence[str]) -> bytes:
    return "\n§\n".join(texts).encode()


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(joined(["one", "two", "three"])).user(joined(["four"])).config("memory: {}\n")


def memory(home: HermesHome) -> bytes:
    return (home.path / "memories/MEMORY.md").read_bytes()


def change(env: Environment, *operations: Operation, profile: str | None = None) -> None:
    home = find_homes(env, Choice(profile=profile))[0]
    order = Order(home, operations, "you", "a test", allow=("empty", "shrink", "secret.stated"))
    assert apply(order, env).outcome is not Outcome.REFUSED


def entry(env: Environment, text: str) -> str:
    found = read(find_homes(env)[0], env)
    return next(entry.id for target in found.targets for entry in target.entries if entry.text == text)


def test_undo_brings_back_the_very_bytes(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(b"a \nb\r\n").config("memory: {}\n")
    change(env, Add("memory", "c"))
    assert memory(hermes_home) == joined(["a \nb", "c"])
    undo(find_homes(env)[0], env, actor="you")
    assert memory(hermes_home) == b"a \nb\r\n"


def test_undo_of_the_first_entry_takes_the_file_away(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n")
    change(env, Add("user", "x"))
    undo(find_homes(env)[0], env, actor="you")
    assert not (hermes_home.path / "memories/USER.md").exists()


def test_several_undos_go_further_back_and_redo_comes_forward(home: HermesHome, env: Environment) -> None:
    store = find_homes(env)[0]
    versions = [memory(home)]
    for text in ("four", "five", "six"):
        change(env, Add("memory", text))
        versions.append(memory(home))
    for expected in versions[2::-1]:
        undo(store, env, actor="you")
        assert memory(home) == expected
    with pytest.raises(NotFound):
        undo(store, env, actor="you")
    for expected in versions[1:]:
        redo(store, env, actor="you")
        assert memory(home) == expected
    with pytest.raises(NotFound):
        redo(store, env, actor="you")


def test_a_new_change_ends_what_can_be_done_again(home: HermesHome, env: Environment) -> None:
    store = find_homes(env)[0]
    change(env, Add("memory", "four"))
    undo(store, env, actor="you")
    change(env, Add("memory", "five"))
    with pytest.raises(NotFound, match="nothing to do again"):
        redo(store, env, actor="you")


def test_others_have_added_since(home: HermesHome, env: Environment) -> None:
    change(env, Remove(entry(env, "two")))
    home.memory(joined(["one", "three", "theirs"]))
    undo(find_homes(env)[0], env, actor="you")
    assert memory(home) == joined(["one", "two", "three", "theirs"])


def test_others_have_reworded_what_the_change_brought(home: HermesHome, env: Environment) -> None:
    change(env, Replace(entry(env, "two"), "2: password is hunter2-and-more"))
    home.memory(joined(["one", "zwei", "three"]))
    with pytest.raises(Conflict, match="no longer there") as conflict:
        undo(find_homes(env)[0], env, actor="you")
    assert "hunter2" not in conflict.value.message
    assert memory(home) == joined(["one", "zwei", "three"])


def test_a_move_between_profiles_comes_back_to_both(home: HermesHome, env: Environment) -> None:
    other = home.profile("oncall").memory(b"there").config("memory: {}\n")
    change(env, Move(entry(env, "one"), "memory", find_homes(env, Choice(profile="oncall"))[0]))
    assert memory(other) == joined(["there", "one"])
    undo(find_homes(env)[0], env, actor="you")
    assert (memory(home), memory(other)) == (joined(["one", "two", "three"]), b"there")


def test_a_home_has_one_history_whatever_name_leads_there(home: HermesHome, env: Environment, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(home.path)
    alias = find_homes(env, Choice(store=tmp_path / "alias"))[0]
    apply(Order(alias, [Add("memory", "new")], "you", "a test"), env)
    undo(find_homes(env)[0], env, actor="you")
    assert memory(home) == joined(["one", "two", "three"])
    redo(alias, env, actor="you")
    assert memory(home) == joined(["one", "two", "three", "new"])


def test_a_change_by_the_agent_is_only_taken_back_by_its_id(home: HermesHome, env: Environment) -> None:
    order = Order(find_homes(env)[0], [Add("memory", "x")], "agent", "a test")
    (change_id,) = apply(order, env).changes
    with pytest.raises(NotFound):
        undo(order.home, env, actor="you")
    undo(order.home, env, actor="you", change=change_id)
    assert memory(home) == joined(["one", "two", "three"])


def test_an_undo_that_would_do_nothing_is_refused_and_recorded_nowhere(home: HermesHome, env: Environment) -> None:
    store = find_homes(env)[0]
    home.memory(b"aaa\n\xc2\xa7\nbbb\n\xc2\xa7\nbbb\n")
    change(env, Repair("memory"))
    assert memory(home) == joined(["aaa", "bbb"])
    home.memory(joined(["aaa", "bbb", "theirs"]))
    note([read(store, env)], [home.path / "memories/MEMORY.md"], env)
    before = [one.id for one in changes(env)]
    with pytest.raises(Conflict, match="nothing to take back") as conflict:
        undo(store, env, actor="you")
    assert "history restore" in (conflict.value.hint or "")
    with pytest.raises(Conflict, match="nothing to take back"):
        preview_undo(store, env, actor="you")
    assert memory(home) == joined(["aaa", "bbb", "theirs"])
    assert [one.id for one in changes(env)] == before


def test_what_others_have_taken_back_already_is_said(home: HermesHome, env: Environment) -> None:
    change(env, Add("memory", "four"))
    home.memory(joined(["one", "two", "three"]))
    with pytest.raises(Conflict, match="All is as it was before change 1"):
        undo(find_homes(env)[0], env, actor="you")


@given(st.randoms(use_true_random=False), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_any_sequence_taken_back_ends_with_the_first_bytes(luck: random.Random, count: int) -> None:
    """Over both targets and two profiles, from bytes that the agent would not have written."""
    with pytest.MonkeyPatch.context() as patch, _new_person(patch) as person:
        env = Environment.here()
        first = HermesHome(person / ".hermes").memory(b"one \ntwo\n").user(b"three").config("memory: {}\n")
        second = first.profile("oncall").memory(joined(["four", "five"])).config("memory: {}\n")
        before = [_files(home) for home in (first, second)]
        done = 0
        for _ in range(count):
            done += _something(env, luck)
        for _ in range(done):
            undo(find_homes(env)[0], env, actor="you")
        assert [_files(home) for home in (first, second)] == before


def _something(env: Environment, luck: random.Random) -> int:
    """One operation by luck; 1 when it changed something."""
    homes = find_homes(env, Choice(profile="all"))
    entries = [(t.name, e.id) for t in read(homes[0], env).targets for e in t.entries]
    choices: list[Operation] = [Add(luck.choice(["memory", "user"]), f"fact {luck.randrange(6)}")]
    if entries:
        _, chosen = luck.choice(entries)
        target = luck.choice(["memory", "user"])
        choices += [Remove(chosen), Replace(chosen, f"new {luck.randrange(9)}"), Reorder(chosen, luck.randrange(3))]
        choices += [Move(chosen, target), Move(chosen, "memory", homes[1])]
    order = Order(homes[0], [luck.choice(choices)], "you", "a test", allow=("empty", "shrink"))
    return int(apply(order, env).outcome is Outcome.APPLIED)


def _files(home: HermesHome) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (home.path / "memories").glob("*.md")}


def _new_person(patch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    from contextlib import contextmanager
    from tempfile import TemporaryDirectory

    @contextmanager
    def person():  # type: ignore[no-untyped-def]
        shared = Path("/dev/shm")
        with TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
            patch.setenv("HOME", directory)
            for name in ("CONFIG", "STATE", "CACHE"):
                patch.setenv(f"XDG_{name}_HOME", f"{directory}/.{name.lower()}")
            yield Path(directory)

    return person()


TEXTS = st.lists(st.sampled_from("abcdefgh"), unique=True)


@given(TEXTS, TEXTS)
def test_with_nobody_in_between_all_comes_back(before: list[str], after: list[str]) -> None:
    assert reversed_in(before, after, after) == before


@given(TEXTS, TEXTS, TEXTS)
def test_what_others_did_stays_and_nothing_comes_twice(before: list[str], after: list[str], now: list[str]) -> None:
    brought = set(after) - set(before)
    if not brought <= set(now):
        with pytest.raises(Contested):
            reversed_in(before, after, now)
        return
    result = reversed_in(before, after, now)
    assert len(result) == len(set(result))
    assert set(result) == (set(now) - brought) | (set(before) - set(after))
