"""`watch`: a line for each change by others, and a program run for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from tests.cli.conftest import Cli, write
from tests.cli.shape import SHAPES, misfits

SOON = 20


def started(user_home: Path, *options: str) -> subprocess.Popen[str]:
    """A watch that has kept the first versions, so that every change from now on is one by others."""
    environ = {**os.environ, "HOME": str(user_home), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "hermes_mem", "watch", *options]
    running = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    history = user_home / ".local/state/hermes-mem/seen.json"
    for _ in range(10 * SOON):
        if history.exists() or running.poll() is not None:
            break
        sleep(0.1)
    return running


def ended(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=SOON)
    return running.returncode, out, err


@pytest.fixture
def settled(home: Path, user_home: Path, cli: Cli) -> Path:
    """A home whose files were written long enough ago for the history to have them settled."""
    for path in (home / "memories").iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return home


def test_a_line_for_each_change(settled: Path, user_home: Path) -> None:
    running = started(user_home)
    write(settled, memory=["The first fact.", "Another one."])
    assert running.stdout is not None
    line = running.stdout.readline()
    assert "hermes:default  MEMORY" in line
    assert "by unknown, change" in line
    code, out, err = ended(running)
    assert (code, out, err) == (130, "", "")


def test_an_object_a_line(settled: Path, user_home: Path) -> None:
    running = started(user_home, "--json")
    write(settled, memory=["The password is hunter2hunter2."])
    assert running.stdout is not None
    line = running.stdout.readline()
    row = json.loads(line)
    assert list(misfits(row, SHAPES["watch"])) == []
    assert row["schema"] == 1
    assert [one["now"]["text"] for one in row["entries"] if one["now"]] == ["The password is ••••••."]
    ended(running)


def test_an_earlier_version_that_is_back(settled: Path, user_home: Path) -> None:
    before = (settled / "memories/MEMORY.md").read_bytes()
    running = started(user_home, "--json")
    assert running.stdout is not None
    write(settled, memory=["Another fact."])
    lost = json.loads(running.stdout.readline())
    (settled / "memories/MEMORY.md").write_bytes(before)
    back = json.loads(running.stdout.readline())
    ended(running)
    assert list(misfits(back, SHAPES["watch"])) == []
    assert (lost["returned"], back["returned"]) == ([], [{"target": "memory", "change": lost["change"]}])
    assert back["summary"].endswith(f"; back to what it was before change {lost['change']}")


def test_a_program_gets_each_change(settled: Path, user_home: Path, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ncat > '{tmp_path}/got'\necho heard\nexit 3\n")
    script.chmod(0o755)
    running = started(user_home, "--json", "--exec", f"'{script}' 'one word'")
    write(settled, memory=["Something else."])
    assert running.stdout is not None
    row = json.loads(running.stdout.readline())
    assert running.stderr is not None
    assert [running.stderr.readline(), running.stderr.readline()] == ["heard\n", f"{script} ended with 3.\n"]
    assert json.loads((tmp_path / "got").read_text()) == row
    ended(running)


@pytest.mark.parametrize("command", ["", "no-such-program x", "'unclosed"])
def test_what_cannot_be_run_is_said_at_once(command: str, cli: Cli, home: Path) -> None:
    ran = cli("watch", "--exec", command)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_no_home_to_watch(cli: Cli) -> None:
    assert cli("watch").code == 3
