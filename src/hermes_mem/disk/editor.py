"""A text in the person's own editor, in a file that nobody else can read and that never stays behind."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Damaged, Refused, Usage

NOTHING = "Nothing was changed."

WINDOWED = frozenset(("code", "codium", "cursor", "gedit", "gvim", "kate", "mate", "subl", "zed"))
"""Editors that open a window; most of them come back at once unless they are told to wait (`code --wait`)."""


def edited(text: str, env: Environment) -> str:
    """The text after the person has left the editor, without the final newline that editors add.

    Raises Usage where there is no editor, Refused when it ends with an error, Damaged when it left no UTF-8.
    """
    command = _command(env)
    with _ended_in_order(), tempfile.TemporaryDirectory(prefix="hermes-mem-") as directory:
        path = Path(directory) / "entry.md"
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(text.encode())
        try:
            call = [*command, str(path)]
            code = subprocess.run(call, check=False, env=dict(env.environ)).returncode  # noqa: S603  the person's own
        except OSError as error:
            raise Usage(f"The editor {command[0]} cannot be started ({error.strerror}).", NOTHING) from error
        if code:
            raise Refused(f"The editor {command[0]} ended with {code}.", NOTHING)
        return _read(path)


def has_window(env: Environment) -> bool:
    """Whether the person's editor opens a window of its own, so that the screen can stay. Raises Usage as `edited`."""
    return Path(_command(env)[0]).name in WINDOWED


def _command(env: Environment) -> list[str]:
    """The editor with its arguments, from `$VISUAL`, else `$EDITOR`."""
    given = env.value("VISUAL") or env.value("EDITOR")
    try:
        command = shlex.split(given or "")
    except ValueError as error:
        raise Usage(f"The editor {given} cannot be understood ({error}).", NOTHING) from error
    if not command:
        raise Usage("No editor is named.", "Set $VISUAL or $EDITOR, or give the new text as an argument or with `-`.")
    return command


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8").removesuffix("\n")
    except UnicodeDecodeError as error:
        raise Damaged(f"The editor saved text that is not UTF-8 (byte {error.start:,}).", NOTHING) from error
    except OSError as error:
        raise Refused(f"The editor left no file that can be read ({error.strerror}).", NOTHING) from error


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """A closed terminal or a kill ends the process by an exception, so that the file goes with it."""
    if current_thread() is not main_thread():
        yield  # Signals go to the main thread, and a screen ends in its own way.
        return
    before = {number: signal.signal(number, _end) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
