"""Copying: which way, in which surroundings, and never at the price of a frozen or talkative screen."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from hermes_mem.tui import clipboard
from hermes_mem.tui.clipboard import Copied, copy


def tool(directory: Path, name: str, script: str) -> None:
    """A program of this name that notes what it is called with and what it is given."""
    path = directory / name
    path.write_text(f'#!/bin/sh\nprintf "%s " "$0" "$@" > {directory}/called\n{script}\n', "utf-8")
    path.chmod(0o755)


@pytest.fixture
def takes(tmp_path: Path) -> str:
    """What a tool does that keeps the text."""
    return f"/bin/cat > {tmp_path}/taken"


def environ(directory: Path, **more: str) -> dict[str, str]:
    return {"PATH": str(directory), **more}


def names(environ: dict[str, str]) -> list[str]:
    return [command[0] for command in clipboard.tools(environ)]


def test_the_tools_follow_the_surroundings() -> None:
    assert names({}) == ["pbcopy", "clip.exe"]
    assert names({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}) == ["pbcopy", "wl-copy", "xclip", "clip.exe"]
    assert names({"TMUX": "x", "DISPLAY": ":0"}) == ["tmux", "pbcopy", "xclip", "clip.exe"]


@pytest.mark.parametrize("sign", ["SSH_CONNECTION", "SSH_TTY"])
def test_over_ssh_nothing_goes_to_the_far_clipboard(sign: str) -> None:
    assert names({sign: "x", "DISPLAY": ":0"}) == []
    assert names({sign: "x", "TMUX": "x", "DISPLAY": ":0"}) == ["tmux"]


def test_the_text_goes_through_standard_input_and_never_into_the_list_of_processes(tmp_path: Path, takes: str) -> None:
    tool(tmp_path, "xclip", takes)
    asked: list[str] = []
    assert copy("a\nsecret §\n", environ(tmp_path, DISPLAY=":0"), asked.append) == Copied("xclip", True)
    assert (tmp_path / "taken").read_text("utf-8") == "a\nsecret §\n"
    assert (tmp_path / "called").read_text("utf-8").split() == [str(tmp_path / "xclip"), "-selection", "clipboard"]
    assert asked == ["a\nsecret §\n"]


def test_a_tool_that_fails_is_passed_over(tmp_path: Path, takes: str) -> None:
    tool(tmp_path, "tmux", "exit 1")
    tool(tmp_path, "wl-copy", takes)
    copied = copy("text", environ(tmp_path, TMUX="x", WAYLAND_DISPLAY="w"))
    assert (copied, copied.way) == (Copied("wl-copy", False), "wl-copy")


def test_a_tool_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "TIMEOUT", 0.2)
    tool(tmp_path, "pbcopy", "exec /bin/sleep 60")
    assert copy("text", environ(tmp_path)) == Copied(None, False)


def test_a_tool_that_stays_to_serve_the_selection_does_not_hold_us(tmp_path: Path) -> None:
    """As xclip and wl-copy do: they leave a process behind that keeps what it has inherited open."""
    tool(tmp_path, "pbcopy", f"/bin/cat > /dev/null; /bin/sleep 60 & echo $! > {tmp_path}/stayed")
    assert copy("text", environ(tmp_path)) == Copied("pbcopy", False)
    os.kill(int((tmp_path / "stayed").read_text("utf-8")), signal.SIGKILL)


def test_with_nothing_but_the_terminal_it_says_that_it_cannot_be_sure(tmp_path: Path) -> None:
    copied = copy("text", environ(tmp_path), lambda _text: None)
    assert copied == Copied(None, True)
    assert "OSC 52" in copied.way
    assert copy("text", environ(tmp_path)).way == ""
