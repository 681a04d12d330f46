"""Whatever Pi, editors and hermes-mem do, and whenever somebody looks: nobody is named who did not do it."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change, Origin
from hermes_mem.model.plan import Add
from hermes_mem.store.looking_back import change_with_files, changes
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests import pi_agent
from tests.homes import PiHome

ROUNDS, STEPS = 6, 40


@dataclass
class Life:
    """What really became of the file: its versions, and who wrote each."""

    home: PiHome
    env: Environment
    luck: random.Random
    versions: list[tuple[bytes, str]] = field(default_factory=list)

    @property
    def file(self) -> Path:
        return self.home.path / "pi-hermes-memory/MEMORY.md"

    def text(self) -> str:
        """Mostly new, sometimes one that was there before."""
        return f"fact {self.luck.randrange(8)}"

    def happened(self, actor: str) -> None:
        raw = self.file.read_bytes()
        if not self.versions or raw != self.versions[-1][0]:
            self.versions.append((raw, actor))
        time.sleep(0.012)

    def pi_writes(self) -> None:
        pi_agent.changed(self.file, lambda entries: [*entries[self.luck.randrange(2) :], self.text()])
        self.happened("pi")

    def an_editor_writes(self) -> None:
        raw = "\n§\n".join(self.text() for _ in range(3)).encode()
        if self.luck.random() < 0.5:
            self.file.write_bytes(raw)
        else:
            new = self.file.with_name("new")
            new.write_bytes(raw)
            if self.luck.random() < 0.3:
                os.utime(new, (1_700_000_000, 1_700_000_000))
            new.replace(self.file)
        self.happened("editor")

    def we_write(self) -> None:
        entries = [Add("memory", f"ours {self.luck.random()}")]
        apply(Order(find_homes(self.env)[0], entries, "you", "a test"), self.env)
        self.happened("you")

    def we_undo(self) -> None:
        newest = next((one for one in changes(self.env) if one.about.origin is Origin.CHANGE), None)
        if newest and newest.id == changes(self.env)[0].id and self.versions[-1][1] == "you":
            undo(find_homes(self.env)[0], self.env, actor="you", change=newest.id)
            self.happened("you")

    def somebody_looks(self) -> None:
        observe([read(home, self.env) for home in find_homes(self.env)], self.env)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_nobody_is_named_who_did_not_do_it(number: int, pi_home: PiHome, env: Environment) -> None:
    luck = random.Random(number)
    life = Life(pi_home.config("{}"), env, luck)
    pi_home.memory(b"fact 0")
    life.happened("editor")
    doings = (life.pi_writes, life.an_editor_writes, life.we_write, life.we_undo, life.somebody_looks)
    for doing in luck.choices(doings, (9, 4, 2, 1, 4), k=STEPS):
        doing()
    life.somebody_looks()
    told = [change_with_files(change.id, env) for change in reversed(changes(env))]
    raws = [raw_after(change) for change in told]
    assert_told_in_order(raws, [raw for raw, _ in life.versions])
    for before, after in pairwise(told):
        assert after.files[0].before is not None
        assert after.files[0].before.raw == raw_after(before)
        assert after.time >= before.time
    really = {(before, after, actor) for (before, _), (after, actor) in pairwise(life.versions)}
    by_pi = [change for change in told if change.about.actor == "pi"]
    assert {(raw_before(change), raw_after(change), "pi") for change in by_pi} <= really
    assert by_pi
    assert {change.about.actor for change in told} <= {"pi", "you", "unknown"}


def raw_after(change: Change) -> bytes:
    [file] = change.files
    assert file.after is not None
    return file.after.raw


def raw_before(change: Change) -> bytes:
    [file] = change.files
    assert file.before is not None
    return file.before.raw


def assert_told_in_order(told: list[bytes], really: list[bytes]) -> None:
    """Every version that is told was there, in this order; the last one of both is the same."""
    rest = iter(really)
    assert all(version in rest for version in told)
    assert told[-1] == really[-1]
