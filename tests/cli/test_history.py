"""`undo`, `redo` and `history`."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from tests.cli.conftest import Cli, by_hand, ids, texts, write
from tests.cli.test_changing import FACTS
from tests.cli.test_untouched import state


def test_undo_and_redo_walk_back_and_forth(cli: Cli, home: Path) -> None:
    for text in ("Four.", "Five."):
        cli("memory", "add", "memory", text)
    assert cli("undo").code == cli("undo").code == 0
    assert texts(home) == FACTS
    ran = cli("undo")
    assert (ran.code, ran.out) == (3, "")
    assert "no change of yours" in ran.err
    assert cli("redo", "--json").shaped("change")["outcome"] == "applied"
    assert texts(home) == [*FACTS, "Four."]
    assert "Did again: added to MEMORY" in cli("redo").out
    assert texts(home) == [*FACTS, "Four.", "Five."]
    assert cli("redo").code == 3


def test_undo_as_json_is_a_change(cli: Cli, home: Path) -> None:
    entry = ids(cli)[0]
    cli("memory", "remove", entry)
    change = cli("undo", "--json").shaped("change")
    assert (change["outcome"], change["changes"]) == ("applied", [by_hand(cli)[0]["id"]])
    [one] = change["entries"]
    assert (one["was"], one["now"]["id"]) == (None, entry)
    [budget] = change["budgets"]
    assert budget["after"] == len("\n§\n".join(FACTS))


def test_undo_without_writing(cli: Cli, home: Path) -> None:
    cli("memory", "add", "memory", "Four.")
    before = state(home)
    for command in (["undo"], ["undo", "1"]):
        planned = cli(*command, "--dry-run", "--json").shaped("change")
        assert (planned["outcome"], planned["changes"]) == ("applied", [])
        assert state(home) == before
    assert cli("undo", "--dry-run").out.startswith("Plan, nothing written: took back: added to MEMORY of ")
    cli("undo")
    before = state(home)
    assert cli("redo", "--dry-run").code == 0
    assert state(home) == before


def test_undo_by_number_leaves_what_came_after(cli: Cli, home: Path) -> None:
    cli("memory", "add", "memory", "Four.")
    cli("memory", "add", "memory", "Five.")
    cli("undo", "1")
    assert texts(home) == [*FACTS, "Five."]
    assert cli("undo", "99").code == 3


def test_a_conflict_is_told_with_the_text_that_is_gone(cli: Cli, home: Path) -> None:
    cli("memory", "add", "memory", "Four.")
    write(home, memory=[*FACTS, "Vier."])
    before = state(home)
    ran = cli("undo", "--json")
    assert ran.code == 8
    assert ran.shaped("error")["error"]["code"] == "conflict"
    assert "Four." in ran.json["error"]["message"]
    assert state(home) == before


def test_undo_among_several_stores(cli: Cli, home: Path) -> None:
    work = write(home / "profiles" / "work", memory=["Only at work."])
    cli("memory", "add", "memory", "More.", "--profile", "work")
    assert cli("undo").code == 0
    assert texts(work) == ["Only at work."]
    for profile in ("work", "default"):
        cli("memory", "add", "memory", "More.", "--profile", profile)
    ran = cli("undo")
    assert ran.code == 2
    assert "--profile work" in ran.err
    assert cli("undo", "--profile", "default").code == 0
    assert (texts(home), texts(work)) == (FACTS, ["Only at work.", "More."])
    [newest, *_] = cli("history", "list", "--json", "--profile", "work").json["changes"]
    assert cli("undo", str(newest["id"]), "--profile", "default").code == 3
    assert cli("undo", str(newest["id"])).code == 0


def test_the_list_has_the_newest_first_and_says_what_is_undone(cli: Cli, home: Path) -> None:
    before = datetime.now(UTC)
    cli("memory", "add", "memory", "Four.", "--reason", "to have one more")
    cli("undo")
    undo, add = by_hand(cli)
    assert (add["summary"], add["reason"], add["actor"]) == ("added to MEMORY", "to have one more", "script")
    assert (add["undone"], undo["undone"], undo["undoes"]) == (True, False, add["id"])
    assert add["time"].endswith("Z")
    assert abs(datetime.fromisoformat(add["time"]) - before).total_seconds() < 60
    cli("redo")
    redo, undo, add = by_hand(cli)
    assert (redo["undone"], undo["undone"], add["undone"]) == (False, True, False)
    lines = cli("history", "list", "--limit", "2").out.splitlines()
    assert lines[0].endswith("did again: added to MEMORY")
    assert lines[1].endswith("took back: added to MEMORY (taken back)")
    assert lines[2:] == ["… 2 more; --limit N shows them"]


def test_a_secret_in_a_reason_is_only_shown_on_request(cli: Cli, home: Path) -> None:
    reason = "it said password is hunter2-and-more"
    cli("memory", "add", "memory", "Four.", "--reason", reason)
    number = str(by_hand(cli)[0]["id"])
    for command in (["list"], ["list", "--json"], ["show", number], ["show", number, "--json"]):
        assert "hunter2" not in cli("history", *command, COLUMNS="200").out
        assert reason in cli("history", *command, "--reveal", COLUMNS="200").out


def test_an_empty_history(cli: Cli, home: Path) -> None:
    ran = cli("history", "list")
    assert (ran.code, ran.out, ran.err) == (0, "", "Nothing was changed yet.\n")
    assert cli("history", "list", "--json").shaped("history list")["changes"] == []
    assert cli("history", "show", "1").code == 3


def test_a_change_is_shown_whole(cli: Cli, home: Path) -> None:
    path = home / "memories/MEMORY.md"
    before = sha256(path.read_bytes()).hexdigest()
    entry = ids(cli)[1]
    cli("memory", "edit", entry, "The second fact,\nin other words.")
    number = str(by_hand(cli)[0]["id"])
    change = cli("history", "show", number, "--json").shaped("history show")["change"]
    after = sha256(path.read_bytes()).hexdigest()
    assert change["files"] == [{"path": str(path), "before": before, "after": after}]
    [one] = change["entries"]
    assert one["was"] == {"id": entry, "text": FACTS[1]}
    assert one["now"] == {"id": ids(cli)[1], "text": "The second fact,\nin other words."}
    out = cli("history", "show", number).out
    assert f"    - {entry}\n      The second fact,\n      on two lines.\n" in out
    assert "      in other words.\n" in out


def test_the_size_of_the_history(cli: Cli, home: Path, user_home: Path) -> None:
    cli("memory", "add", "memory", "Four.")
    size = cli("history", "size", "--json").shaped("history size")
    assert size["changes"] == len(cli("history", "list", "--json").json["changes"])
    beside = [path for path in Path(size["path"]).parent.iterdir() if path.name.endswith((".sqlite", "-wal"))]
    assert size["bytes"] == sum(path.stat().st_size for path in beside)
    assert Path(size["path"]).is_relative_to(user_home)
    assert f"{size['bytes']:,} bytes" in cli("history", "size").out


def test_a_move_is_listed_and_taken_back_in_both_stores(cli: Cli, home: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", memory=["Elsewhere."])
    there = ("--store", str(other))
    cli("memory", "add", "memory", "More.", *there)
    cli("memory", "move", ids(cli)[0], "memory", "--to-store", str(other))
    here = by_hand(cli)
    moved, _ = by_hand(cli, *there)
    assert here == [moved]
    assert moved["summary"] in cli("history", "list", *there).out
    assert cli("undo", str(moved["id"]), *there).code == 0
    assert (texts(home), texts(other)) == (FACTS, ["Elsewhere.", "More."])
    assert cli("redo", *there).code == 0
    assert texts(other) == ["Elsewhere.", "More.", FACTS[0]]
    assert cli("undo", *there).code == 0
    assert texts(home) == FACTS


def test_the_newest_change_of_two_stores_is_one(cli: Cli, home: Path) -> None:
    work = write(home / "profiles" / "work", memory=["Only at work."])
    cli("memory", "move", ids(cli)[0], "memory", "--to-profile", "work")
    assert texts(work) == ["Only at work.", FACTS[0]]
    assert cli("undo").code == 0
    assert (texts(home), texts(work)) == (FACTS, ["Only at work."])
    assert cli("redo").code == 0
    assert texts(work) == ["Only at work.", FACTS[0]]
