"""`history restore`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.cli.conftest import Cli, by_hand, ids, texts, write
from tests.cli.test_changing import FACTS
from tests.cli.test_untouched import state


def test_the_files_of_a_change_come_back(cli: Cli, home: Path) -> None:
    cli("memory", "remove", ids(cli)[0])
    cli("memory", "add", "memory", "Since then.")
    before, number = state(home), str(by_hand(cli)[1]["id"])
    planned = cli("history", "restore", number, "--dry-run")
    assert planned.out.startswith(f"Plan, nothing written: brought back what was before change {number} of hermes:")
    assert state(home) == before
    [new] = cli("history", "restore", number, "--json").shaped("change")["changes"]
    assert new == by_hand(cli)[0]["id"]
    assert texts(home) == FACTS
    assert cli("history", "restore", number).out == "Nothing to change: it is so already.\n"
    assert cli("undo").code == 0
    assert texts(home)[-1] == "Since then."
    assert cli("history", "restore", "99").code == 3


def test_one_file_or_one_entry_comes_back(cli: Cli, home: Path) -> None:
    first, second, _ = ids(cli)
    cli("memory", "move", first, second, "user", "--yes")
    number = str(by_hand(cli)[0]["id"])
    assert cli("history", "restore", number, "--file", str(home / "memories/USER.md")).code == 0
    assert (texts(home), texts(home, "user")) == (FACTS[2:], ["Likes tea."])
    ran = cli("history", "restore", number, "--entry", second[:5])
    assert f"Brought back 1 to MEMORY from before change {number}" in ran.out
    assert texts(home) == [FACTS[2], FACTS[1]]
    assert cli("history", "restore", number, "--entry", second, "--file", "x").code == 2
    assert cli("history", "restore", number, "--file", "x").code == 3


def test_all_that_a_change_took_away_comes_back_as_one_change(cli: Cli, home: Path) -> None:
    first, second, third = ids(cli)
    cli("memory", "edit", third, "A third one, corrected.")
    write(home, memory=["A third one, corrected twice.", "New."])
    cli("memory", "list")
    number = str(cli("history", "list", "--json").json["changes"][0]["id"])
    before = state(home)
    planned = cli("history", "restore", number, "--removed", "--dry-run")
    assert planned.out.startswith(f"Plan, nothing written: brought back 2 to MEMORY that change {number} took away of ")
    assert state(home) == before
    done = cli("history", "restore", number, "--removed", "--json").shaped("change")
    assert [(one["was"], one["now"]["id"]) for one in done["entries"]] == [(None, first), (None, second)]
    assert texts(home) == ["A third one, corrected twice.", "New.", *FACTS[:2]]
    assert cli("undo").code == 0
    assert texts(home) == ["A third one, corrected twice.", "New."]


def test_only_what_is_missing_now_comes_back_and_each_to_its_own_memory(cli: Cli, home: Path) -> None:
    write(home, memory=FACTS, user=["Likes tea.", "Lives in Bremen."])
    cli("memory", "list")
    write(home, memory=FACTS[:1], user=["Likes tea."])
    cli("memory", "list")
    number = str(cli("history", "list", "--json").json["changes"][0]["id"])
    cli("memory", "add", "user", FACTS[2])
    assert cli("history", "restore", number, "--removed").code == 0
    assert (texts(home), texts(home, "user")) == (FACTS[:2], ["Likes tea.", FACTS[2], "Lives in Bremen."])
    ran = cli("history", "restore", number, "--removed")
    assert ran.code == 3
    assert f"Nothing that change {number} took away is missing now." in ran.err


def test_what_does_not_fit_any_more_is_refused_whole(cli: Cli, home: Path) -> None:
    cli("memory", "remove", *ids(cli)[:2], "--yes")
    number = str(by_hand(cli)[0]["id"])
    (home / "config.yaml").write_text("memory:\n  memory_char_limit: 30\n")
    before = state(home)
    assert cli("history", "restore", number, "--removed").code == 4
    assert state(home) == before


def test_removed_is_one_of_three_ways(cli: Cli, home: Path) -> None:
    cli("memory", "remove", ids(cli)[0])
    number = str(by_hand(cli)[0]["id"])
    for other in (["--entry", "x"], ["--file", "x"]):
        assert cli("history", "restore", number, "--removed", *other).code == 2
    assert cli("history", "restore", "99", "--removed").code == 3


def test_what_was_taken_from_several_stores_comes_back_one_by_one(cli: Cli, home: Path, user_home: Path) -> None:
    """No change of ours takes from two stores, but a history can have one."""
    work = write(home / "profiles" / "work", memory=["Only at work.", "Stays."])
    cli("memory", "list", "--profile", "all")
    write(home, memory=FACTS[:1])
    write(work, memory=["Stays."])
    cli("memory", "list", "--profile", "all")
    one, other = (row["id"] for row in cli("history", "list", "--profile", "all", "--json").json["changes"][:2])
    with sqlite3.connect(user_home / ".local/state/hermes-mem/history.sqlite") as connection:
        connection.execute("UPDATE files SET change = ?, position = 9 WHERE change = ?", (one, other))
    ran = cli("history", "restore", str(one), "--removed")
    assert ran.code == 2
    assert "--entry ID" in ran.err


def test_what_comes_back_with_a_secret_is_refused_with_a_way_out_that_there_is(cli: Cli, home: Path) -> None:
    write(home, memory=["A fact.", "The token is ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"])
    cli("memory", "list")
    write(home, memory=["A fact."])
    cli("memory", "list")
    number = str(cli("history", "list", "--json").json["changes"][0]["id"])
    refused = cli("history", "restore", number, "--removed")
    assert (refused.code, "--redact" in refused.err) == (4, False)
    assert cli("history", "restore", number, "--removed", "--allow", "secret.github-token").code == 0
