"""`history restore`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, by_hand, ids, texts
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
