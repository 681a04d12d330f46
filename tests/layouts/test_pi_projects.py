"""Which project a directory belongs to, and which projects a home has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import projects
from hermes_mem.model.store import Home
from hermes_mem.model.target import State
from hermes_mem.store.reading import read
from tests.homes import PiHome, put


def current(env: Environment, home: PiHome, directory: Path) -> str | None:
    directory.mkdir(parents=True, exist_ok=True)
    return projects.current(replace(env, cwd=directory), home.path / "projects-memory")


def repository(path: Path) -> Path:
    (path / ".git").mkdir(parents=True)
    return path


def worktree(path: Path, pointer: str) -> Path:
    put(path / ".git", pointer.encode())
    return path


def test_without_a_repository_it_is_the_directory(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    assert current(env, pi_home, tmp_path / "shop") == "shop"
    assert current(env, pi_home, tmp_path / "shop/src") == "src"


def test_neither_the_home_nor_the_root_is_one(env: Environment, pi_home: PiHome) -> None:
    assert current(env, pi_home, env.user_home) is None
    assert current(env, pi_home, Path("/")) is None
    assert projects.current(replace(env, cwd=env.user_home / "gone"), pi_home.path) is None


def test_below_a_repository_it_is_the_repository(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    repository(tmp_path / "shop")
    assert current(env, pi_home, tmp_path / "shop") == "shop"
    assert current(env, pi_home, tmp_path / "shop/packages/web") == "shop"


def test_a_repository_in_the_home_of_the_person_is_none(env: Environment, pi_home: PiHome) -> None:
    """People keep their dot files in git."""
    repository(env.user_home)
    assert current(env, pi_home, env.user_home / "notes") == "notes"


def test_a_worktree_belongs_to_its_repository(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    git = repository(tmp_path / "shop") / ".git/worktrees/fix"
    put(git / "commondir", b"../..\n")
    tree = worktree(tmp_path / "fix", f"gitdir: {git}\n")
    assert current(env, pi_home, tree) == "shop"
    assert current(env, pi_home, tree / "src") == "shop"


def test_a_worktree_without_commondir_is_told_by_its_folder(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    (tmp_path / "shop/.git/worktrees/fix").mkdir(parents=True)
    tree = worktree(tmp_path / "fix", "gitdir: ../shop/.git/worktrees/fix")
    assert current(env, pi_home, tree) == "shop"


@pytest.mark.parametrize("bare", [".bare", "shop.git"])
def test_a_bare_repository_gives_its_own_name(env: Environment, pi_home: PiHome, tmp_path: Path, bare: str) -> None:
    git = tmp_path / bare / "worktrees/main"
    put(git / "commondir", b"../..")
    assert current(env, pi_home, worktree(tmp_path / "main", f"gitdir: {git}")) == bare


def test_a_submodule_is_a_project_of_its_own(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    repository(tmp_path / "shop")
    (tmp_path / "shop/.git/modules/lib").mkdir(parents=True)
    tree = worktree(tmp_path / "shop/lib", "gitdir: ../.git/modules/lib")
    assert current(env, pi_home, tree / "src") == "lib"


@pytest.mark.parametrize("pointer", ["", "no pointer", "gitdir:", "gitdir: \n"])
def test_a_pointer_to_nowhere_is_the_directory_itself(
    env: Environment, pi_home: PiHome, tmp_path: Path, pointer: str
) -> None:
    assert current(env, pi_home, worktree(tmp_path / "odd", pointer) / "src") == "odd"


def test_the_bridge_flips_when_a_directory_is_made(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    """Memory under the old name goes on being used, until there is some under the name of the repository."""
    repository(tmp_path / "shop")
    pi_home.project("web", b"a")
    assert current(env, pi_home, tmp_path / "shop/web") == "web"
    (pi_home.path / "projects-memory/shop").mkdir()
    assert current(env, pi_home, tmp_path / "shop/web") == "shop"


def test_the_current_project_comes_first_and_empty_shells_not_at_all(pi_home: PiHome) -> None:
    pi_home.project("alpha", b"a").project("shop", b"b").project("proj é", b"c")
    (pi_home.path / "projects-memory/shell/skills").mkdir(parents=True)
    pi_home.file("projects-memory/stray.md", b"")
    there = pi_home.path / "projects-memory"
    assert projects.names(there, (), "shop") == ["shop", "alpha", "proj é"]
    assert projects.names(there, (), "new") == ["new", "alpha", "proj é", "shop"]
    assert projects.names(there, ("old", "shop"), None) == ["alpha", "old", "proj é", "shop"]


def test_the_snapshot_knows_the_current_project(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    found = read(Home("pi", pi_home.path, "default", "test"), replace(env, cwd=tmp_path / "new"))
    assert found.project == "new"
    target = found.target("project:new")
    assert target is not None
    assert (target.state, target.title) == (State.ABSENT, "PROJECT new")
    assert not target.path.parent.exists()
