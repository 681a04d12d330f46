"""What may reach a terminal, a pipe, a stream that is closed or knows no Unicode."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.cli.conftest import Cli, write

TEXT_COMMANDS = (
    ["stores"],
    ["memory", "list"],
    ["memory", "list", "--full"],
    ["memory", "list", "--full", "--reveal"],
    ["skills", "list"],
    ["skills", "list", "--full", "--reveal"],
    ["skills", "find", "a"],
    ["budget"],
    ["status"],
    ["tui", "--plain"],
)

HARMLESS = set("\n")
"""Control characters that a command itself sends."""


def hidden(text: str) -> set[str]:
    """Control characters, bidi controls, surrogates: what a terminal would obey or could not take."""
    bidi = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    obeyed = {c for c in text if unicodedata.category(c) in ("Cc", "Cs") or unicodedata.bidirectional(c) in bidi}
    return obeyed - HARMLESS


@pytest.fixture
def hostile(user_home: Path, demo: Path) -> list[str]:
    """The options that open the demo with all that tries something, in a folder whose name tries something too."""
    named = demo.rename(demo.parent / "de\x1b]0;owned\x07mo\u202e")
    return ["--store", str(named), "--profile", "all"]


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("command", TEXT_COMMANDS, ids=" ".join)
def test_no_control_character_of_a_store_reaches_stdout(
    cli: Cli, hostile: list[str], command: list[str], terminal: bool
) -> None:
    ran = cli(*command, *hostile, terminal=terminal, NO_COLOR="1")
    assert ran.code in (0, 6, 7)
    assert ran.out
    assert hidden(ran.out + ran.err) == set()


@pytest.mark.parametrize(
    "command", [["stores"], ["memory", "list"], ["skills", "list"], ["budget"], ["status"], ["prompt"]], ids=" ".join
)
def test_json_carries_such_text_escaped_and_whole(cli: Cli, hostile: list[str], command: list[str]) -> None:
    ran = cli(*command, "--json", *hostile, terminal=True)
    assert hidden(ran.out) == set()
    if command == ["memory", "list"]:
        texts = [e["text"] for s in ran.json["stores"] for t in s["targets"] for e in t["entries"]]
        assert any("\x1b]0;" in text for text in texts)
        assert any("\u202e" in text or "\u2066" in text for text in texts)


def test_colours_are_for_terminals_that_want_them(cli: Cli, demo: Path) -> None:
    command = ["memory", "list", "--store", str(demo)]
    assert "\x1b[" in cli(*command, terminal=True).out
    assert "\x1b[" in cli(*command, terminal=True, NO_COLOR="").out
    assert "\x1b" not in cli(*command, terminal=True, NO_COLOR="1").out
    assert "\x1b" not in cli(*command, terminal=True, TERM="dumb").out
    assert "\x1b" not in cli(*command).out


@pytest.mark.parametrize("command", [*TEXT_COMMANDS, ["--help"], ["memory", "list", "--json"]], ids=" ".join)
def test_an_encoding_without_unicode_loses_nothing_but_looks(cli: Cli, demo: Path, command: list[str]) -> None:
    where = [] if command == ["--help"] else ["--store", str(demo)]
    ran = cli(*where, *command, encoding="ascii")
    assert ran.code == 0
    assert ran.raw.isascii()
    if command[-1] == "--json":
        assert ran.json == cli(*where, *command).json


def test_marks_of_ours_have_an_ascii_form(cli: Cli, demo: Path) -> None:
    out = cli("budget", "--store", str(demo), encoding="ascii").out
    assert "####" in out
    assert "\\u" not in out


def process(*arguments: str, home: Path, **variables: str) -> subprocess.Popen[bytes]:
    env = {"HOME": str(home), "PATH": os.environ["PATH"], "TERM": "xterm", **variables}
    return subprocess.Popen(
        [sys.executable, "-m", "hermes_mem", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    )


def test_a_closed_pipe_ends_the_run_quietly(user_home: Path) -> None:
    write(user_home / ".hermes", memory=["x" * 1000 + str(n) for n in range(500)])
    for arguments in (["memory", "list", "--full"], ["memory", "list", "--json"]):
        with process(*arguments, home=user_home) as child:
            assert child.stdout
            assert child.stderr
            child.stdout.read(1)
            child.stdout.close()
            assert child.stderr.read() == b""
        assert child.returncode == 141


def test_a_pipe_that_closes_before_the_last_flush(user_home: Path, home: Path) -> None:
    with process("stores", home=user_home) as child:
        assert child.stdout
        assert child.stderr
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 141


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["at the end", "at once"])
@pytest.mark.parametrize(
    "arguments",
    [["stores"], ["memory", "list", "--json"], ["prompt"], ["memory", "show", "zzz", "--json"], ["--version"]],
)
def test_a_full_disk_behind_stdout_is_said(user_home: Path, home: Path, arguments: list[str], unbuffered: str) -> None:
    write(home, memory=[f"Fact {number} of many." for number in range(1000)])
    for stderr in ("capture", "full"):
        code, said = onto_a_full_disk(user_home, arguments, unbuffered, stderr)
        assert code == 6
        if stderr == "capture":
            assert said.startswith("hermes-mem: The output could not be written")
            assert "Traceback" not in said


def onto_a_full_disk(user_home: Path, arguments: list[str], unbuffered: str, stderr: str) -> tuple[int, str]:
    """Exit code and what stderr says, which is on the full disk too unless it is to be captured."""
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    env = {"HOME": str(user_home), "PATH": os.environ["PATH"], "PYTHONUNBUFFERED": unbuffered}
    command = [sys.executable, "-m", "hermes_mem", *arguments]
    with Path("/dev/full").open("w") as full:
        other = subprocess.PIPE if stderr == "capture" else full
        ran = subprocess.run(command, stdout=full, stderr=other, env=env, check=False, text=True)
    return ran.returncode, ran.stderr


def test_what_stderr_does_not_take_costs_nothing_else(user_home: Path, home: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    command = f"{sys.executable} -m hermes_mem prompt 2>/dev/full"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, env={"HOME": str(user_home)}, check=False)
    assert ran.returncode == 0
    assert ran.stdout.endswith(b"Likes tea.")


def test_a_run_without_any_stdout(user_home: Path, home: Path) -> None:
    command = f"{sys.executable} -m hermes_mem stores >&-"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, env={"HOME": str(user_home)}, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_run_without_any_stdin(user_home: Path, home: Path) -> None:
    command = f"{sys.executable} -m hermes_mem <&-"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, env={"HOME": str(user_home)}, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.startswith(b"Usage: hermes-mem")


def test_a_text_from_a_stdin_that_is_closed_is_an_empty_one(user_home: Path, home: Path) -> None:
    command = f"{sys.executable} -m hermes_mem memory add memory - <&-"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, env={"HOME": str(user_home)}, check=False)
    assert (ran.returncode, b"The text is empty." in ran.stderr + ran.stdout) == (4, True)


@pytest.mark.parametrize("command", ["--help", "memory --help", "memory add memory new"])
def test_what_nobody_could_read_is_said(command: str, user_home: Path, home: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    shell = f"{sys.executable} -m hermes_mem {command} >/dev/full"
    ran = subprocess.run(["sh", "-c", shell], capture_output=True, env={"HOME": str(user_home)}, check=False)
    assert ran.returncode == 6
    assert ran.stderr.startswith(b"hermes-mem: The output could not be written")
    assert b"it may be done all the same" in ran.stderr
    assert b"new" in (home / "memories/MEMORY.md").read_bytes() or "add" not in command


def test_in_a_real_terminal_no_escape_comes_from_a_store(user_home: Path, hostile: list[str]) -> None:
    reader, writer = pty.openpty()
    env = {
        "HOME": str(user_home),
        "PATH": os.environ["PATH"],
        "TERM": "xterm-256color",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }
    command = [sys.executable, "-m", "hermes_mem", "memory", "list", "--full", *hostile]
    child = subprocess.Popen(command, stdin=writer, stdout=writer, stderr=writer, env=env)
    os.close(writer)
    seen = b""
    while chunk := _read(reader):
        seen += chunk
    os.close(reader)
    assert child.wait() == 7
    text = seen.decode().replace("\r\n", "\n")
    assert "owned by a memory entry" in text
    assert hidden(text) == set()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 65536)
    except OSError:  # Linux: the other side of a pty is closed
        return b""


def test_the_c_locale_is_no_obstacle(user_home: Path, demo: Path) -> None:
    for variables in (
        {"LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    ):
        with process("memory", "list", "--json", "--store", str(demo), home=user_home, **variables) as child:
            out, err = child.communicate()
        assert (child.returncode, err) == (0, b"")
        texts = [e["text"] for e in json.loads(out)["stores"][0]["targets"][0]["entries"]]
        assert any("日本語" in text for text in texts)
