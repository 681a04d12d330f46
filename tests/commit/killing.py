"""Killing a process at a chosen line of the write path."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import hermes_mem

SOURCE = Path(hermes_mem.__file__).parent
WATCHED = tuple(str(SOURCE / place) for place in ("commit/", "history/", "disk/writing.py", "store/"))
DONE, REFUSED = 0, 3


def killed_at(line: int, act: Callable[[], object]) -> bool:
    """Run `act` in a child that kills itself, unwarned, before the `line`-th line of the write path.

    Returns False when `act` was over before that line came; what it raises fails the test.
    """
    child = os.fork()
    if child == 0:
        _run(line, act)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == DONE
    return False


def _run(line: int, act: Callable[[], object]) -> None:
    code = REFUSED
    try:
        sys.settrace(_Killer(line))
        act()
        code = DONE
    finally:
        sys.settrace(None)
        os._exit(code)


class _Killer:
    """A trace function that counts the lines of the watched files."""

    def __init__(self, line: int) -> None:
        self._left = line

    def __call__(self, frame: FrameType, event: str, arg: Any) -> _Killer | None:
        if event == "call":
            return self if frame.f_code.co_filename.startswith(WATCHED) else None
        if event == "line":
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return self
