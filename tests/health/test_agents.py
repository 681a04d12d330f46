"""Agents at work are told by their own command line and environment, and by nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.health.agents import AGENTS
from hermes_mem.layouts import hermes, pi
from tests.health.sights import findings, reports, sight
from tests.homes import HermesHome, PiHome

WAIT = "import sys; print('ready', flush=True); sys.stdin.readline()"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells of other processes")


@contextmanager
def running(program: str, folder: Path, variables: Mapping[str, str], *arguments: str) -> Iterator[int]:
    """A process that was started as this program, a script of Python, as pip installs one."""
    script = folder / program
    script.write_text(f"#!{sys.executable}\n{WAIT}\n")
    script.chmod(0o755)
    process = subprocess.Popen(
        [str(script), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PATH": os.environ["PATH"], **variables},
    )
    try:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        yield process.pid
    finally:
        process.communicate(b"\n")


def test_one_that_works_on_the_home_is_named_and_nothing_of_it_shown(
    env: Environment, hermes_home: HermesHome, tmp_path: Path
) -> None:
    variables = {"HERMES_HOME": str(hermes_home.path), "API_KEY": "kept-for-itself"}
    with running("hermes", tmp_path, variables, "chat", "-q", "a private question") as pid:
        [found] = findings(AGENTS, env)
    assert found.message == f"Hermes runs on this home: process {pid} (hermes)."
    assert found.effect.startswith("Since 20")
    assert "private" not in f"{found}"
    assert "kept-for-itself" not in f"{found}"
    assert findings(AGENTS, env) == []


def test_each_profile_has_its_own(env: Environment, hermes_home: HermesHome, tmp_path: Path) -> None:
    hermes_home.config("memory: {}\n")
    work = hermes_home.profile("work").memory(b"A fact.")
    variables = {"HOME": str(env.user_home)}
    with running("hermes", tmp_path, variables, "--profile", "work", "gateway", "run"):
        assert [home.path for home, _ in AGENTS.examine(sight(env, "all"))] == [work.path]


def test_one_of_pi(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    pi_home.memory(b"A fact.")
    with running("pi", tmp_path, {"HOME": str(env.user_home)}) as pid:
        [report] = reports(AGENTS, env)
    assert (report.home.kind, report.finding.message) == ("pi", f"Pi runs on this home: process {pid} (pi).")


def test_one_that_works_on_another_home_is_none_of_ours(
    env: Environment, hermes_home: HermesHome, tmp_path: Path
) -> None:
    other = HermesHome(tmp_path / "other")
    with running("hermes", tmp_path, {"HERMES_HOME": str(other.path)}):
        assert findings(AGENTS, env) == []


def test_another_program_is_not_looked_into(env: Environment, hermes_home: HermesHome, tmp_path: Path) -> None:
    with running("hermes-mem", tmp_path, {"HERMES_HOME": str(hermes_home.path)}, "hermes"):
        assert findings(AGENTS, env) == []


@pytest.mark.parametrize(
    ("line", "is_hermes", "is_pi"),
    [
        (["hermes"], True, False),
        (["/home/a/.local/bin/hermes", "chat"], True, False),
        (["python3", "/opt/venv/bin/hermes", "gateway", "run"], True, False),
        (["/usr/bin/python3.11", "-u", "-m", "hermes_cli.main", "chat"], True, False),
        (["python", "-m", "http.server", "hermes"], False, False),
        (["vim", "hermes"], False, False),
        (["python", "hermes-mem", "tui"], False, False),
        (["pi"], False, True),
        (["node", "/usr/local/bin/pi", "-p", "hello"], False, True),
        (["node", "server.js", "pi"], False, False),
        (["-bash"], False, False),
        (["python"], False, False),
        (["python", "-m"], False, False),
        ([], False, False),
    ],
)
def test_command_lines(line: list[str], is_hermes: bool, is_pi: bool) -> None:
    assert (hermes.is_run_by(line), pi.is_run_by(line)) == (is_hermes, is_pi)


def test_the_home_of_a_command_line(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.config("memory: {}\n")
    work = hermes_home.profile("work").memory(b"A fact.")
    for arguments in (["-p", "work"], ["--profile=work"], ["--profile", "work", "chat"]):
        assert hermes.works_on(["hermes", *arguments], env) == work.path
    assert hermes.works_on(["hermes", "chat"], env) == hermes_home.path
    assert hermes.works_on(["hermes", "-p", "none"], env) is None
    assert hermes.works_on(["vim"], env) is None
    assert hermes.works_on(["hermes"], replace(env, user_home=env.user_home / "elsewhere")) is None
