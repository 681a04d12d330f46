"""`memory repair`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli, texts, write
from tests.cli.test_untouched import state

DRIFTED = "One. \n§\n\n§\nTwo.\n§\nOne.\n".encode()


def test_repair_shows_its_plan_mends_the_file_and_is_taken_back(cli: Cli, home: Path) -> None:
    write(home, memory=DRIFTED)
    before = state(home)
    planned = cli("memory", "repair", "memory", "--dry-run")
    assert (planned.code, state(home)) == (0, before)
    assert planned.out.startswith("Plan, nothing written: repaired the file of MEMORY of hermes:default: ")
    assert "This mends it." in planned.err
    assert cli("memory", "repair", "MEMORY", "--json").shaped("change")["outcome"] == "applied"
    assert texts(home) == ["One.", "Two."]
    assert cli("memory", "repair", "memory").out == "Nothing to change: it is so already.\n"
    assert cli("undo").code == 0
    assert (home / "memories/MEMORY.md").read_bytes() == DRIFTED


def test_what_it_cannot_mend_is_refused_with_the_way_out(cli: Cli, home: Path) -> None:
    write(home, memory=["x" * 2300])
    ran = cli("memory", "repair", "memory")
    assert (ran.code, ran.out) == (4, "")
    assert "Split, shorten or remove" in ran.err
    assert cli("memory", "repair", "failures").code == 2
