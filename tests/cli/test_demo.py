"""`demo DIR`."""

from __future__ import annotations

import shlex
from pathlib import Path

from tests.cli.conftest import Cli


def test_it_says_what_it_made_and_how_to_open_it(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "a new one"
    ran = cli("demo", str(folder))
    assert ran.code == 0
    command = shlex.split(ran.out.splitlines()[-1].removeprefix("Open it with"))
    assert command == ["hermes-mem", "tui", "--store", str(folder), "--profile", "all"]
    stores = cli("stores", "--json", *command[2:]).json["stores"]
    assert f"Wrote {len(stores)} stores" in ran.out


def test_json(cli: Cli, tmp_path: Path) -> None:
    content = cli("demo", str(tmp_path / "new"), "--json").shaped("demo")
    assert content["home"] == str(tmp_path / "new")
    assert content["stores"][0] == "hermes:default"


def test_an_empty_folder_is_filled_and_a_full_one_refused(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert cli("demo", str(folder)).code == 0
    before = sorted(folder.rglob("*"))
    ran = cli("demo", str(folder))
    assert (ran.code, ran.out) == (4, "")
    assert "not an empty folder" in ran.err
    assert cli("demo", str(folder), "--json").shaped("error")["error"]["code"] == "refused"
    assert sorted(folder.rglob("*")) == before


def test_a_file_in_the_way_is_refused(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert cli("demo", str(tmp_path / "file")).code == 4
    assert (tmp_path / "file").read_text() == "mine"


def test_a_place_that_cannot_be_written_is_no_fault_of_ours(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    ran = cli("demo", str(tmp_path / "file" / "below"))
    assert ran.code == 6
    assert "cannot be written" in ran.err


def test_a_home_of_pi(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    content = cli("demo", str(folder), "--kind", "pi", "--json").shaped("demo")
    assert content["stores"] == ["pi:default"]
    [store] = cli("memory", "list", "--json", *shlex.split(content["open"])[2:]).json["stores"]
    assert {target["target"] for target in store["targets"]} >= {"memory", "user", "failures", "standing"}


def test_an_unknown_kind_writes_nothing(cli: Cli, tmp_path: Path) -> None:
    ran = cli("demo", str(tmp_path / "new"), "--kind", "unheard-of")
    assert ran.code == 2
    assert "There are: hermes, pi." in ran.err
    assert not (tmp_path / "new").exists()
