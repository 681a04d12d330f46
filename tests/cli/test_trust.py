"""`trust`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli, by_hand, write


@pytest.fixture
def notes(home: Path, tmp_path: Path) -> Path:
    """The file outside that USER leads to."""
    path = home / "memories/USER.md"
    path.rename(tmp_path / "notes.md")
    path.symlink_to(tmp_path / "notes.md")
    return tmp_path / "notes.md"


def test_a_change_is_refused_until_the_file_is_trusted(cli: Cli, home: Path, notes: Path) -> None:
    refused = cli("memory", "add", "user", "New.")
    assert refused.code == 4
    assert f"`hermes-mem --store {home} trust user` once" in refused.err
    told = cli("trust", "user", "--json").shaped("trust")
    assert told | {"schema": 1} == {"schema": 1, "outcome": "applied", "path": str(notes), "trusted": True}
    assert "already trusted" in cli("trust", "user").out
    assert cli("memory", "add", "user", "New.").code == 0
    assert notes.read_text().endswith("New.")
    assert cli("trust", "user", "--forget").out == f"{notes} is only read from now on.\n"
    assert cli("memory", "add", "user", "Newer.").code == 4


def test_by_path(cli: Cli, home: Path, notes: Path) -> None:
    for path in (notes, home / "memories/USER.md"):
        assert cli("trust", str(path)).code == 0
    assert cli("trust", str(notes), "--json").json["outcome"] == "unchanged"
    assert cli("trust", str(home / "config.yaml")).code == 3


def test_what_lies_in_its_home_needs_no_trust(cli: Cli, home: Path) -> None:
    ran = cli("trust", "memory")
    assert (ran.code, ran.out) == (0, "MEMORY lies in its home: there is nothing to trust.\n")


def test_several_outside_are_told_apart(cli: Cli, home: Path, notes: Path, tmp_path: Path) -> None:
    work = write(home / "profiles/work", memory=["At work."])
    (tmp_path / "more.md").write_text("More.")
    (work / "memories/USER.md").symlink_to(tmp_path / "more.md")
    assert cli("trust", "user").code == 2
    assert cli("trust", "user", "--profile", "work", "--json").json["path"] == str(tmp_path / "more.md")


def test_the_history_is_refused_until_the_file_is_trusted(cli: Cli, home: Path, notes: Path) -> None:
    before = notes.read_bytes()
    cli("memory", "add", "user", "New.", "--allow", "shape.link-outside")
    written = notes.read_bytes()
    number = str(by_hand(cli)[0]["id"])
    for command in (["undo"], ["undo", number], ["undo", "--dry-run"], ["history", "restore", number]):
        refused = cli(*command)
        assert (refused.code, notes.read_bytes()) == (4, written)
        assert "`hermes-mem trust user` once" in refused.err
    assert cli("undo", "--json").shaped("error")["error"]["code"] == "refused"
    cli("trust", "user")
    assert cli("undo").code == 0
    assert notes.read_bytes() == before
    cli("trust", "user", "--forget")
    assert cli("redo").code == 4
    assert notes.read_bytes() == before
