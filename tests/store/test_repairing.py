"""A repair leaves the file as the agent's own next add would, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.format import drifted, parse, serialise, unique
from hermes_mem.model.errors import Damaged
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Add, Outcome, Repair, Result
from hermes_mem.store.reading import find_homes
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply, preview
from tests.homes import HermesHome
from tests.real_client import needs_client, run_client

DRIFTED = "one \n§\n\n  two\n§\n\n§\none \n§\nthree\n\n".encode()
MENDED = b"one\n\xc2\xa7\ntwo\n\xc2\xa7\nthree"
ODD = {
    "drift": DRIFTED,
    "windows": MENDED.replace(b"\n", b"\r\n"),
    "final newline": MENDED + b"\n",
    "mark": b"\xef\xbb\xbf" + DRIFTED,
    "blanks alone": b" \n\xc2\xa7\n\n",
}

THEIRS = """
from tools.memory_tool import MemoryStore
store = MemoryStore()
store.load_from_disk()
answer = [store.replace("memory", "two", "zwei"), store.remove("memory", "three")]
"""

THEIR_ADD = """
from tools.memory_tool import MemoryStore
store = MemoryStore()
store.load_from_disk()
answer = store.add("memory", "added at the end")
"""


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    return hermes_home.memory(DRIFTED).config("memory: {}\n")


def order(env: Environment) -> Order:
    return Order(find_homes(env)[0], [Repair("memory")], "you", "a test")


def repaired(env: Environment) -> Result:
    return apply(order(env), env)


def file(home: HermesHome) -> Path:
    return home.path / "memories/MEMORY.md"


@pytest.mark.parametrize("raw", ODD.values(), ids=list(ODD))
def test_the_file_is_spelled_as_the_agent_would_and_undo_brings_the_very_bytes_back(
    raw: bytes, home: HermesHome, env: Environment
) -> None:
    home.memory(raw)
    assert repaired(env).outcome is Outcome.APPLIED
    assert file(home).read_bytes() == serialise(unique(parse(raw)))
    assert repaired(env).outcome is Outcome.UNCHANGED
    undo(find_homes(env)[0], env, actor="you")
    assert file(home).read_bytes() == raw


def test_a_preview_says_what_is_mended_and_writes_nothing(home: HermesHome, env: Environment) -> None:
    result = preview(order(env), env)
    assert result.outcome is Outcome.APPLIED
    [finding] = [finding for finding in result.findings if finding.rule == "hermes.drift"]
    assert finding.severity is Severity.INFO
    assert file(home).read_bytes() == DRIFTED


def test_nothing_to_do(home: HermesHome, env: Environment) -> None:
    home.memory(MENDED)
    before = file(home).stat().st_ino
    assert repaired(env).outcome is Outcome.UNCHANGED
    assert file(home).stat().st_ino == before
    file(home).unlink()
    assert repaired(env).outcome is Outcome.UNCHANGED
    assert not file(home).exists()


@pytest.mark.parametrize("raw", [b"x" * 2300, b"one \n\xc2\xa7\n" + b"x" * 2300], ids=["alone", "and blanks"])
def test_an_entry_too_long_is_no_matter_of_spelling(raw: bytes, home: HermesHome, env: Environment) -> None:
    home.memory(raw)
    result = repaired(env)
    assert result.outcome is Outcome.REFUSED
    assert "Split" in str(result.findings[0].fix)
    assert file(home).read_bytes() == raw


def test_what_cannot_be_decoded_is_left_alone(home: HermesHome, env: Environment) -> None:
    home.memory(b"caf\xe9")
    with pytest.raises(Damaged):
        repaired(env)
    assert file(home).read_bytes() == b"caf\xe9"


def test_a_repair_lets_another_operation_of_the_same_plan_through(home: HermesHome, env: Environment) -> None:
    plan = Order(find_homes(env)[0], [Repair("memory"), Add("memory", "four")], "you", "a test")
    assert apply(plan, env).outcome is Outcome.APPLIED
    assert file(home).read_bytes() == MENDED + b"\n\xc2\xa7\nfour"


@given(st.lists(st.sampled_from(["§", "a", " b", "\u00a0", "", "\r", "c\n", "\ufeff"]), max_size=12))
def test_no_spelling_is_left_on_which_the_agent_would_refuse(lines: list[str]) -> None:
    raw = serialise(unique(parse("\n".join(lines).encode())))
    assert parse(raw) == unique(parse(raw))
    assert not drifted(raw.decode(), 2200)


@needs_client
def test_the_agent_replaces_and_removes_again(home: HermesHome, env: Environment) -> None:
    assert not any(one["success"] for one in run_client(THEIRS, None, home.path))
    home.memory(DRIFTED)
    repaired(env)
    assert all(one["success"] for one in run_client(THEIRS, None, home.path))
    assert file(home).read_bytes() == b"one\n\xc2\xa7\nzwei"


@needs_client
@pytest.mark.parametrize("raw", [raw for name, raw in ODD.items() if name != "blanks alone"])
def test_it_is_what_the_agents_own_add_leaves(raw: bytes, home: HermesHome, env: Environment) -> None:
    home.memory(raw)
    repaired(env)
    ours = file(home).read_bytes()
    home.memory(raw)
    assert run_client(THEIR_ADD, None, home.path)["success"]
    assert file(home).read_bytes() == ours + b"\n\xc2\xa7\nadded at the end"
