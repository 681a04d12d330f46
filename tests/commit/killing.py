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
WATCHED = tuple(
    str(SOURCE / place) for place in ("commit/", "history/", "disk/writing.py", "store/", "layouts/pi/memory_table.py")
)
DONE, REFUSED, INTERRUPTED = 0, 3, 4


def killed_at(
    line: int, act: Callable[[], object], by: signal.Signals = signal.SIGKILL, where: tuple[str, ...] = WATCHED
) -> bool:
    """Run `act` in a child that kills itself, unwarned, before the `line`-th line of the write path, or of `where`.

    Returns False when `act` was over before that line came; what it raises fails the test. An interrupt is no death:
    the child ends by what Python makes of it, and that counts as killed too.
    """
    child = os.fork()
    if child == 0:
        _run(line, act, by, where)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == by
        return True
    assert os.WEXITSTATUS(status) in (DONE, INTERRUPTED)
    return os.WEXITSTATUS(status) == INTERRUPTED


def _run(line: int, act: Callable[[], object], by: signal.Signals, where: tuple[str, ...]) -> None:
    code = REFUSED
    try:
        sys.settrace(_Killer(line, by, where))
        act()
        code = DONE
    except KeyboardInterrupt:
        code = INTERRUPTED
    finally:
        sys.settrace(None)
        os._exit(code)


class _Killer:
    """A trace function that counts the lines of the watched files."""

    def __init__(self, line: int, by: signal.Signals, where: tuple[str, ...]) -> None:
        self._left, self._by, self._where = line, by, where

    def __call__(self, frame: FrameType, event: str, arg: Any) -> _Killer | None:
        if event == "call":
            return self if frame.f_code.co_filename.startswith(self._where) else None
        if event == "line":
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), self._by)
        return self


def lines_of(act: Callable[[], object], where: tuple[str, ...] = WATCHED) -> list[tuple[str, int, str]]:
    """Every line of the write path, or of `where`, that `act` runs here: file, number and function, in their order."""
    turns: list[tuple[str, int, str]] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(where):
            return None
        if event == "line":
            turns.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    finally:
        sys.settrace(before)
    return turns
