"""`history restore`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, ids, texts
from tests.cli.test_changing import FACTS
from tests.cli.test_untouched import state


def test_the_files_of_a_change_come_back(cli: Cli, home: Path) -> None:
    cli("memory", "remove", ids(cli)[0])
    cli("memory", "add", "memory", "Since then.")
    before = state(home)
    planned = cli("history", "restore", "1", "--dry-run")
    assert planned.out.startswith("Plan, nothing written: brought back what was before change 1 of hermes:default: ")
    assert state(home) == before
    assert cli("history", "restore", "1", "--json").shaped("change")["changes"] == [3]
    assert texts(home) == FACTS
    assert cli("history", "restore", "1").out == "Nothing to change: it is so already.\n"
    assert cli("undo").code == 0
    assert texts(home)[-1] == "Since then."
    assert cli("history", "restore", "99").code == 3


def test_one_file_or_one_entry_comes_back(cli: Cli, home: Path) -> None:
    first, second, _ = ids(cli)
    cli("memory", "move", first, second, "user", "--yes")
    assert cli("history", "restore", "1", "--file", str(home / "memories/USER.md")).code == 0
    assert (texts(home), texts(home, "user")) == (FACTS[2:], ["Likes tea."])
    ran = cli("history", "restore", "1", "--entry", second[:5])
    assert "Brought back 1 to MEMORY from before change 1" in ran.out
    assert texts(home) == [FACTS[2], FACTS[1]]
    assert cli("history", "restore", "1", "--entry", second, "--file", "x").code == 2
    assert cli("history", "restore", "1", "--file", "x").code == 3
