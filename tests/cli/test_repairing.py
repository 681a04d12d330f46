"""`memory repair`."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, by_hand, ids, texts, write
from tests.cli.test_imports import imported
from tests.cli.test_untouched import state
from tests.layouts.odd_files import ODD

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


NUMBERED = ODD["line numbers"].raw
DOCUMENT = ODD["no delimiter, headings"].raw


def test_the_best_remedy_is_taken_and_what_it_does_not_keep_is_said(cli: Cli, home: Path) -> None:
    write(home, memory=NUMBERED)
    ran = cli("memory", "repair", "memory")
    assert ran.code == 0
    assert ran.out.startswith("Repaired the file of MEMORY (no-numbers) of hermes:default: ")
    assert "What is not there any more: 5 line numbers." in ran.err
    assert texts(home)[0] == "Relay board is rev B."
    assert len(texts(home)) == 4
    assert cli("undo").code == 0
    assert (home / "memories/MEMORY.md").read_bytes() == NUMBERED


def test_another_remedy_is_named(cli: Cli, home: Path) -> None:
    write(home, memory=ODD["conflict"].raw)
    done = cli("memory", "repair", "memory", "--with", "theirs", "--json", "--reason", "the laptop is right")
    assert done.shaped("change")["outcome"] == "applied"
    assert texts(home)[1] == "Pump is on circuit 2."
    [newest] = by_hand(cli)
    assert (newest["summary"], newest["reason"]) == ("repaired the file of MEMORY (theirs)", "the laptop is right")


def test_a_plan_of_a_remedy_writes_nothing(cli: Cli, home: Path) -> None:
    write(home, memory=DOCUMENT)
    before = state(home)
    planned = cli("memory", "repair", "memory", "--with", "split-headings", "--dry-run")
    assert (planned.code, state(home)) == (0, before)
    assert planned.out.startswith("Plan, nothing written: repaired the file of MEMORY (split-headings) of ")
    assert len([line for line in planned.out.splitlines() if line[2:3] in "+~"]) == 3


def test_the_list_says_what_each_would_make_of_it(cli: Cli, home: Path) -> None:
    write(home, memory=ODD["conflict"].raw)
    before = state(home)
    ran = cli("memory", "repair", "memory", "--list")
    assert (ran.code, state(home)) == (0, before)
    assert "both  Keep both sides\n  MEMORY: 3 → 4 entries, " in ran.out
    assert "What is lost: 1 entry of the other side." in ran.out
    rows = cli("memory", "repair", "memory", "--list", "--json").shaped("memory repair list")["remedies"]
    assert [row["id"] for row in rows] == ["both", "ours", "theirs"]
    assert [row["entries"] for row in rows] == [
        [{"target": "memory", "before": 3, "after": after}] for after in (4, 3, 3)
    ]


def test_bytes_that_are_no_text_are_listed_as_what_they_may_be(cli: Cli, home: Path) -> None:
    write(home, memory=ODD["Windows-1252"].raw)
    ran = cli("memory", "repair", "memory", "--list")
    assert "from-windows-1252  Take it for Windows-1252, where 0xE4 is ä, and write it as UTF-8" in ran.out
    assert cli("memory", "repair", "memory").code == 0
    assert texts(home) == ["Gärtner – Öffnung um 7", "Tür links"]


def test_a_remark_asks_for_nothing_and_is_told_with_its_remedy(cli: Cli, home: Path) -> None:
    write(home, memory=ODD["one entry that a § has torn"].raw)
    ran = cli("memory", "repair", "memory")
    assert (ran.code, ran.out) == (0, "Nothing to change: it is so already.\n")
    assert "2 entries look like one" in ran.err
    assert f"`hermes-mem --store {home} memory repair memory --with join`" in ran.err
    assert cli("memory", "repair", "memory", "--json").shaped("change")["outcome"] == "unchanged"


def test_what_is_odd_among_entries_and_has_no_best_remedy_is_told(cli: Cli, home: Path) -> None:
    write(home, memory=ODD["only a mark"].raw)
    ran = cli("memory", "repair", "memory")
    assert (ran.code, texts(home)[1]) == (0, "---")
    assert "--with no-fragments" in ran.err
    assert cli("memory", "repair", "memory", "--with", "no-fragments").code == 0
    assert "---" not in texts(home)


def test_a_remedy_that_is_not_there(cli: Cli, home: Path) -> None:
    ran = cli("memory", "repair", "memory", "--with", "both")
    assert (ran.code, "There is no remedy both here." in ran.err) == (2, True)
    write(home, memory=DOCUMENT)
    assert "There are: split-headings" in cli("memory", "repair", "memory", "--with", "both").err
    assert cli("memory", "repair", "memory", "--with", "both", "--list").code == 2
    assert cli("memory", "repair", "user", "--list").out == "USER of hermes:default: nothing here has a remedy.\n"


def test_the_list_of_entries_loads_no_remedy(cli: Cli, user_home: Path, home: Path) -> None:
    write(home, memory=NUMBERED)
    loaded = imported(user_home, "memory", "list")
    assert "hermes_mem.layouts.hermes.ways_out" in loaded
    assert not {"hermes_mem.layouts.hermes.remedies", "hermes_mem.layouts.hermes.lying"} & loaded
    write(home, memory=["One.", "Two."], user=[])
    assert not {name for name in imported(user_home, "memory", "list") if "reshaping" in name or "ways_out" in name}


@pytest.mark.parametrize("words", ["list", "list --json", "reorder ID 1"])
def test_what_is_told_to_mend_a_file_names_its_store(cli: Cli, home: Path, words: str) -> None:
    """Of two that are odd in the same way, each command mends the one that it was told of."""
    work = write(home / "profiles/work", memory=DRIFTED)
    write(home, memory=DRIFTED)
    words = words.replace("ID", ids(cli, "--profile", "work")[1])
    told = cli("--profile", "all" if words.startswith("list") else "work", "memory", *words.split())
    commands = {one for one in re.findall("`hermes-mem (.*?)`", told.out + told.err) if f" {work} " in one}
    assert commands
    before = state(home / "memories")
    for command in commands:
        assert cli(*shlex.split(command)).code == 0
    assert state(home / "memories") == before
    assert texts(work) == ["One.", "Two."]
