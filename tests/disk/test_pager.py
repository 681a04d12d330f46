"""The person's own pager."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.pager import paged, pager_of
from hermes_mem.model.errors import Usage


def with_pager(env: Environment, pager: str | None, path: Path | None = None) -> Environment:
    """The environment of somebody who has named this pager, and has these programs alone."""
    named = {} if pager is None else {"PAGER": pager}
    programs = {} if path is None else {"PATH": str(path)}
    kept = {name: value for name, value in env.environ.items() if name != "PAGER"}
    return Environment({**kept, **named, **programs}, env.user_home, env.cwd)


def program(directory: Path, name: str, script: str = "cat > /dev/null") -> Path:
    directory.mkdir(exist_ok=True)
    file = directory / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return file


def test_what_the_person_named_is_taken_apart_as_a_shell_does(env: Environment) -> None:
    assert pager_of(with_pager(env, "less -R '+/a b'")) == ("less", "-R", "+/a b")


def test_without_a_name_it_is_less_or_more(env: Environment, tmp_path: Path) -> None:
    program(tmp_path, "more")
    assert pager_of(with_pager(env, None, tmp_path)) == ("more",)
    program(tmp_path, "less")
    assert pager_of(with_pager(env, " ", tmp_path)) == ("less",)


@pytest.mark.parametrize("pager", ["less 'open", None])
def test_none_that_could_be_started_is_said(pager: str | None, env: Environment, tmp_path: Path) -> None:
    with pytest.raises(Usage):
        pager_of(with_pager(env, pager, tmp_path))


def test_one_that_is_not_there_is_said(env: Environment) -> None:
    with pytest.raises(Usage, match="cannot be started"):
        paged("text", ("/no/such/pager",), env)


def test_it_reads_the_whole_text(env: Environment, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    pager = program(tmp_path / "bin", "pager", f"cat > {seen}")
    text = "Zeile ü\n" * 50_000
    paged(text, (str(pager),), env)
    assert seen.read_text("utf-8") == text


def test_one_that_is_left_early_is_no_trouble(env: Environment, tmp_path: Path) -> None:
    paged("line\n" * 500_000, (str(program(tmp_path, "pager", "head -c 1 > /dev/null; exit 3")),), env)


def test_an_interrupt_is_for_the_pager_alone(env: Environment, tmp_path: Path) -> None:
    """As of ctrl+c, which goes to both."""
    before = signal.getsignal(signal.SIGINT)
    pager = program(tmp_path, "pager", f"kill -INT {os.getpid()}; cat > /dev/null; echo done > {tmp_path}/over")
    paged("text", (str(pager),), env)
    assert (tmp_path / "over").exists()
    assert signal.getsignal(signal.SIGINT) is before
