"""`history size`, `history prune` and `history relink`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, by_hand, ids, texts, write
from tests.cli.test_changing import FACTS


def test_prune_asks_says_what_goes_and_leaves_the_memory_alone(cli: Cli, home: Path) -> None:
    for number in range(3):
        cli("memory", "add", "memory", f"Number {number}.")
    before = cli("history", "size", "--json").shaped("history size")
    assert (before["changes"], before["blobs"]) == (4, 5), "with the memory that was only seen"
    refused = cli("history", "prune", "--keep", "0")
    assert (refused.code, refused.out) == (4, "")
    assert "4 changes and 5 versions of files" in refused.err
    assert cli("history", "prune", "--keep", "0", terminal=True, stdin=b"n\n").code == 4
    planned = cli("history", "prune", "--keep", "0", "--dry-run", "--json").shaped("history prune")
    assert (planned["changes"], planned["blobs"], planned["dry_run"]) == (4, 5, True)
    assert cli("history", "size", "--json").json["changes"] == 4
    assert cli("history", "prune", "--keep", "0", terminal=True, stdin=b"y\n").code == 0
    assert cli("history", "size", "--json").json["changes"] == 0
    assert cli("history", "prune", "--keep", "0", "--json").shaped("history prune")["outcome"] == "unchanged"
    assert len(texts(home)) == len(FACTS) + 3


def test_how_much_is_kept_is_said_or_set(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("memory", "add", "memory", "New.")
    assert cli("history", "prune", "--yes").code == 2
    config = tmp_path / "config.toml"
    config.write_text("[history]\nkeep = 30\n")
    kept = cli("history", "prune", "--yes", HERMES_MEM_CONFIG=str(config))
    assert (kept.code, kept.out) == (0, "Nothing to remove: no change is that old.\n")
    config.write_text("[history]\nkeep = 0\n")
    assert cli("history", "prune", "--yes", HERMES_MEM_CONFIG=str(config)).out.startswith("Removed 2 changes ")
    config.write_text("[history]\nkeep = -1\n")
    assert cli("history", "prune", "--yes", HERMES_MEM_CONFIG=str(config)).code == 2
    for wrong in (["--before", "soon"], ["--before", "2026-01-31", "--keep", "3"], ["--keep", "9" * 12]):
        assert cli("history", "prune", "--yes", *wrong).code == 2
    assert cli("history", "prune", "--before", "2026-01-31", "--yes").code == 0


def test_relink_lets_undo_find_a_home_that_was_moved(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("memory", "add", "memory", "New.")
    home.rename(moved := tmp_path / "moved")
    assert cli("undo", "--store", str(moved)).code == 3
    assert cli("history", "relink", str(home), str(moved), "--dry-run").code == 0
    assert cli("undo", "--store", str(moved)).code == 3
    told = cli("history", "relink", str(home), str(moved), "--json").shaped("history relink")
    assert (told["changes"], told["new"]) == (2, str(moved))
    assert cli("undo", "--store", str(moved)).code == 0
    assert texts(moved) == FACTS
    assert cli("history", "relink", str(home), str(moved)).code == 3
    assert cli("history", "relink", str(moved), str(moved)).code == 2
    assert cli("history", "relink", str(moved), str(home)).code == 3


def test_the_history_of_a_home_that_is_away_is_named_with_what_follows_it(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("memory", "add", "memory", "New.")
    number = str(by_hand(cli)[0]["id"])
    home.rename(moved := tmp_path / "moved with a blank")
    relink = f"hermes-mem history relink {home} NEW"
    listed = cli("history", "list", "--store", str(moved))
    assert (listed.code, listed.out) == (0, "")
    assert f"The history has 2 changes of {home}, which is not there" in listed.err
    assert relink in listed.err
    [one] = cli("history", "list", "--store", str(moved), "--json").shaped("history list")["elsewhere"]
    assert one == {"home": str(home), "changes": 2, "there": False}
    alone = cli("history", "list")
    assert (alone.code, relink in alone.err) == (3, True)
    for command in (
        ["history", "restore", number],
        ["history", "restore", number, "--dry-run"],
        ["history", "restore", number, "--entry", "a"],
        ["undo", number],
        ["undo", number, "--dry-run"],
        ["undo", "--store", str(moved)],
    ):
        ran = cli(*command)
        assert (ran.code, str(home) in ran.err, relink in ran.err) == (3, True, True), command
    assert not home.exists()


def test_stores_of_one_name_are_told_apart_by_their_paths(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("memory", "add", "memory", "New.")
    assert str(home) not in cli("history", "list", COLUMNS="300").out
    other = write(tmp_path / "other", memory=["Elsewhere."])
    there = cli("history", "list", "--store", str(other))
    assert f"`--store {home}` lists them." in there.err
    cli("memory", "move", ids(cli)[0], "memory", "--to-store", str(other))
    cli("memory", "add", "memory", "More.", "--store", str(other))
    out = cli("history", "list", "--store", str(other), COLUMNS="300").out
    assert f"hermes:default at {other}" in out
    assert f"hermes:default at {home}" in out


def test_a_link_may_lead_to_where_the_home_lies_now(cli: Cli, home: Path, tmp_path: Path) -> None:
    cli("memory", "add", "memory", "New.")
    home.rename(tmp_path / "moved")
    home.symlink_to(tmp_path / "moved")
    assert cli("undo").code == 0
    assert texts(home) == FACTS
    assert cli("history", "relink", str(home), str(home)).code == 0
    assert cli("redo").code == 0
    assert texts(home) == [*FACTS, "New."]
