"""Copying: which way, in which surroundings, and never at the price of a frozen or talkative screen."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.tui import clipboard
from hermes_mem.tui.clipboard import copy
from tests.homes import HermesHome
from tests.tui.desk import joined, opened, session


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
    assert copy("a\nsecret §\n", environ(tmp_path, DISPLAY=":0")) == "xclip"
    assert (tmp_path / "taken").read_text("utf-8") == "a\nsecret §\n"
    assert (tmp_path / "called").read_text("utf-8").split() == [str(tmp_path / "xclip"), "-selection", "clipboard"]


def test_a_tool_that_fails_is_passed_over(tmp_path: Path, takes: str) -> None:
    tool(tmp_path, "tmux", "exit 1")
    tool(tmp_path, "wl-copy", takes)
    assert copy("text", environ(tmp_path, TMUX="x", WAYLAND_DISPLAY="w")) == "wl-copy"


def test_a_tool_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "TIMEOUT", 0.2)
    tool(tmp_path, "pbcopy", "exec /bin/sleep 60")
    assert copy("text", environ(tmp_path)) is None


def test_a_tool_that_stays_to_serve_the_selection_does_not_hold_us(tmp_path: Path) -> None:
    """As xclip and wl-copy do: they leave a process behind that keeps what it has inherited open."""
    tool(tmp_path, "pbcopy", f"/bin/cat > /dev/null; /bin/sleep 60 & echo $! > {tmp_path}/stayed")
    assert copy("text", environ(tmp_path)) == "pbcopy"
    os.kill(int((tmp_path / "stayed").read_text("utf-8")), signal.SIGKILL)


@pytest.mark.parametrize(
    ("tool_name", "said"), [(None, "through the terminal (OSC 52), which not every one takes"), ("xclip", "with xclip")]
)
async def test_what_is_copied_goes_to_the_terminal_too_and_it_says_which_way_is_certain(
    tool_name: str | None, said: str, hermes_home: HermesHome, env: Environment, tmp_path: Path, takes: str
) -> None:
    hermes_home.memory(joined(["The first fact"]))
    if tool_name:
        tool(tmp_path, tool_name, takes)
    here = replace(env, environ={**env.environ, "PATH": str(tmp_path), "DISPLAY": ":0"})
    async with opened(session(here), "y") as desk:
        assert f"Copied 1 entry {said}, secrets masked." in desk.text
        assert desk.app.clipboard == "The first fact"
