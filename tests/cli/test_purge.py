"""`hermes-mem purge`: it shows what goes, asks for a word, and prints nothing of the text."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.schema import FILE
from hermes_mem.model.entry import Identity
from hermes_mem.store import purging
from hermes_mem.store.redacting import PIECE
from tests.cli.conftest import Cli, Ran, by_hand, texts, write
from tests.cli.test_changing import FACTS
from tests.store.test_purging import assert_gone

KEY = "ghp_" + "k9Zt4QmW2xVb7LrY8sNd3PfH6jGc1aTeUoB5"
SECRET = f"The key of the shop is {KEY}."
OPEN = "a word nobody guesses"


@pytest.fixture
def secret(home: Path) -> str:
    """The id of an entry with a secret, behind the others."""
    write(home, memory=[*FACTS, SECRET])
    return Identity("memory", SECRET).digest[:8]


def assert_silent(ran: Ran, *texts: str) -> None:
    """No six characters in a row of any of the texts are printed."""
    for text in texts:
        for at in range(len(text) - PIECE + 1):
            assert text[at : at + PIECE] not in ran.out + ran.err, text[at : at + PIECE]


def env() -> Environment:
    return Environment.here()


def places(content: Any) -> dict[str, tuple[int, bool]]:
    return {one["kind"]: (one["count"], one["done"]) for one in content["places"]}


def test_a_script_says_yes_and_gets_every_place(cli: Cli, home: Path, secret: str) -> None:
    cli("memory", "list")
    ran = cli("purge", secret, "--yes", "--json")
    assert ran.code == 0
    done = ran.shaped("purge")
    assert (done["outcome"], done["dry_run"]) == ("applied", False)
    assert places(done) == {"memory": (1, True), "version": (1, True)}
    [entry] = done["entries"]
    assert (entry["was"], entry["now"]) == ({"id": secret, "text": "The key of the shop is ••••••."}, None)
    [budget] = done["budgets"]
    assert budget["before"] - budget["after"] == len(SECRET) + len("\n§\n")
    assert {"running agents", "backups and other machines"} <= {one["place"] for one in done["unreached"]}
    assert texts(home) == FACTS
    assert_silent(ran, KEY)
    assert_gone(env(), home)
    assert_silent(cli("history", "list"), KEY)
    [row] = by_hand(cli)
    assert (row["summary"], row["origin"], row["actor"]) == ("purged 1 from MEMORY", "purge", "script")


def test_nobody_to_ask_is_a_usage_error(cli: Cli, home: Path, secret: str) -> None:
    for arguments in (["purge", secret], ["purge", secret, "--json"], ["purge", "--text", KEY]):
        ran = cli(*arguments)
        assert ran.code == 2
        assert_silent(ran, KEY)
    assert cli("purge", secret, "--json", terminal=True).code == 2
    assert texts(home)[-1] == SECRET


def test_a_person_sees_what_goes_and_types_the_id(cli: Cli, home: Path, secret: str) -> None:
    cli("memory", "list")
    for typed in (b"y\n", b"", b"purge\n"):
        refused = cli("purge", secret[:4], terminal=True, stdin=typed)
        assert (refused.code, refused.out) == (4, "")
        assert "1 version can never be restored as it was" in refused.err
        assert f"Type {secret} to purge: " in refused.err
        assert "Nothing was purged." in refused.err
        assert_silent(refused, KEY)
    assert texts(home)[-1] == SECRET
    done = cli("purge", secret, terminal=True, stdin=f" {secret} \n".encode())
    assert (done.code, done.out.splitlines()[0]) == (0, "Purged.")
    assert_silent(done, KEY)
    assert_gone(env(), home)


def test_a_text_is_confirmed_by_a_word_and_never_printed(cli: Cli, home: Path) -> None:
    write(home, memory=["first", f"It is {OPEN}.", "last"], user=[f"{OPEN}, she said"])
    refused = cli("purge", "--text", OPEN, terminal=True, stdin=f"{OPEN}\n".encode())
    assert refused.code == 4
    assert_silent(refused, OPEN)
    assert "Type purge to purge: " in refused.err
    ran = cli("purge", "--text", OPEN, terminal=True, stdin=b"purge\n")
    assert ran.code == 0
    assert_silent(ran, OPEN)
    assert "It is ••••••." in ran.out
    assert (texts(home), texts(home, "user")) == (["first", "last"], [""])
    assert_gone(env(), home, text=OPEN)


def test_a_text_on_stdin(cli: Cli, home: Path) -> None:
    write(home, memory=["first", f"It is {OPEN}."])
    assert cli("purge", "--text", "-", stdin=OPEN.encode()).code == 2
    ran = cli("purge", "--text", "-", "--yes", "--json", stdin=f"{OPEN}\n".encode())
    assert (ran.code, places(ran.shaped("purge"))) == (0, {"memory": (1, True)})
    assert_silent(ran, OPEN)


def test_a_dry_run_writes_nothing(cli: Cli, home: Path, secret: str) -> None:
    cli("memory", "list")
    before = cli("history", "list", "--json").json
    ran = cli("purge", secret, "--dry-run", "--json")
    planned = ran.shaped("purge")
    assert (ran.code, planned["outcome"], planned["dry_run"], planned["changes"]) == (0, "applied", True, [])
    assert places(planned) == {"memory": (1, False), "version": (1, False)}
    assert cli("purge", secret, "--dry-run").out.startswith("Plan, nothing written")
    assert texts(home)[-1] == SECRET
    assert cli("history", "list", "--json").json == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 2),
        (["ab", "--text", "abcdefgh"], 2),
        (["--text", "abcde"], 2),
        (["--text", ""], 2),
        (["--text", "\udcff" * 9], 2),
        (["ffffffff"], 3),
        (["--text", "stands nowhere at all"], 0),
    ],
)
def test_what_cannot_be_meant(cli: Cli, home: Path, arguments: list[str], code: int) -> None:
    ran = cli("purge", *arguments, "--yes")
    assert ran.code == code
    assert texts(home) == FACTS


def test_an_entry_that_only_the_history_has_is_named_by_its_id(cli: Cli, home: Path, secret: str) -> None:
    cli("memory", "remove", secret, "--yes")
    assert texts(home) == FACTS
    ran = cli("purge", secret[:6], "--yes", "--json")
    assert (ran.code, places(ran.shaped("purge"))) == (0, {"version": (1, True)})
    assert_gone(env(), home)
    assert cli("undo").code == 3
    assert cli("purge", secret, "--yes").code == 3


def test_undo_says_that_it_is_gone(cli: Cli, home: Path, secret: str) -> None:
    cli("memory", "remove", secret, "--yes")
    number = str(by_hand(cli)[0]["id"])
    cli("purge", secret, "--yes")
    ran = cli("undo", number)
    assert (ran.code, "nothing brings it back" in ran.err) == (4, True)
    assert cli("undo").code == 3
    assert texts(home) == FACTS


def test_one_store_is_purged_and_the_others_are_named(cli: Cli, home: Path, secret: str) -> None:
    write(home / "profiles/work", memory=[SECRET, "at work"])
    assert cli("purge", secret, "--yes").code == 2, "it stands in two stores"
    ran = cli("purge", secret, "--profile", "default", "--yes", "--json")
    told = {(one["store"], one["kind"]): one["done"] for one in ran.shaped("purge")["places"]}
    assert told == {("hermes:default", "memory"): True, ("hermes:work", "memory"): False}
    assert texts(home / "profiles/work") == [SECRET, "at work"]
    again = cli("purge", secret, "--profile", "work", "--dry-run")
    assert "hermes:work" in again.out
    assert cli("purge", secret, "--everywhere", "--yes").code == 0
    assert texts(home / "profiles/work") == ["at work"]
    assert_gone(env(), home)


def test_a_text_is_purged_from_the_store_that_has_it(cli: Cli, home: Path) -> None:
    write(home / "profiles/work", memory=[f"It is {OPEN}.", "at work"])
    planned = cli("purge", "--text", OPEN, "--profile", "default", "--dry-run")
    assert planned.out.startswith("Nothing to purge")
    assert "not asked for: --everywhere" in planned.out
    assert cli("purge", "--text", OPEN, "--yes").code == 0
    assert texts(home / "profiles/work") == ["at work"]


def test_what_cannot_be_reached_is_named_with_how_to_look(cli: Cli, home: Path, secret: str) -> None:
    with closing(sqlite3.connect(home / "state.db")) as connection:
        connection.execute("CREATE TABLE messages (session_id, timestamp, content)")
        connection.execute("INSERT INTO messages VALUES ('s', 1, ?)", (SECRET,))
        connection.commit()
    before = (home / "state.db").read_bytes()
    found = cli("purge", secret, "--yes", "--json").shaped("purge")["unreached"]
    [database] = [one for one in found if one["place"] == str(home / "state.db")]
    assert "sessions" in database["why"]
    assert database["look"].startswith("sqlite3 'file:")
    assert "mode=ro" in database["look"]
    assert (home / "state.db").read_bytes() == before


def test_the_history_of_another_is_busy(cli: Cli, home: Path, secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("memory", "list")
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    with closing(sqlite3.connect(state_dir(env()) / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = cli("purge", secret, "--yes", "--json")
        other.execute("ROLLBACK")
    assert (ran.code, ran.shaped("error")["error"]["code"]) == (5, "busy")
    assert texts(home)[-1] == SECRET


def test_what_is_left_is_said_and_finished_the_next_time(
    cli: Cli, home: Path, secret: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("memory", "list")
    monkeypatch.setattr("hermes_mem.history.connecting.BUSY", 0.05)
    with closing(sqlite3.connect(state_dir(env()) / FILE, isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM changes").fetchone()
        ran = cli("purge", secret, "--yes")
        other.execute("COMMIT")
    assert (ran.code, ran.out.splitlines()[0]) == (9, "Partly done: purge it again.")
    assert "that finishes it" in ran.err
    again = cli("purge", secret, "--yes", "--json")
    assert (again.code, again.shaped("purge")["outcome"]) == (0, "applied")
    assert not purging.unfinished(env())
    assert_gone(env(), home)
    assert cli("purge", secret, "--yes").code == 3


def test_an_agent_may_not_be_shown_more_than_others(cli: Cli, home: Path, secret: str) -> None:
    ran = cli("purge", secret, "--dry-run", "--reveal", "--as", "agent")
    assert ran.code == 0
    assert_silent(ran, KEY)
    assert json.loads(cli("purge", secret, "--dry-run", "--reveal", "--json").out)["entries"][0]["was"]["id"] == secret
