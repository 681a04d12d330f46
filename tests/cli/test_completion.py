"""Completion in the shells, through their own protocol."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import write


def run(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    env = {"HOME": str(home), "PATH": os.environ["PATH"], **variables}
    command = [sys.executable, "-m", "hermes_mem", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=False)


def complete(home: Path, line: str) -> list[str]:
    """What bash would offer with the cursor at the end of the line."""
    words = line.split(" ")
    ran = run(home, _HERMES_MEM_COMPLETE="complete_bash", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1))
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("hermes-mem mem", ["memory"]),
        ("hermes-mem memory ", ["list", "show", "add", "edit", "join", "split", "remove", "move", "reorder", "repair"]),
        ("hermes-mem config sh", ["show"]),
        ("hermes-mem memory list --ta", ["--target"]),
        ("hermes-mem memory list --target ", ["memory", "user"]),
        ("hermes-mem budget --profile w", ["work"]),
        ("hermes-mem --profile w", ["work"]),
        ("hermes-mem --js", ["--json"]),
    ],
)
def test_completes(user_home: Path, home: Path, line: str, offered: list[str]) -> None:
    write(home / "profiles" / "work", memory=["Only at work."])
    assert complete(user_home, line) == offered


def test_ids_are_those_of_the_stores_that_are_named(user_home: Path, home: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", memory=["[/elsewhere] entirely"])
    everything = complete(user_home, "hermes-mem memory show ")
    assert len(everything) == 4
    assert complete(user_home, f"hermes-mem memory show {everything[1][:7]}") == [everything[1]]
    [only] = complete(user_home, f"hermes-mem --store {other} memory show ")
    assert only not in everything


def test_shells_with_descriptions_get_them_as_text(user_home: Path, tmp_path: Path) -> None:
    """Text with brackets, which the completion would read as markup, with an escape sequence and with a secret."""
    write(user_home / ".hermes", memory=["[/etc/demo] and [bold]\x1b]0;x\x07 sk-FAKEFAKEFAKEFAKEFAKEFAKE0000"])
    for shell, variables in {
        "zsh": {"_TYPER_COMPLETE_ARGS": "hermes-mem memory show "},
        "fish": {"_TYPER_COMPLETE_ARGS": "hermes-mem memory show ", "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }.items():
        ran = run(user_home, _HERMES_MEM_COMPLETE=f"complete_{shell}", **variables)
        assert (ran.returncode, ran.stderr) == (0, "")
        assert "[/etc/demo]" in ran.stdout
        assert "FAKE" not in ran.stdout
        assert "\x1b" not in ran.stdout


def test_a_broken_store_offers_nothing_and_says_nothing(user_home: Path) -> None:
    assert complete(user_home, "hermes-mem memory show ") == []
    assert complete(user_home, "hermes-mem --store /nowhere memory show ") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(user_home: Path, shell: str) -> None:
    ran = run(user_home, _HERMES_MEM_COMPLETE=f"source_{shell}")
    assert ran.returncode == 0
    assert "hermes-mem" in ran.stdout
    assert "_HERMES_MEM_COMPLETE" in ran.stdout
    shown = run(user_home, "--show-completion", shell, _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert shown.returncode == 0
    assert "_HERMES_MEM_COMPLETE" in shown.stdout


def test_installing_it_writes_into_the_home_of_the_person(user_home: Path) -> None:
    ran = run(user_home, "--install-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert ran.returncode == 0
    assert "_HERMES_MEM_COMPLETE" in (user_home / ".bash_completions" / "hermes-mem.sh").read_text()


@pytest.mark.parametrize(
    "variables",
    [{}, {"COMP_WORDS": "hermes-mem m"}, {"COMP_WORDS": "hermes-mem m", "COMP_CWORD": "x"}],
    ids=["none", "words alone", "no number"],
)
def test_variables_that_no_shell_sets_are_an_error_of_one_sentence(user_home: Path, variables: dict[str, str]) -> None:
    ran = run(user_home, _HERMES_MEM_COMPLETE="complete_bash", **variables)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith("hermes-mem: _HERMES_MEM_COMPLETE is set")
    assert "Traceback" not in ran.stderr


def test_an_empty_variable_asks_for_no_completion(user_home: Path, home: Path) -> None:
    ran = run(user_home, "memory", "show", "ffff", "--json", _HERMES_MEM_COMPLETE="")
    assert ran.returncode == 3
    assert '"not-found"' in ran.stdout
