"""What pi-hermes-memory 0.9.6 itself writes on a certain day, byte for byte, as our changes have to write it."""

from __future__ import annotations

from datetime import date

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add, Outcome
from hermes_mem.store import spelling
from hermes_mem.store.failing import composed
from tests.homes import PiHome
from tests.pi_memories import done, store

DATES = "<!-- created=2026-11-29, last=2026-11-29 -->"


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "today", lambda: date(2026, 11, 29))


@pytest.mark.parametrize(("text", "units"), [("one", 48), ("😀😀", 49)])
def test_the_first_entry(text: str, units: int, pi_home: PiHome, env: Environment) -> None:
    [effect] = done(env, Add("memory", text)).effects
    assert (pi_home.path / "pi-hermes-memory/MEMORY.md").read_bytes().decode() == f"{text} {DATES}"
    assert effect.after.used == units


def test_a_limit_is_met_exactly(pi_home: PiHome, env: Environment) -> None:
    pi_home.config('{"memoryCharLimit": 50}')
    result = done(env, Add("memory", "sixsix"))
    assert (result.outcome, [finding.rule for finding in result.findings]) == (Outcome.REFUSED, ["budget.over"])
    assert not (pi_home.path / "pi-hermes-memory/MEMORY.md").exists()
    [effect] = done(env, Add("memory", "fives")).effects
    assert (effect.after.used, effect.after.limit) == (50, 50)


def test_a_failure_of_all_parts(pi_home: PiHome, env: Environment) -> None:
    text = composed(store(env), "failures", "Tried X", tool_state="ts", corrected_to="ct")
    done(env, Add("failures", text, project=" p "))
    written = "[failure] Tried X — Tool state: ts — Corrected to: ct"
    dates = DATES.replace(" -->", ", project64=cA -->")
    assert (pi_home.path / "pi-hermes-memory/failures.md").read_bytes().decode() == f"{written} {dates}"


def test_a_project_beyond_ascii(pi_home: PiHome, env: Environment) -> None:
    done(env, Add("failures", "[insight] X", project="proj é"))
    dates = DATES.replace(" -->", ", project64=cHJvaiDDqQ -->")
    assert (pi_home.path / "pi-hermes-memory/failures.md").read_bytes().decode() == f"[insight] X {dates}"


@pytest.mark.parametrize(
    ("before", "kept"),
    [
        ("b\n§\nb\n§\nc § inline", "b\n§\nc § inline"),
        ("\ufeffbom entry\n§\nb\n§\n\n§\nb", "bom entry\n§\nb"),
        ("a\r\n§\r\nb", "a\r\n§\r\nb"),
    ],
    ids=["copies and inline", "byte order mark", "line ends of Windows"],
)
def test_what_an_addition_makes_of_the_file(before: str, kept: str, pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(before.encode())
    done(env, Add("memory", "one"))
    raw = (pi_home.path / "pi-hermes-memory/MEMORY.md").read_bytes()
    assert raw.decode() == f"{kept}\n§\none {DATES}"
