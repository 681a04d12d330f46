"""Which homes of Pi are found, beside those of Hermes, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound
from hermes_mem.model.store import Home
from hermes_mem.store.reading import Choice, find_homes, looked_in
from tests.homes import HermesHome, PiHome


def with_home(env: Environment, value: str) -> Environment:
    return replace(env, environ={**env.environ, "PI_CODING_AGENT_DIR": value})


def named(homes: list[Home]) -> list[tuple[str, Path]]:
    return [(home.name, home.path) for home in homes]


def test_the_default_home(env: Environment, pi_home: PiHome) -> None:
    [home] = find_homes(env)
    assert (home.kind, home.path, home.name, home.active) == ("pi", pi_home.path, "pi:default", True)
    assert "default" in home.why


def test_homes_of_hermes_come_first(env: Environment, pi_home: PiHome, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    assert [home.name for home in find_homes(env)] == ["hermes:default", "hermes:work", "pi:default"]
    assert [home.name for home in find_homes(env, Choice(profile="all"))][-1] == "pi:default"
    assert [home.name for home in find_homes(env, Choice(profile="work"))] == ["hermes:work"]


@pytest.mark.parametrize("value", ["{home}/elsewhere", " ~/elsewhere ", "{home}/x/../elsewhere", "elsewhere"])
def test_the_variable_names_another(env: Environment, pi_home: PiHome, value: str) -> None:
    """Trimmed, `~` is the person's home, and what is relative starts where the command was given."""
    there = PiHome(env.user_home / "elsewhere").path
    env = replace(with_home(env, value.format(home=env.user_home)), cwd=env.user_home)
    [home] = find_homes(env)
    assert home.path == there
    assert "PI_CODING_AGENT_DIR" in home.why


@pytest.mark.parametrize("value", ["", "  \t"])
def test_a_blank_variable_is_none(env: Environment, pi_home: PiHome, value: str) -> None:
    assert find_homes(with_home(env, value))[0].path == pi_home.path


def test_a_directory_of_pi_without_memory_is_no_home(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    assert find_homes(with_home(env, str(tmp_path))) == []
    assert find_homes(with_home(env, str(tmp_path / "none"))) == []
    assert list(env.user_home.iterdir()) == []


def _itself(home: PiHome) -> Path:
    return home.path


def _folder(home: PiHome) -> Path:
    return home.path / "pi-hermes-memory"


def _file(home: PiHome) -> Path:
    return home.memory(b"a").path / "pi-hermes-memory/MEMORY.md"


def _projects(home: PiHome) -> Path:
    return home.project("shop", b"a").path / "projects-memory"


def _project(home: PiHome) -> Path:
    return home.project("shop", b"a").path / "projects-memory/shop"


def _project_file(home: PiHome) -> Path:
    return home.project("shop", b"a").path / "projects-memory/shop/MEMORY.md"


def _above(home: PiHome) -> Path:
    return home.path.parent


@pytest.mark.parametrize("make", [_itself, _folder, _file, _projects, _project, _project_file, _above])
def test_a_path_is_recognised_by_what_is_in_it(
    env: Environment, pi_home: PiHome, make: Callable[[PiHome], Path]
) -> None:
    [home] = find_homes(env, Choice(store=make(pi_home)))
    assert (home.kind, home.path, home.why) == ("pi", pi_home.path, "Named with --store.")


def test_a_configuration_alone_is_a_sign(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "hermes-memory-config.json").touch()
    assert find_homes(env, Choice(store=tmp_path))[0].kind == "pi"


def test_ordinary_names_do_not_make_it_a_home_of_hermes(env: Environment, pi_home: PiHome) -> None:
    """`.env` is a sign of Hermes, and nothing unusual beside Pi."""
    pi_home.file(".env", b"")
    assert find_homes(env, Choice(store=pi_home.path))[0].kind == "pi"


def test_a_home_of_pi_has_no_profiles(env: Environment, pi_home: PiHome) -> None:
    with pytest.raises(NotFound, match="no profiles"):
        find_homes(env, Choice(store=pi_home.path, profile="work"))
    assert named(find_homes(env, Choice(store=pi_home.path, profile="all"))) == [("pi:default", pi_home.path)]


def test_what_is_no_home_names_the_signs_of_every_kind(env: Environment, tmp_path: Path) -> None:
    with pytest.raises(NotFound) as caught:
        find_homes(env, Choice(store=tmp_path))
    assert "memories/" in str(caught.value.hint)
    assert "pi-hermes-memory/" in str(caught.value.hint)


def test_where_was_looked(env: Environment) -> None:
    assert looked_in(env) == (
        f"HERMES_HOME is not set, and {env.user_home / '.hermes'} is no home; "
        f"PI_CODING_AGENT_DIR is not set, and there is no memory of Pi in {env.user_home / '.pi/agent'}"
    )
    assert "PI_CODING_AGENT_DIR is /none" in looked_in(with_home(env, "/none"))
