"""Where options may stand, what is a usage error, and what help costs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.cli.lazy import load
from hermes_mem.cli.registry import NOUNS
from tests.cli.conftest import Cli, write

READS = (["stores"], ["memory", "list"], ["budget"], ["status"], ["prompt"])


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_shared_options_are_taken_before_and_after_the_command(cli: Cli, home: Path, command: list[str]) -> None:
    write(home / "profiles" / "work", memory=["Only at work."])
    after = cli(*command, "--json", "--profile", "work")
    before = cli("--json", "--profile", "work", *command)
    assert after.code == before.code == 0
    assert after.json == before.json
    assert "hermes:work" in after.out


def test_options_may_stand_between_noun_and_verb(cli: Cli, home: Path) -> None:
    assert cli("memory", "--json", "list").json == cli("memory", "list", "--json").json


def test_the_option_behind_the_command_wins(cli: Cli, home: Path) -> None:
    write(home / "profiles" / "work", memory=["Only at work."])
    stores = cli("--profile", "work", "memory", "list", "--json", "--profile", "default").json["stores"]
    assert [store["profile"] for store in stores] == ["default"]


def test_store_means_that_one_store(cli: Cli, home: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "elsewhere", memory=["Somewhere else."])
    write(other / "profiles" / "work", memory=["Below it."])
    stores = cli("memory", "list", "--json", "--store", str(other)).json["stores"]
    assert [store["home"] for store in stores] == [str(other)]
    every = cli("memory", "list", "--json", "--store", str(other), "--profile", "all").json["stores"]
    assert [store["profile"] for store in every] == ["default", "work"]


def test_reads_cover_every_store_found(cli: Cli, home: Path) -> None:
    write(home / "profiles" / "work", memory=["Only at work."])
    assert [store["profile"] for store in cli("memory", "list", "--json").json["stores"]] == ["default", "work"]


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_project_is_refused_with_the_reason(cli: Cli, home: Path, command: list[str]) -> None:
    ran = cli(*command, "--project", "shop")
    assert (ran.code, ran.out) == (2, "")
    assert "Pi" in ran.err


@pytest.mark.parametrize("command", READS[1:], ids=" ".join)
def test_without_any_store_a_read_says_where_it_looked(cli: Cli, user_home: Path, command: list[str]) -> None:
    ran = cli(*command)
    assert (ran.code, ran.out) == (3, "")
    assert str(user_home / ".hermes") in ran.err
    assert "hermes-mem tui --demo" in ran.err
    error = cli(*command, "--json").shaped("error")["error"]
    assert error["code"] == "not-found"


def test_without_any_store_the_list_of_stores_is_empty(cli: Cli, user_home: Path) -> None:
    ran = cli("stores", "--json")
    assert ran.code == 0
    assert ran.shaped("stores")["stores"] == []
    assert "No agent's home was found" in ran.err
    assert cli("stores").out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["memory"],
        ["memory", "nonsense"],
        ["memory", "show"],
        ["memory", "list", "--nonsense"],
        ["memory", "list", "--limit", "0"],
        ["memory", "list", "--limit", "many"],
        ["--limit", "3", "budget"],
        ["--store", "/tmp", "config", "path"],
        ["--limit", "3"],
        ["demo"],
        ["memory", "list", "--store"],
    ],
    ids=" ".join,
)
def test_usage_errors_exit_2_with_a_hint_and_as_json(cli: Cli, home: Path, arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("hermes-mem: ")
    assert "--help" in ran.err
    as_json = cli("--json", *arguments)
    assert as_json.code == 2
    assert as_json.shaped("error")["error"]["code"] == "usage"
    assert as_json.err == ""


def test_a_mistyped_command_is_offered_the_nearest(cli: Cli, home: Path) -> None:
    assert "'memory'" in cli("memroy").err


def test_json_behind_two_dashes_is_an_argument(cli: Cli, home: Path) -> None:
    ran = cli("memory", "show", "--", "--json")
    assert (ran.code, ran.out) == (3, "")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []], ids=["--help", "-h", "bare"])
def test_help_lists_every_noun_in_one_line(cli: Cli, home: Path, arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert ran.code == 0
    for noun in NOUNS:
        assert any(line.split()[:1] == [noun.name] for line in ran.out.splitlines())


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.name)
def test_each_noun_says_in_its_help_what_the_list_of_nouns_says(cli: Cli, home: Path, noun: object) -> None:
    [known] = [one for one in NOUNS if one == noun]
    assert (load(known).help or "").splitlines()[0] == known.help
    ran = cli(known.name, "--help")
    assert ran.code == 0
    assert known.help in " ".join(ran.out.split())


def test_help_on_a_terminal_is_drawn_and_says_the_same(cli: Cli, home: Path) -> None:
    drawn = cli("--help", terminal=True, COLUMNS="120")
    assert drawn.code == 0
    assert all(noun.help in drawn.out for noun in NOUNS)


def test_version(cli: Cli) -> None:
    from hermes_mem import __version__

    assert cli("--version").out == f"hermes-mem {__version__}\n"
    assert cli("--json", "--version").out == f"hermes-mem {__version__}\n"
