"""Who else may read and write a memory, told by the modes on the whole way to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.rights import others_who_may
from hermes_mem.health.examining import remedies
from hermes_mem.health.rights import RIGHTS
from hermes_mem.model.finding import Severity
from hermes_mem.store.reading import find_homes
from hermes_mem.store.undoing import undo
from tests.health.sights import findings, mended, reports, rules, sight, tree, ways
from tests.homes import HermesHome, PiHome

BEFORE = b"A fact."


@pytest.fixture
def entered(env: Environment) -> Iterator[Environment]:
    """The environment of a person whose own home anybody may enter; that of a test is closed."""
    with TemporaryDirectory(dir="/tmp") as directory:
        place = Path(directory)
        place.chmod(0o755)
        yield replace(env, environ={**env.environ, "HOME": directory}, user_home=place, cwd=place)


def hermes(env: Environment, file: int = 0o600, folder: int = 0o700) -> HermesHome:
    home = HermesHome(env.user_home / ".hermes").memory(BEFORE).user(b"")
    home.path.chmod(0o755)
    (home.path / "memories").chmod(folder)
    for name in ("MEMORY.md", "USER.md"):
        (home.path / "memories" / name).chmod(file)
    return home


def test_what_the_agent_makes_is_closed(entered: Environment) -> None:
    hermes(entered)
    assert rules(RIGHTS, entered) == []


def test_open_files_in_a_closed_directory_are_closed(entered: Environment) -> None:
    hermes(entered, file=0o666)
    assert rules(RIGHTS, entered) == []


def test_files_of_hermes_that_everyone_may_read_are_closed_and_opened_again(entered: Environment) -> None:
    home = hermes(entered, file=0o644, folder=0o755)
    [found] = findings(RIGHTS, entered)
    assert (found.rule, found.severity) == ("rights.readable", Severity.WARNING)
    assert found.message == "Everyone on this machine can read MEMORY.md and USER.md."
    before = list(tree(home.path))
    mended(RIGHTS, entered, "rights.readable")
    memories = home.path / "memories"
    modes = [path.stat().st_mode & 0o777 for path in (memories, memories / "MEMORY.md", memories / "USER.md")]
    assert modes == [0o700, 0o600, 0o600]
    assert (memories / "MEMORY.md").read_bytes() == BEFORE
    assert rules(RIGHTS, entered) == []
    undo(find_homes(entered)[0], entered, actor="you")
    assert list(tree(home.path)) == before


def test_of_pi_it_is_information_and_the_directory_is_closed(entered: Environment) -> None:
    home = PiHome(entered.user_home / ".pi/agent").memory(BEFORE).project("shop", BEFORE).project("desk", BEFORE)
    for path in (home.path.parent, home.path, *home.path.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    found = findings(RIGHTS, entered)
    assert {(one.rule, one.severity) for one in found} == {("rights.readable", Severity.INFO)}
    assert {one.message for one in found} == {
        "Everyone on this machine can read MEMORY.md.",
        "Everyone on this machine can read desk/MEMORY.md and shop/MEMORY.md.",
    }


def test_what_everyone_may_write(entered: Environment) -> None:
    home = hermes(entered, folder=0o777, file=0o666)
    found = findings(RIGHTS, entered)
    written = [one for one in found if one.rule == "rights.writable"]
    assert [Path(one.file or "").name for one in written] == ["memories", "MEMORY.md", "USER.md"]
    assert {one.severity for one in written} == {Severity.WARNING}
    mended(RIGHTS, entered, "rights.readable")
    assert (home.path / "memories").stat().st_mode & 0o777 == 0o700


def test_one_file_that_everyone_may_write(entered: Environment) -> None:
    home = hermes(entered, folder=0o711)
    path = home.path / "memories/USER.md"
    path.chmod(0o622)
    assert rules(RIGHTS, entered) == ["rights.writable"]
    mended(RIGHTS, entered, "rights.writable")
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_of_somebody_else(entered: Environment) -> None:
    home = hermes(entered)
    os.chown(home.path / "memories/USER.md", 12345, 12345)
    [found] = findings(RIGHTS, entered)
    assert found.rule == "rights.owner"
    assert found.message == "USER.md belongs to 12345, and the home to root."
    assert (found.fix or "").startswith("sudo chown root ")
    assert ways(RIGHTS, entered, "rights.owner") == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to a group")
def test_a_group_is_told_by_name_and_one_of_the_owners_name_is_their_own(entered: Environment) -> None:
    home = hermes(entered, file=0o640, folder=0o755)
    path = home.path / "memories/MEMORY.md"
    assert others_who_may(4, path) is None
    os.chown(path, 0, 4242)
    assert others_who_may(4, path) == "the group 4242"
    assert [(one.message, one.severity) for one in findings(RIGHTS, entered)] == [
        ("The group 4242 on this machine can read MEMORY.md.", Severity.INFO)
    ]


def test_a_home_that_is_gone_is_no_fault(entered: Environment) -> None:
    home = hermes(entered, file=0o644, folder=0o755)
    seen = sight(entered)
    rmtree(home.path)
    assert list(RIGHTS.examine(seen)) == []


def test_what_lies_outside_is_told_and_not_touched(entered: Environment) -> None:
    home = HermesHome(entered.user_home / ".hermes").memory(BEFORE)
    home.path.chmod(0o755)
    outside = entered.user_home / "notes"
    outside.mkdir()
    (outside / "USER.md").write_bytes(BEFORE)
    for path in (outside, outside / "USER.md", home.path / "memories/MEMORY.md", home.path / "memories"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (home.path / "memories/USER.md").symlink_to(outside / "USER.md")
    inside, beyond = findings(RIGHTS, entered)
    assert inside.fix == f"hermes-mem check --fix rights.readable --store {home.path}"
    assert beyond.fix == f"chmod 700 {outside}"
    found = {Path(one.finding.file or "").name: remedies(one, sight(entered)) for one in reports(RIGHTS, entered)}
    assert [len(way.files) for way in found["memories"]] == [2]
    assert found["notes"] == []
