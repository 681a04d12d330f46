"""A home of Pi on the command line: what is shown, in the shapes of the contract, and that nothing is changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import pi_database
from tests.cli.conftest import Cli, write
from tests.cli.test_untouched import READS, state
from tests.homes import PiHome, put

FIXTURE = Path(__file__).parents[1] / "data/pi-agent"


@pytest.fixture
def pi(user_home: Path) -> Path:
    """A home that pi-hermes-memory itself has written, where it looks by default."""
    home = user_home / ".pi/agent"
    shutil.copytree(FIXTURE, home)
    return home


@pytest.mark.parametrize(
    "command",
    [["stores"], ["memory", "list"], ["memory", "show", "6902f125"], ["budget"], ["prompt"], ["status"]],
    ids=" ".join,
)
def test_what_is_shown_has_the_shape_of_the_contract(cli: Cli, pi: Path, command: list[str]) -> None:
    ran = cli(*command, "--json")
    assert ran.code == 0
    ran.shaped(" ".join(command[:2]) if command[0] == "memory" else command[0])


def test_a_store_of_pi_is_listed_with_its_kind_and_reason(cli: Cli, pi: Path) -> None:
    [store] = cli("stores", "--json").shaped("stores")["stores"]
    assert (store["store"], store["kind"], store["home"], store["active"]) == ("pi:default", "pi", str(pi), True)
    assert store["targets"][:4] == ["memory", "user", "failures", "standing"]
    assert {"project:infra", "project:shop"} <= set(store["targets"])
    assert (store["sessions"], store["pending"], store["skills"]) == (0, 0, 5)
    assert "default home of Pi" in store["why"]


def test_a_line_has_room_for_the_current_project_only(
    cli: Cli, pi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop").mkdir()
    monkeypatch.chdir(tmp_path / "shop")
    assert cli("status").out == "MEMORY 15% USER 6% FAILURES 6% STANDING 2% PROJECT shop 3%\n"
    assert "PROJECT shop 3% · 1 other project · 5 skills" in cli("stores").out
    [store] = cli("status", "--json").json["stores"]
    assert "project:infra" in [target["target"] for target in store["targets"]]


def test_an_entry_has_its_dates_its_category_and_its_project(cli: Cli, pi: Path) -> None:
    [entry] = cli("memory", "show", "6902f125", "--json").json["entries"]
    told = {key: entry[key] for key in ("target", "text", "size", "created", "last", "category", "project")}
    assert told == {
        "target": "failures",
        "text": "[convention] Monorepo uses turborepo",
        "size": 99,
        "created": "2026-11-29",
        "last": "2026-11-29",
        "category": "convention",
        "project": "shop",
    }
    out = cli("memory", "show", "6902f125").out
    assert "category convention · project shop · created 2026-11-29" in out


def test_a_list_has_the_day_of_the_last_change_and_in_full_all_that_is_kept(cli: Cli, pi: Path, home: Path) -> None:
    """Only where there are such days: not of rules, and not in Hermes."""
    every = {
        e["id"]: e for s in cli("memory", "list", "--json").json["stores"] for t in s["targets"] for e in t["entries"]
    }
    rows = {
        row.split()[0]: row
        for row in cli("memory", "list").out.splitlines()
        if row.split()[:1] and row.split()[0] in every
    }
    assert rows.keys() == every.keys()
    for entry_id, row in rows.items():
        last = every[entry_id]["last"]
        assert ((last or "2026-") in row) is (last is not None)
    full = cli("memory", "list", "--target", "failures", "--full").out
    assert "    category convention · project shop · created 2026-11-29 · changed 2026-11-29\n" in full


def test_both_kinds_are_read_together(cli: Cli, pi: Path, home: Path) -> None:
    stores = cli("memory", "list", "--json").shaped("memory list")["stores"]
    assert [store["store"] for store in stores] == ["hermes:default", "pi:default"]
    only = cli("memory", "list", "--target", "failures", "--json").json["stores"]
    assert [(store["store"], len(store["targets"])) for store in only] == [("pi:default", 1)]


def test_what_is_found_by_search_only_is_said(cli: Cli, pi: Path) -> None:
    ran = cli("prompt", "--store", str(pi))
    assert ran.out.startswith("<standing-instructions>\n")
    assert "Found by search only, and in no prompt: MEMORY, USER, FAILURES" in ran.err
    assert "found by search only" in cli("memory", "list").out
    searched = cli("prompt", "--json").shaped("prompt")["searched"]
    assert {"store": "pi:default", "target": "memory"} in searched
    assert {"store": "pi:default", "target": "standing"} not in searched


def test_in_legacy_mode_they_are_in_the_prompt(cli: Cli, pi: Path) -> None:
    (pi / "hermes-memory-config.json").write_text('{"memoryMode": "legacy-inject"}')
    blocks = cli("prompt", "--json").shaped("prompt")["blocks"]
    assert [block["target"] for block in blocks] == ["memory", "user", "failures", "standing"]
    assert "created=" not in blocks[0]["text"]


def test_the_prompt_of_two_kinds_is_that_of_the_first(cli: Cli, pi: Path, home: Path) -> None:
    ran = cli("prompt")
    assert "The first fact." in ran.out
    assert "standing-instructions" not in ran.out
    assert "--store PATH" in ran.err


def test_a_configuration_that_does_not_parse_is_loud(cli: Cli, pi: Path) -> None:
    (pi / "hermes-memory-config.json").write_text('{"memoryDir": "notes",}')
    assert "cannot be used" in cli("memory", "list").out
    [store] = cli("status", "--json").json["stores"]
    assert store["findings"] == 1


@pytest.mark.parametrize(
    "command",
    [
        ["memory", "add", "memory", "new"],
        ["memory", "add", "project:shop", "new"],
        ["memory", "edit", "6902f125", "new"],
        ["memory", "remove", "6902f125"],
        ["memory", "move", "6902f125", "memory"],
        ["memory", "add", "standing", "new"],
        ["memory", "split", "6902f125", "one", "two"],
        ["memory", "reorder", "6902f125", "1"],
    ],
    ids=lambda command: " ".join(command[:3]),
)
def test_every_verb_changes_a_home_of_pi_and_undo_takes_it_back(cli: Cli, pi: Path, command: list[str]) -> None:
    before = memories(pi)
    assert cli(*command, "--dry-run", "--json").shaped("change")["outcome"] == "applied"
    assert memories(pi) == before
    ran = cli(*command, "--json")
    assert (ran.code, ran.shaped("change")["outcome"]) == (0, "applied")
    assert memories(pi) != before
    assert cli("undo").code == 0
    assert memories(pi) == before


def memories(home: Path) -> dict[str, bytes]:
    """The memory files of a home."""
    return {str(path.relative_to(home)): path.read_bytes() for path in home.rglob("*.md")}


@pytest.mark.parametrize("command", ["undo", "undo {}", "history restore {}"])
def test_what_stays_behind_a_change_that_is_taken_back_is_said(cli: Cli, pi: Path, command: str) -> None:
    [number] = cli("memory", "add", "memory", "new", "--json").shaped("change")["changes"]
    words = command.format(number).split()
    (pi / "pi-hermes-memory/sessions.db").write_bytes(b"no database" * 99)
    assert cli(*words, "--dry-run", "--json").shaped("change")["findings"] == []
    ran = cli(*words, "--json")
    assert [finding["rule"] for finding in ran.shaped("change")["findings"]] == ["mirror-behind"]
    assert ran.code == 0


def test_when_it_is_met_is_said(cli: Cli, pi: Path) -> None:
    pi_database.make(pi / "pi-hermes-memory/sessions.db")
    assert cli("memory", "add", "memory", "new").out.endswith("takes it back. Pi finds it by searching, at once.\n")
    assert "Pi sees it from the start of its next session on." in cli("memory", "add", "standing", "new").out
    (pi / "hermes-memory-config.json").write_text('{"memoryMode": "legacy-inject"}')
    assert "Pi sees it from the start of its next session on." in cli("memory", "add", "user", "new").out


def test_what_stays_behind_is_said_to_a_person(cli: Cli, pi: Path) -> None:
    (pi / "pi-hermes-memory/sessions.db").write_bytes(b"no database" * 99)
    for command in (["memory", "add", "memory", "new"], ["undo"], ["redo"]):
        ran = cli(*command)
        assert "at once" not in ran.out
        assert (ran.code, "Pi's search finds what stood there before" in ran.err) == (0, True)


def test_a_move_between_agents_says_what_it_leaves_behind(cli: Cli, pi: Path, home: Path) -> None:
    before = memories(pi)
    there = ["--store", str(pi)]
    ran = cli("memory", "move", "6902f125", "memory", *there, "--to-store", str(home), "--json")
    [finding] = ran.shaped("change")["findings"]
    assert (ran.code, finding["rule"]) == (0, "move.left-behind")
    assert "of project shop" in finding["message"]
    assert "Monorepo uses turborepo" in (home / "memories/MEMORY.md").read_text("utf-8")
    assert cli("undo", *there).code == 0
    assert memories(pi) == before


def test_a_change_needs_one_store(cli: Cli, pi: Path, home: Path) -> None:
    """The only one that has the target, else the one of the configuration, else the flags to add are told."""
    ran = cli("memory", "add", "memory", "new")
    assert ran.code == 2
    assert f"--store {home}" in ran.err
    assert f"--store {pi}" in ran.err
    assert cli("memory", "add", "failures", "new").code == 0
    assert cli("memory", "add", "memory", "new", "--store", str(home)).code == 0
    config = home.parent / ".config/hermes-mem/config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('default_store = "hermes:default"\n')
    assert cli("memory", "add", "memory", "newer").code == 0


def test_only_what_is_of_a_project(cli: Cli, pi: Path, home: Path) -> None:
    [store] = cli("memory", "list", "--project", "shop", "--json").shaped("memory list")["stores"]
    found = {target["target"]: [entry["text"] for entry in target["entries"]] for target in store["targets"]}
    assert found == {
        "failures": ["[convention] Monorepo uses turborepo"],
        "project:shop": ["checkout service owns the cart table", "deploy with make deploy-shop"],
    }


def test_a_project_that_is_not_there(cli: Cli, pi: Path) -> None:
    ran = cli("memory", "list", "--project", "Shop")
    assert ran.code == 3
    assert "shop" in ran.err


def test_only_what_is_of_a_category(cli: Cli, pi: Path) -> None:
    [store] = cli("memory", "list", "--category", "Tool-Quirk", "--json").json["stores"]
    assert [entry["category"] for target in store["targets"] for entry in target["entries"]] == ["tool-quirk"]
    ran = cli("memory", "list", "--category", "quirk")
    assert ran.code == 2
    assert "tool-quirk" in ran.err


def test_hermes_has_neither(cli: Cli, home: Path) -> None:
    for flag, word in (("--project", "shop"), ("--category", "insight")):
        ran = cli("memory", "list", flag, word)
        assert (ran.code, ran.out) == (2, "")
        assert "Hermes" in ran.err


def test_the_name_of_a_project_keeps_its_letters(cli: Cli, user_home: Path) -> None:
    PiHome(user_home / ".pi/agent").project("Shop", b"a").project("shop", b"b")
    [store] = cli("memory", "list", "--target", "Project:Shop", "--json").json["stores"]
    assert [entry["text"] for entry in store["targets"][0]["entries"]] == ["a"]
    assert "PROJECT Shop" in cli("memory", "list", "--target", "project:Shop").out


def test_a_project_behind_a_link_is_trusted_by_its_name(cli: Cli, pi: Path, tmp_path: Path) -> None:
    put(tmp_path / "real/MEMORY.md", b"a")
    (pi / "projects-memory/Linked").symlink_to(tmp_path / "real")
    trusted = cli("trust", "project:Linked", "--json").shaped("trust")
    assert (trusted["trusted"], trusted["path"]) == (True, str(tmp_path / "real/MEMORY.md"))


def test_text_of_a_store_is_made_harmless(cli: Cli, user_home: Path) -> None:
    """Also in names of projects and categories of Pi's making."""
    PiHome(user_home / ".pi/agent").project("a\x1b[31mb", b"c\x1b]0;title\x07d").standing(b"e\x1b[0mf")
    for command in (["stores"], ["memory", "list"], ["budget"], ["status"], ["memory", "list", "--project", "none"]):
        ran = cli(*command)
        assert "\x1b" not in ran.out + ran.err
    assert b"\x1b" not in cli("memory", "list", "--json").raw


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_read_leaves_the_home_as_it_was(cli: Cli, pi: Path, command: list[str]) -> None:
    before = state(pi)
    cli(*command)
    assert state(pi) == before


def test_broken_files_have_their_exit_code(cli: Cli, pi: Path, home: Path) -> None:
    write(home, memory=["fine"])
    (pi / "pi-hermes-memory/USER.md").write_bytes(b"\xff")
    ran = cli("memory", "list")
    assert ran.code == 7
    assert "[failure] Tried localStorage" in ran.out
