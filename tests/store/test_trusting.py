"""A file outside of the home is written once it was trusted, and that very file alone."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.config.trusted import FILE, load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Conflict, Refused, Unreadable
from hermes_mem.model.plan import Add, Outcome, Result
from hermes_mem.model.target import Target
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.refusing import OUTSIDE
from hermes_mem.store.restoring import preview_restore, restore
from hermes_mem.store.trusting import forget, is_trusted, outside, trust
from hermes_mem.store.undoing import preview_redo, preview_undo, redo, undo
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


def taking_back(env: Environment, number: int) -> dict[str, Callable[[], object]]:
    """Every way in which the history writes into a memory."""
    home = find_homes(env)[0]
    return {
        "undo": lambda: undo(home, env, actor="you"),
        "undo by number": lambda: undo(home, env, actor="you", change=number),
        "preview of undo": lambda: preview_undo(home, env, actor="you"),
        "restore": lambda: restore(number, env, actor="you"),
        "preview of restore": lambda: preview_restore(number, env, actor="you"),
    }


def test_the_history_asks_for_trust_as_a_change_does(link: Path, env: Environment) -> None:
    (number,) = added(env, OUTSIDE).changes
    file, home = link.resolve(), find_homes(env)[0]
    written = file.read_bytes()
    for name, act in taking_back(env, number).items():
        with pytest.raises(Refused, match="not trusted") as refusal:
            act()
        assert "hermes-mem trust memory" in str(refusal.value.hint), name
        assert file.read_bytes() == written, name
    trust(file, env)
    undo(home, env, actor="you")
    assert (file.read_bytes(), link.is_symlink()) == (b"one", True)
    forget(file, env)
    for again in (redo, preview_redo):
        with pytest.raises(Refused, match="not trusted"):
            again(home, env, actor="you")
    assert file.read_bytes() == b"one"
    trust(file, env)
    redo(home, env, actor="you")
    assert (file.read_bytes(), link.is_symlink()) == (written, True)
    restore(number, env, actor="you")
    assert (file.read_bytes(), link.is_symlink()) == (b"one", True)


def test_a_link_inside_of_the_home_is_kept_and_its_file_taken_back(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.config("memory: {}\n").file("notes/real.md", b"one \r\n")
    (hermes_home.path / "notes/real.md").chmod(0o640)
    path = hermes_home.path / "memories/MEMORY.md"
    path.symlink_to("../notes/real.md")
    added(env)
    (hermes_home.path / "notes/real.md").chmod(0o600)
    undo(find_homes(env)[0], env, actor="you")
    assert path.readlink() == Path("../notes/real.md")
    assert path.read_bytes() == b"one \r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("now", ["another link", "a file"])
def test_what_stands_in_the_place_of_the_link_is_not_written(
    now: str, link: Path, env: Environment, tmp_path: Path
) -> None:
    """Nor is the file written that the link led to: it is no memory any more."""
    file = link.resolve()
    (number,) = added(env, OUTSIDE).changes
    (tmp_path / "other.md").write_bytes(b"theirs")
    link.unlink()
    if now == "a file":
        link.write_bytes(b"theirs")
    else:
        link.symlink_to(tmp_path / "other.md")
        trust(tmp_path / "other.md", env)
    trust(file, env)
    for name, act in taking_back(env, number).items():
        with pytest.raises(Conflict, match="another file now"):
            act()
        assert (link.read_bytes(), file.read_bytes()) == (b"theirs", b"one\n\xc2\xa7\ntwo"), name


def test_a_file_that_became_a_link_is_not_written_through(
    hermes_home: HermesHome, env: Environment, tmp_path: Path
) -> None:
    hermes_home.config("memory: {}\n").memory(b"one")
    (number,) = added(env).changes
    path = hermes_home.path / "memories/MEMORY.md"
    path.rename(tmp_path / "notes.md")
    path.symlink_to(tmp_path / "notes.md")
    trust(tmp_path / "notes.md", env)
    for name, act in taking_back(env, number).items():
        with pytest.raises(Conflict, match="another file now"):
            act()
        assert (path.is_symlink(), path.read_bytes()) == (True, b"one\n\xc2\xa7\ntwo"), name
