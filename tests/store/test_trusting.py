"""A file outside of the home is written once it was trusted, and that very file alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.config.trusted import FILE, load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.plan import Add, Outcome, Result
from hermes_mem.model.target import Target
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.trusting import forget, is_trusted, outside, trust
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome


@pytest.fixture
def link(hermes_home: HermesHome, tmp_path: Path) -> Path:
    """A memory file that is a link to one outside."""
    hermes_home.config("memory: {}\n").user(b"inside")
    (tmp_path / "notes.md").write_bytes(b"one")
    path = hermes_home.path / "memories/MEMORY.md"
    path.symlink_to(tmp_path / "notes.md")
    return path


def target(env: Environment, name: str = "memory") -> Target:
    found = read(find_homes(env)[0], env).target(name)
    assert found is not None
    return found


def added(env: Environment, *allow: str) -> Result:
    return apply(Order(find_homes(env)[0], [Add("memory", "two")], "you", "a test", allow=allow), env)


def test_read_only_until_it_is_trusted_and_again_when_that_is_taken_back(link: Path, env: Environment) -> None:
    refusal = added(env)
    assert refusal.outcome is Outcome.REFUSED
    assert "hermes-mem trust memory" in str(refusal.findings[0].fix)
    file = outside(target(env))
    assert file == link.resolve()
    assert trust(file, env)
    assert not trust(file, env)
    assert is_trusted(target(env), env)
    assert added(env).outcome is Outcome.APPLIED
    assert file.read_bytes() == b"one\n\xc2\xa7\ntwo"
    assert link.is_symlink()
    assert forget(file, env)
    assert not forget(file, env)
    assert not is_trusted(target(env), env)


def test_a_link_that_leads_elsewhere_asks_again(link: Path, env: Environment, tmp_path: Path) -> None:
    trust(link.resolve(), env)
    (tmp_path / "other.md").write_bytes(b"theirs")
    link.unlink()
    link.symlink_to(tmp_path / "other.md")
    assert added(env).outcome is Outcome.REFUSED


def test_one_change_may_be_allowed_without_trust(link: Path, env: Environment) -> None:
    assert added(env, "shape.link-outside").outcome is Outcome.APPLIED
    assert load(env) == frozenset()


def test_what_lies_inside_needs_none(link: Path, env: Environment) -> None:
    assert outside(target(env, "user")) is None
    assert not is_trusted(target(env, "user"), env)


def test_the_list_is_this_persons_and_takes_any_path(env: Environment) -> None:
    odd = [Path("/a\nb"), Path("/caf\udce9")]
    for path in odd:
        trust(path, env)
    assert load(env) == frozenset(odd)
    files = [path for path in state_dir(env).iterdir() if path.name.startswith((FILE, f".{FILE}"))]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    assert {path.name for path in files} == {FILE, f"{FILE}.lock"}


@pytest.mark.parametrize("raw", [b"{", b'{"a": 1}', b"\xff", b"[" * 100_000])
def test_a_damaged_list_trusts_nothing(raw: bytes, link: Path, env: Environment) -> None:
    state_dir(env).mkdir(parents=True)
    (state_dir(env) / FILE).write_bytes(raw)
    assert added(env).outcome is Outcome.REFUSED
    trust(link.resolve(), env)
    assert added(env).outcome is Outcome.APPLIED


def test_what_cannot_be_remembered_is_said(env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True, exist_ok=True)
    state_dir(env).write_text("in the way")
    with pytest.raises(Unreadable):
        trust(Path("/a"), env)
