"""Stores that were made to hurt, and homes that go while they are looked at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health import duplicates
from hermes_mem.health.check import Check
from hermes_mem.health.duplicates import DUPLICATES, MOST_CANDIDATES
from hermes_mem.health.examining import CHECKS, look, remedies
from hermes_mem.health.leftovers import LEFTOVERS
from hermes_mem.store.matching import likeness
from tests.health.sights import findings, rules, sight
from tests.homes import HermesHome, PiHome


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.group)
@pytest.mark.parametrize("gone", ["home", "memories", "replaced"])
def test_a_home_that_goes_between_reading_and_checking(
    env: Environment, hermes_home: HermesHome, pi_home: PiHome, check: Check, gone: str
) -> None:
    hermes_home.memory("A fact.\r\n§\nA fact.".encode()).user(b"A fact.")
    pi_home.memory(b"A fact.").project("shop", b"A fact.")
    (hermes_home.path / "memories/.mem_one111.tmp").write_bytes(b"half")
    os.utime(hermes_home.path / "memories/.mem_one111.tmp", (1, 1))
    here = sight(env)
    seen = [(one.group, one.reports) for one in look(here)]
    for home, folder in ((hermes_home.path, "memories"), (pi_home.path, "pi-hermes-memory")):
        shutil.rmtree(home if gone == "home" else home / folder)
        if gone == "replaced":
            (home / folder).write_bytes(b"a file in its place")
    list(check.examine(here))
    for _, reports in seen:
        for report in reports:
            assert [way for way in remedies(report, here) if way.files] == []


def test_directories_are_not_walked(
    env: Environment, hermes_home: HermesHome, pi_home: PiHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies deeper than beside a memory is not even listed, however much it is."""
    deep = hermes_home.memory(b"A fact.").path / "memories/a/b/c"
    deep.mkdir(parents=True)
    (pi_home.memory(b"A fact.").path / "pi-hermes-memory/skills/a/b").mkdir(parents=True)
    listed: list[Path] = []
    real = os.scandir

    def spied(path: str | Path = ".") -> Iterator[os.DirEntry[str]]:
        listed.append(Path(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", spied)
    findings(LEFTOVERS, env)
    beside = hermes_home.path / "memories", pi_home.path / "pi-hermes-memory"
    assert set(beside) <= set(listed)
    assert [
        path for path in listed if path.parent.is_relative_to(beside[0]) or path.is_relative_to(beside[1] / "skills")
    ] == []


def test_a_text_is_compared_with_a_few_others_only(
    env: Environment, hermes_home: HermesHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["".join(letters) for letters in product("bdfgk", "aeiou", "lmnrst", "aeiou")]
    many = [f"The secret of service {name} is kept by the team of {name[::-1]} there" for name in names]
    hermes_home.memory("\n§\n".join(many).encode())
    compared = 0

    def counted(one: object, other: object) -> float:
        nonlocal compared
        compared += 1
        return likeness(one, other)  # type: ignore[arg-type]

    monkeypatch.setattr(duplicates, "likeness", counted)
    rules(DUPLICATES, env)
    assert 0 < compared <= MOST_CANDIDATES * len(many)


def test_an_entry_of_a_megabyte(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.memory(b"word " * 200_000 + "\n§\n".encode() + b"word " * 200_001)
    assert [one.problem for one in look(sight(env))] == [None] * len(CHECKS)
