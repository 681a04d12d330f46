"""Which homes are found, in which order, and why."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound
from hermes_mem.model.store import Home
from hermes_mem.store.reading import Choice, find_homes
from tests.homes import HermesHome
from tests.powerless import run_powerless


def profiles(homes: list[Home]) -> list[str]:
    return [home.profile for home in homes]


def with_home(env: Environment, path: Path | str) -> Environment:
    return replace(env, environ={**env.environ, "HERMES_HOME": str(path)})


def test_nothing_there_is_no_error_and_makes_nothing(env: Environment) -> None:
    assert find_homes(env) == []
    assert list(env.user_home.iterdir()) == []


def test_the_default_home(env: Environment, hermes_home: HermesHome) -> None:
    [home] = find_homes(env)
    assert (home.path, home.profile, home.active, home.name) == (hermes_home.path, "default", True, "hermes:default")
    assert "default" in home.why


def test_profiles_come_sorted_behind_the_active_one(env: Environment, hermes_home: HermesHome) -> None:
    for name in ("work", "oncall", "alpha_2", "9lives"):
        hermes_home.profile(name)
    assert profiles(find_homes(env)) == ["default", "9lives", "alpha_2", "oncall", "work"]
    hermes_home.file("active_profile", b"oncall\n")
    homes = find_homes(env)
    assert profiles(homes) == ["oncall", "default", "9lives", "alpha_2", "work"]
    assert [home.active for home in homes] == [True, False, False, False, False]
    assert "active_profile" in homes[0].why


def test_what_is_no_profile_is_left_out(env: Environment, hermes_home: HermesHome) -> None:
    """Dotted, tombstoned, badly spelled, a file, `default` itself."""
    for name in (".hidden", "gone", "Upper", "with space", "a" * 65, "-dash", "default", "good"):
        hermes_home.profile(name)
    hermes_home.file("profiles/.deleted/gone", b"").file("profiles/file", b"")
    (hermes_home.path / "profiles/broken").symlink_to("nowhere")
    assert profiles(find_homes(env)) == ["default", "good"]


def test_a_linked_profile_counts(env: Environment, hermes_home: HermesHome, tmp_path: Path) -> None:
    HermesHome(tmp_path / "elsewhere")
    hermes_home.profile("a")
    (hermes_home.path / "profiles/linked").symlink_to(tmp_path / "elsewhere")
    assert profiles(find_homes(env)) == ["default", "a", "linked"]


def test_a_link_to_another_profile_does_not_take_its_place(env: Environment, hermes_home: HermesHome) -> None:
    """The agent takes both names; they are one store, listed by the name of the directory itself."""
    hermes_home.profile("work")
    (hermes_home.path / "profiles/alias").symlink_to("work")
    assert profiles(find_homes(env)) == ["default", "work"]
    for name in ("work", "alias"):
        assert profiles(find_homes(env, Choice(profile=name))) == [name]


@pytest.mark.parametrize("text", ["gone", "test", "../up", "a\nb", ".."])
def test_an_active_profile_that_is_none_falls_back_and_says_so(
    env: Environment, hermes_home: HermesHome, text: str
) -> None:
    """`test` is a reserved name: the launcher refuses it although the directory is there."""
    hermes_home.profile("test")
    hermes_home.file("active_profile", text.encode())
    home = find_homes(env)[0]
    assert (home.profile, home.active) == ("default", True)
    assert repr(text) in home.why
    assert "does not start" in home.why


@pytest.mark.parametrize("raw", [b"", b"  \n", b"default\n", b"DEFAULT"])
def test_an_active_profile_that_says_nothing(env: Environment, hermes_home: HermesHome, raw: bytes) -> None:
    hermes_home.file("active_profile", raw)
    assert [home.why for home in find_homes(env)] == ["The default home; nothing names another."]


def test_a_tombstoned_active_profile_is_not_followed(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    hermes_home.file("active_profile", b"work").file("profiles/.deleted/work", b"")
    assert profiles(find_homes(env)) == ["default"]


def test_a_suffix_moves_the_default_home(env: Environment, hermes_home: HermesHome) -> None:
    other = HermesHome(env.user_home / ".hermes-canary")
    moved = replace(env, environ={**env.environ, "HERMES_DATA_DIR_SUFFIX": "-canary"})
    assert [home.path for home in find_homes(moved)] == [other.path]


def test_hermes_home_wins_over_the_default(env: Environment, hermes_home: HermesHome, tmp_path: Path) -> None:
    """Its root, and the profiles of that root only: as the agent sees it."""
    hermes_home.profile("unseen")
    data = HermesHome(tmp_path / "data")
    data.profile("seen")
    homes = find_homes(with_home(env, data.path))
    assert [(home.path, home.profile) for home in homes] == [
        (data.path, "default"),
        (data.path / "profiles/seen", "seen"),
    ]
    assert "HERMES_HOME" in homes[0].why


def test_hermes_home_may_name_a_profile(env: Environment, hermes_home: HermesHome) -> None:
    work = hermes_home.profile("work")
    hermes_home.profile("other")
    hermes_home.file("active_profile", b"other")
    homes = find_homes(with_home(env, work.path))
    assert profiles(homes) == ["work", "default", "other"]
    assert [home.active for home in homes] == [True, False, False]
    assert "launcher" not in homes[0].why


def test_a_root_in_hermes_home_mentions_what_the_launcher_would_do(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    hermes_home.file("active_profile", b"work")
    home = find_homes(with_home(env, hermes_home.path))[0]
    assert home.profile == "default"
    assert "launcher would follow active_profile to work" in home.why


def test_a_directory_with_profiles_is_not_itself_a_home(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "profiles/a/memories").mkdir(parents=True)
    (tmp_path / "profiles/b").mkdir()
    assert profiles(find_homes(with_home(env, tmp_path / "profiles/a"))) == ["a", "b"]


def test_hermes_home_within_the_default_home_is_custom(env: Environment, hermes_home: HermesHome) -> None:
    inner = HermesHome(hermes_home.path / "copies/today")
    assert profiles(find_homes(with_home(env, inner.path))) == ["custom", "default"]


def test_hermes_home_that_is_not_there_is_said(env: Environment, hermes_home: HermesHome) -> None:
    with pytest.raises(NotFound, match="HERMES_HOME is /nowhere"):
        find_homes(with_home(env, "/nowhere"))


def test_hermes_home_that_is_a_file_is_nothing_hermes_could_make(env: Environment, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotFound) as caught:
        find_homes(with_home(env, tmp_path / "file"))
    assert caught.value.hint == "What has that name is no directory: Hermes cannot start so."
    with pytest.raises(NotFound) as caught:
        find_homes(with_home(env, "~/.hermes"))
    assert "word for word" in str(caught.value.hint)


def test_a_relative_hermes_home_starts_at_the_working_directory(env: Environment, tmp_path: Path) -> None:
    HermesHome(tmp_path / "data")
    [home] = find_homes(replace(with_home(env, "data"), cwd=tmp_path))
    assert home.path == tmp_path / "data"


@pytest.mark.parametrize(
    "below", ["", "memories", "memories/MEMORY.md", "memories/USER.md", "memories/../memories", "profiles/.."]
)
def test_a_path_means_the_home_around_it(env: Environment, tmp_path: Path, below: str) -> None:
    home = HermesHome(tmp_path / "copy").memory(b"a")
    home.profile("work")
    [found] = find_homes(env, Choice(store=home.path / below))
    assert (found.path, found.profile, found.active) == (home.path, "default", True)
    assert "--store" in found.why


@pytest.mark.parametrize("sign", ["config.yaml", ".env", "state.db"])
def test_a_home_is_recognised_by_what_is_in_it(env: Environment, tmp_path: Path, sign: str) -> None:
    (tmp_path / sign).touch()
    assert [home.path for home in find_homes(env, Choice(store=tmp_path))] == [tmp_path]


def test_a_home_is_recognised_by_its_name(env: Environment, tmp_path: Path) -> None:
    (tmp_path / ".hermes").mkdir()
    assert profiles(find_homes(env, Choice(store=tmp_path / ".hermes"))) == ["default"]


def test_a_store_may_be_a_profile_or_relative_or_below_the_persons_home(
    env: Environment, hermes_home: HermesHome
) -> None:
    hermes_home.profile("work")
    below = replace(env, cwd=hermes_home.path / "profiles")
    for given in ("work", "~/.hermes/profiles/work", str(hermes_home.path / "profiles/work")):
        assert profiles(find_homes(below, Choice(store=Path(given)))) == ["work"]


def test_profile_names_another_below_the_same_root(env: Environment, tmp_path: Path) -> None:
    data = HermesHome(tmp_path / "data")
    data.profile("work")
    data.profile("play")
    [home] = find_homes(env, Choice(store=data.path / "profiles/work", profile="play"))
    assert (home.path, home.active, home.why) == (data.path / "profiles/play", True, "Named with --profile.")
    assert profiles(find_homes(env, Choice(store=data.path / "profiles/work", profile="all"))) == [
        "work",
        "default",
        "play",
    ]


@pytest.mark.parametrize("name", ["Work", " work ", "work"])
def test_profile_is_spelled_as_the_agent_takes_it(env: Environment, hermes_home: HermesHome, name: str) -> None:
    hermes_home.profile("work")
    assert profiles(find_homes(env, Choice(profile=name))) == ["work"]
    assert profiles(find_homes(env, Choice(profile="default"))) == ["default"]
    assert profiles(find_homes(env, Choice(profile="all"))) == ["default", "work"]


def test_a_profile_that_is_not_there_lists_those_that_are(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    with pytest.raises(NotFound) as caught:
        find_homes(env, Choice(profile="wrok"))
    assert caught.value.hint == "Profiles here: default, work."


def test_a_profile_without_any_home(env: Environment) -> None:
    with pytest.raises(NotFound) as caught:
        find_homes(env, Choice(profile="work"))
    assert "--store" in str(caught.value.hint)


def _missing(path: Path) -> Path:
    return path / "none"


def _unlike(path: Path) -> Path:
    (path / "README.md").touch()
    return path


def _plain_file(path: Path) -> Path:
    (path / "notes.md").touch()
    return path / "notes.md"


def _lonely_memory(path: Path) -> Path:
    (path / "MEMORY.md").touch()
    return path / "MEMORY.md"


def _of_profiles(path: Path) -> Path:
    (path / "profiles/a/memories").mkdir(parents=True)
    return path / "profiles"


def _loop(path: Path) -> Path:
    (path / "loop").symlink_to("loop")
    return path / "loop"


@pytest.mark.parametrize("make", [_missing, _unlike, _plain_file, _lonely_memory, _of_profiles, _loop])
def test_what_is_no_home_says_what_one_has(env: Environment, tmp_path: Path, make: Callable[[Path], Path]) -> None:
    with pytest.raises(NotFound) as caught:
        find_homes(env, Choice(store=make(tmp_path)))
    assert caught.value.hint


@pytest.mark.parametrize("choice", [Choice(), Choice(profile="all"), Choice(store=Path("~/.hermes"))])
def test_looking_changes_nothing(env: Environment, hermes_home: HermesHome, choice: Choice) -> None:
    hermes_home.profile("work")
    before = sorted(path.as_posix() for path in env.user_home.rglob("*"))
    find_homes(env, choice)
    assert sorted(path.as_posix() for path in env.user_home.rglob("*")) == before


def test_names_are_unique_among_those_found(env: Environment, hermes_home: HermesHome) -> None:
    for name in ("work", "custom", "b"):
        hermes_home.profile(name)
    inner = HermesHome(hermes_home.path / "copies/today")
    homes = find_homes(with_home(env, inner.path))
    assert len({home.name for home in homes}) == len(homes)


ASK = """
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.store.reading import Choice, find_homes
env = Environment(json.loads(sys.argv[3]), Path(sys.argv[2]), Path("/"))
try:
    answer = [[home.profile, home.why] for home in find_homes(env, Choice(*(Path(a) for a in sys.argv[4:])))]
