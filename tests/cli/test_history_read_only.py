"""Reading a history needs no right to write it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from tests.cli.conftest import Cli, by_hand, texts
from tests.cli.test_one_kind_closed import RUN
from tests.powerless import run_powerless

READING = (["history", "list"], ["history", "show", "1"], ["history", "size"], ["undo", "--dry-run"])


def ran(state: Path, tmp_path: Path, mode: int, *commands: list[str]) -> list[tuple[int, str, str]]:
    """Exit code, stdout and stderr of each command with the state directory, and its files, closed to writing."""
    (closed := tmp_path / "closed").mkdir(mode=0)
    for path in state.glob("*"):
        path.chmod(mode)
    state.chmod(0o500)
    try:
        return [tuple(one) for one in run_powerless(RUN, closed, str(Path.home()), json.dumps(commands))]
    finally:
        state.chmod(0o700)
        closed.chmod(0o700)


@pytest.mark.parametrize("mode", [0o400, 0o600])
@pytest.mark.parametrize("log", [True, False])
def test_what_is_there_is_read(cli: Cli, home: Path, tmp_path: Path, log: bool, mode: int) -> None:
    cli("memory", "add", "memory", "New.")
    known = by_hand(cli)
    state = state_dir(Environment.here())
    shutil.copytree(state, kept := tmp_path / "kept")
    shutil.rmtree(state)
    shutil.move(kept, state)
    assert any(path.stat().st_size for path in state.glob("*-wal")), "as after a process that was killed"
    if not log:
        with closing(sqlite3.connect(state / "history.sqlite")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert not list(state.glob("*-wal"))
    before = {path: path.read_bytes() for path in state.glob("*.sqlite*") if not path.name.endswith("-shm")}
    *read, undone = ran(state, tmp_path, mode, *READING, ["undo"])
    assert [code for code, _, _ in read] == [0] * len(READING), read
    assert known[0]["summary"] in read[0][1]
    assert "New." in read[1][1]
    if mode == 0o400:
        assert undone[0] == 6
        assert "cannot be written" in undone[2]
        assert texts(home)[-1] == "New."
        assert {path: path.read_bytes() for path in before} == before


def test_where_none_can_be_made_there_is_none(cli: Cli, home: Path, tmp_path: Path) -> None:
    state = state_dir(Environment.here())
    state.mkdir(parents=True)
    [(code, out, err)] = ran(state, tmp_path, 0o400, ["history", "list"])
    assert (code, out, err) == (0, "", "Nothing was changed yet.\n")
    assert list(state.iterdir()) == []
