"""`history lost`: what was forgotten, and what brings it back."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli, by_hand, ids, texts, write
from tests.cli.test_changing import FACTS
from tests.cli.test_untouched import state
from tests.homes import PiHome

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
LONG = "The staging database lives on db-staging-2 in Frankfurt and is reset every Sunday night."


def lost(cli: Cli, *arguments: str, since: str = "7d") -> list[dict[str, Any]]:
    ran = cli("history", "lost", "--since", since, "--json", *arguments)
    assert ran.code == 0
    rows: list[dict[str, Any]] = ran.shaped("history lost")["lost"]
    return rows


def seen(cli: Cli, home: Path, *entries: str) -> None:
    """Let others write these, and somebody look."""
    write(home, memory=entries)
    cli("memory", "list")


def test_nothing_is_lost_where_nothing_went(cli: Cli, home: Path) -> None:
    assert lost(cli) == []
    assert cli("history", "lost", "--since", "7d").out.startswith("Nothing was lost since 20")
    cli("memory", "add", "memory", "Four.")
    cli("undo")
    assert [row["text"] for row in lost(cli)] == ["Four."]
    cli("redo")
    assert lost(cli) == []


def test_what_is_lost_is_told_with_who_and_when_and_comes_back(cli: Cli, home: Path) -> None:
    seen(cli, home, *FACTS)
    entry = ids(cli)[0]
    cli("memory", "remove", entry, "--reason", "no longer true")
    seen(cli, home, FACTS[2])
    by_others, by_us = lost(cli)
    assert (by_us["text"], by_us["actor"], by_us["reason"], by_us["id"]) == (
        FACTS[0],
        "script",
        "no longer true",
        entry,
    )
    assert by_us["change"] == by_hand(cli)[0]["id"]
    assert (by_others["actor"], by_others["target"]) == ("unknown", "memory")
    assert by_others["text"].startswith(FACTS[1].split("\n")[0])
    for row in (by_us, by_others):
        assert cli(*shlex.split(row["restore"])[1:]).code == 0
    assert sorted(texts(home)) == sorted(FACTS)
    assert lost(cli) == []


def test_what_was_reworded_or_moved_is_not_lost(cli: Cli, home: Path) -> None:
    first, second, _ = ids(cli)
    cli("memory", "edit", first, "The first fact, corrected.")
    cli("memory", "move", second, "user")
    seen(cli, home, "A third one.", "The first fact, corrected twice.")
    assert lost(cli) == []


def test_texts_are_short_and_masked_unless_somebody_asks(cli: Cli, home: Path) -> None:
    seen(cli, home, LONG, f"Token: {SECRET}")
    seen(cli, home, "Another matter altogether.")
    ran = cli("history", "lost", "--since", "yesterday")
    assert LONG[:30] in ran.out
    assert LONG[:45] not in ran.out
    assert SECRET[:8] not in ran.out
    assert f"`hermes-mem history restore {lost(cli)[0]['change']} --entry " in ran.out
    full = cli("history", "lost", "--since", "yesterday", "--full")
    assert LONG in full.out
    assert SECRET[:8] not in full.out
    assert SECRET in cli("history", "lost", "--since", "yesterday", "--full", "--reveal").out
    assert {len(row["text"]) <= 40 for row in lost(cli)} == {True}
    assert LONG in [row["text"] for row in lost(cli, "--full")]


def test_it_can_be_asked_of_one_memory_and_of_a_time(cli: Cli, home: Path, user_home: Path) -> None:
    seen(cli, home, *FACTS)
    cli("memory", "remove", ids(cli)[0])
    cli("memory", "remove", ids(cli, target=1)[0], "--yes")
    assert [row["text"] for row in lost(cli, "--target", "USER")] == ["Likes tea."]
    assert [row["target"] for row in lost(cli)] == ["user", "memory"]
    with sqlite3.connect(user_home / ".local/state/hermes-mem/history.sqlite") as connection:
        connection.execute("UPDATE changes SET time = '2026-01-01T00:00:00.000+00:00' WHERE target = 'memory'")
    assert [row["target"] for row in lost(cli, since="2026-01-02")] == ["user"]
    assert [row["target"] for row in lost(cli, since="2025-12-01")] == ["user", "memory"]


def test_every_store_is_asked_and_each_for_itself(cli: Cli, home: Path) -> None:
    work = write(home / "profiles" / "work", memory=["Only at work.", "Stays."])
    cli("memory", "list", "--profile", "all")
    write(work, memory=["Stays."])
    write(home, memory=FACTS[:2])
    assert {(row["store"], row["text"]) for row in lost(cli, "--profile", "all")} == {
        ("hermes:default", FACTS[2]),
        ("hermes:work", "Only at work."),
    }
    assert [row["text"] for row in lost(cli, "--profile", "work")] == ["Only at work."]


def test_what_went_while_the_file_was_no_text_is_restored_from_before_that(cli: Cli, home: Path) -> None:
    seen(cli, home, *FACTS)
    write(home, memory=b"\xff\xfe")
    cli("memory", "list")
    assert cli("history", "lost", "--since", "7d", "--json").json["lost"] == []
    seen(cli, home, FACTS[2])
    rows = lost(cli)
    assert len(rows) == 2
    for row in rows:
        assert cli(*shlex.split(row["restore"])[1:]).code == 0
    assert sorted(texts(home)) == sorted(FACTS)


@pytest.mark.parametrize("arguments", [[], ["--since", "soon"]])
def test_a_day_is_needed(cli: Cli, home: Path, arguments: list[str]) -> None:
    before = state(home)
    assert cli("history", "lost", *arguments).code == 2
    assert state(home) == before


def test_a_memory_that_never_was_is_a_usage_error_and_one_that_is_gone_is_not(cli: Cli, home: Path) -> None:
    seen(cli, home, *FACTS)
    (home / "memories" / "MEMORY.md").unlink()
    assert len(lost(cli, "--target", "memory")) == len(FACTS)
    ran = cli("history", "lost", "--since", "7d", "--target", "memroy")
    assert (ran.code, ran.out) == (2, "")
    assert "There are: memory, user." in ran.err


def test_nothing_is_promised_of_what_cannot_be_looked_at(cli: Cli, home: Path) -> None:
    seen(cli, home, *FACTS)
    write(home, memory=b"A fact, \xff.")
    ran = cli("history", "lost", "--since", "7d")
    assert (ran.code, ran.out.startswith("The history knows of nothing that was lost since ")) == (7, True)
    assert "is not UTF-8" in ran.err


def test_a_project_that_is_gone_is_lost_and_comes_back_whole(cli: Cli, pi_home: PiHome) -> None:
    pi_home.memory(b"Likes tea.").project("shop", b"Sells tea.\n\xc2\xa7\nOpens at nine.")
    cli("memory", "list")
    shutil.rmtree(pi_home.path / "projects-memory" / "shop")
    rows = lost(cli, "--target", "project:shop")
    assert {row["text"] for row in rows} == {"Sells tea.", "Opens at nine."}
    [command] = {row["restore"] for row in rows}
    assert cli(*shlex.split(command)[1:]).code == 0
    file = pi_home.path / "projects-memory" / "shop" / "MEMORY.md"
    assert file.read_bytes() == b"Sells tea.\n\xc2\xa7\nOpens at nine."
    assert lost(cli) == []
