"""What is remembered between two starts can be lost without harm, and is never half written."""

from __future__ import annotations

import json
import stat

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.config.remembered import Remembered, load, save
from hermes_mem.disk.environment import Environment

CHOICES = Remembered(theme="stele", layout="board", view="memory", store="hermes:work", welcomed=True)


def test_nothing_is_remembered_at_first_and_nothing_made(env: Environment) -> None:
    assert load(env) == Remembered()
    assert not state_dir(env).exists()


def test_what_is_saved_comes_back(env: Environment) -> None:
    assert save(env, CHOICES) is None
    assert load(env) == CHOICES
    assert save(env, Remembered()) is None
    assert load(env) == Remembered()


def test_nobody_else_may_look(env: Environment) -> None:
    save(env, CHOICES)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (state_dir(env), state_dir(env) / "ui.json")]
    assert modes == [0o700, 0o600]


def test_nothing_is_left_beside_it(env: Environment) -> None:
    save(env, CHOICES)
    save(env, Remembered())
    assert [path.name for path in state_dir(env).iterdir()] == ["ui.json"]


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"[]", b"7", b"\xff\xfe", b"[" * 100_000, b'{"theme": 3, "layout": true, "later": {}}']
)
def test_damage_costs_only_what_was_remembered(env: Environment, raw: bytes) -> None:
    save(env, CHOICES)
    (state_dir(env) / "ui.json").write_bytes(raw)
    assert load(env) == Remembered()


def test_what_still_fits_is_kept(env: Environment) -> None:
    save(env, CHOICES)
    path = state_dir(env) / "ui.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "layout": None, "new": 1}))
    assert load(env) == Remembered("stele", None, "memory", "hermes:work", True)


def test_a_place_that_cannot_be_written_is_said_and_harms_nothing(env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True, exist_ok=True)
    state_dir(env).write_bytes(b"a file")
    problem = save(env, CHOICES)
    assert problem is not None
    assert str(state_dir(env)) in problem
    assert load(env) == Remembered()


def test_a_failing_write_leaves_the_old_one(env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    save(env, CHOICES)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    assert "No space left" in str(save(env, Remembered()))
    monkeypatch.undo()
    assert [path.name for path in state_dir(env).iterdir()] == ["ui.json"]