except HermesMemError as error:
    answer = [error.code, error.message, error.hint]
"""


def test_a_closed_home_is_unreadable_and_not_missing(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.path.chmod(0)
    found = run_powerless(ASK, hermes_home.path, str(env.user_home), "{}")
    named = run_powerless(ASK, hermes_home.path, str(env.user_home), "{}", str(hermes_home.path))
    hermes_home.path.chmod(0o700)
    assert found == named
    assert found[0] == "unreadable"
    assert str(hermes_home.path) in found[1]
    assert "chmod u+rx" in found[2]


def test_closed_profiles_leave_the_default_home(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    hermes_home.file("active_profile", b"work")
    closed = hermes_home.path / "profiles"
    closed.chmod(0)
    found = run_powerless(ASK, closed, str(env.user_home), "{}")
    closed.chmod(0o700)
    [[profile, why]] = found
    assert profile == "default"
    assert f"{closed} cannot be listed" in why


def test_a_home_that_is_a_link_into_a_closed_directory(env: Environment, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "home").mkdir(parents=True)
    (env.user_home / ".hermes").symlink_to(closed / "home")
    closed.chmod(0)
    found = run_powerless(ASK, closed, str(env.user_home), "{}")
    closed.chmod(0o700)
    assert found[0] == "unreadable"
    assert found[1].startswith(f"{closed} cannot be entered (owner ")
    assert found[2] == f"Fix: chmod u+rx {closed}"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_another_users_home_is_not_to_be_taken_over(env: Environment, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    (theirs / "person/.hermes").mkdir(parents=True)
    for there in (theirs, theirs / "person"):
        os.chown(there, 54321, -1)
    (theirs / "person").chmod(0o700)
    found = run_powerless(ASK, theirs / "person", str(theirs / "person"), "{}")
    for _, why in found:
        assert f"{theirs / 'person'} cannot be entered" in why
        assert "chown" not in why
    assert "(owner 54321, mode 0700)" in found[0][1]
    assert "--store" in found[0][1]


def test_a_name_longer_than_any_file_has_is_not_there(env: Environment) -> None:
    with pytest.raises(NotFound, match="no such directory"):
        find_homes(with_home(env, "n" * 5000))
    with pytest.raises(NotFound, match="no directory"):
        find_homes(env, Choice(Path("n" * 5000)))


def test_an_active_profile_without_end_is_quoted_by_its_beginning(env: Environment, hermes_home: HermesHome) -> None:
    token = "ghp_" + "k9Zt4QmW2xVb7LrY8sNd3PfH6jGc1aTeUoB5"
    hermes_home.file("active_profile", f"{token} {'n' * 100_000}".encode())
    why = find_homes(env)[0].why
    assert "•••••• nnn" in why
    assert len(why) < 400


def test_a_profile_is_found_by_its_name_where_none_can_be_listed(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.profile("work")
    closed = hermes_home.path / "profiles"
    closed.chmod(0o100)
    ask = ASK.replace("Choice(*(Path(a) for a in sys.argv[4:]))", "Choice(profile='work')")
    found = run_powerless(ask, closed, str(env.user_home), "{}")
    closed.chmod(0o700)
    assert found == [["work", "Named with --profile."]]
