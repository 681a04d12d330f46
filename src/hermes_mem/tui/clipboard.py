"""Text to the clipboard by another program: the one way that says whether it went."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from shutil import which

TIMEOUT = 2.0
"""Seconds after which a tool that does not answer is given up."""

TMUX = ("tmux", "load-buffer", "-w", "-")
"""The one way through tmux that works with its default settings (measured with tmux 3.3a)."""


def tools(environ: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Commands that take the text on their standard input, most certain first.

    Over SSH only tmux: every other tool would fill the clipboard of the machine at the far end.
    """
    commands: list[tuple[str, ...]] = [TMUX] if environ.get("TMUX") else []
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        return commands
    commands.append(("pbcopy",))
    if environ.get("WAYLAND_DISPLAY"):
        commands.append(("wl-copy",))
    if environ.get("DISPLAY"):
        commands.append(("xclip", "-selection", "clipboard"))
    return [*commands, ("clip.exe",)]


def copy(text: str, environ: Mapping[str, str]) -> str | None:
    """Copy by the first tool that takes it; gives its name, None when there was none.

    Waits for each tool at most TIMEOUT seconds: call it in a worker. The text never stands in a list of processes.
    """
    return next((command[0] for command in tools(environ) if _takes(command, text, environ)), None)


def _takes(command: tuple[str, ...], text: str, environ: Mapping[str, str]) -> bool:
    program = which(command[0], path=environ.get("PATH"))
    if program is None:
        return False
    try:
        # Tools that stay behind to serve the selection must not hold our pipes, or we would wait for them.
        subprocess.run(  # noqa: S603  fixed commands, found on the person's own PATH
            [program, *command[1:]],
            input=text.encode("utf-8", "replace"),
            env=dict(environ),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return True
