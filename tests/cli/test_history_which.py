"""`history list` narrowed down: by whom, in which memory, with which words, since when."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, ids, write
from tests.cli.test_changing import FACTS


@pytest.fixture
def changed(cli: Cli, home: Path) -> Path:
    """First seen; changed by others; a removal with a reason; an addition to USER by an agent."""
    cli("memory", "list")
    write(home, memory=[*FACTS, "Grafana listens on port 3000."])
    cli("memory", "list")
    cli("memory", "remove", ids(cli)[0], "--reason", "Straße gesperrt")
    cli("memory", "add", "user", "Prefers pnpm.", "--as", "agent")
    return home


def found(cli: Cli, *arguments: str) -> list[tuple[str, str]]:
    """Actor and targets of what is listed, the newest first."""
    rows = cli("history", "list", "--json", *arguments).shaped("history list")["changes"]
    return [(row["actor"], row["target"]) for row in rows]


FIRST, OTHERS, OURS, AGENTS = (
    ("unknown", "memory, user"),
    ("unknown", "memory"),
    ("script", "memory"),
    ("agent", "user"),
)


@pytest.mark.usefixtures("changed")
@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ([], [AGENTS, OURS, OTHERS, FIRST]),
        (["--actor", "agent"], [AGENTS]),
        (["--actor", "unknown", "--target", "user"], [FIRST]),
        (["--target", "MEMORY"], [OURS, OTHERS, FIRST]),
        (["--text", "grafana"], [OTHERS]),
        (["--text", "Grafana"], [OTHERS]),
        (["--text", "GRAFANA"], []),
        (["--text", "3000 grafana"], [OTHERS]),
        (["--text", "grafana pnpm"], []),
        (["--text", "strasse"], [OURS]),
        (["--text", "first fact"], [OURS]),
        (["--text", "first seen"], [FIRST]),
        (["--text", "pnpm", "--actor", "script"], []),
        (["--text", "who:unk grafana"], [OTHERS]),
        (["--text", "who:script who:agent"], [AGENTS, OURS]),
        (["--text", "target:USER"], [AGENTS, FIRST]),
        (["--text", "store:hermes target:user pnpm"], [AGENTS]),
        (["--text", "store:pi"], []),
        (["--text", "who:"], [AGENTS, OURS, OTHERS, FIRST]),
        (["--since", "1h"], [AGENTS, OURS, OTHERS, FIRST]),
        (["--since", "1h", "--limit", "2"], [AGENTS, OURS]),
    ],
)
def test_only_what_was_asked_for_is_listed(cli: Cli, arguments: list[str], wanted: list[tuple[str, str]]) -> None:
    assert found(cli, *arguments) == wanted


def test_what_is_older_is_left_out(cli: Cli, changed: Path, user_home: Path) -> None:
    with sqlite3.connect(user_home / ".local/state/hermes-mem/history.sqlite") as connection:
        connection.execute("UPDATE changes SET time = '2026-01-01T00:00:00.000+00:00' WHERE actor = 'unknown'")
    assert found(cli, "--since", "2026-01-02") == [AGENTS, OURS]
    assert cli("history", "list", "--since", "2026-13-01").code == 2
    assert cli("history", "list", "--actor", "nobody").code == 2


def test_none_is_told_and_how_many_more_counts_those_asked_for(cli: Cli, changed: Path) -> None:
    ran = cli("history", "list", "--text", "never said")
    assert (ran.code, ran.out) == (0, "")
    assert "No change is like that." in ran.err
    ran = cli("history", "list", "--target", "memory", "--limit", "1")
    assert "… 2 more; --limit N shows them" in ran.out


def test_what_others_did_last_is_listed_though_nothing_else_has_looked(cli: Cli, home: Path) -> None:
    cli("memory", "list")
    write(home, memory=FACTS[:1])
    assert found(cli) == [OTHERS, FIRST]
