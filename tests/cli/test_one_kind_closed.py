"""An agent's home of which nothing can be read hides none of another agent's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.homes import PiHome
from tests.powerless import run_powerless

RUN = """
import contextlib, io, os
os.environ["HOME"] = sys.argv[2]
from hermes_mem.__main__ import answer as run
answer = []
for command in json.loads(sys.argv[3]):
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(command)
    answer.append([code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()])
"""


@pytest.fixture
def pi(pi_home: PiHome, user_home: Path) -> PiHome:
    assert pi_home.path.is_relative_to(user_home)
    return pi_home.memory(b"What Pi knows.")


def ran(closed: Path, user_home: Path, *commands: list[str]) -> Any:
    closed.chmod(0)
    try:
        return run_powerless(RUN, closed, str(user_home), json.dumps(commands))
    finally:
        closed.chmod(0o700)


def test_what_can_be_read_is_shown_and_what_cannot_is_said(home: Path, pi: PiHome, user_home: Path) -> None:
    commands = [["stores"], ["memory", "list"], ["tui", "--plain"]]
    for command, (code, out, err) in zip(commands, ran(home, user_home, *commands), strict=True):
        assert (code, err) == (6, ""), command
        assert str(pi.path) in out
        assert f"{home} cannot be entered" in " ".join(out.split()), command
        assert f"chmod u+rx {home}" in " ".join(out.split()), command
    assert "What Pi knows." in out


def test_a_change_does_not_take_the_store_that_is_left_for_the_one_that_is_meant(
    home: Path, pi: PiHome, user_home: Path
) -> None:
    add = ["memory", "add", "memory", "New."]
    for_any, for_pi = ran(home, user_home, add, [*add, "--store", str(pi.path)])
    assert (for_any[0], "2 stores have a MEMORY" in for_any[2]) == (2, True)
    assert for_pi[0] == 0


def test_alone_it_is_an_error(home: Path, user_home: Path) -> None:
    [[code, out, err]] = ran(home, user_home, ["memory", "list"])
    assert (code, out, f"{home} cannot be entered" in err) == (6, "", True)


def test_a_file_in_the_place_of_a_home_is_said(cli: Cli, user_home: Path) -> None:
    path = user_home / ".hermes"
    path.write_text("no home")
    alone = cli("stores")
    assert (alone.code, f"{path} is no directory" in alone.err) == (6, True)
    PiHome(user_home / ".pi/agent").memory(b"What Pi knows.")
    assert f"{path} is no directory" in cli("stores").out
    assert "What Pi knows." in cli("memory", "list").out
