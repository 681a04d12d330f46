"""A text in the person's own pager, which is lent the terminal; no file of it is made."""

from __future__ import annotations

import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from threading import current_thread, main_thread

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Usage

KNOWN = ("less", "more")
"""Pagers that are taken where none is named."""


def pager_of(env: Environment) -> tuple[str, ...]:
    """The person's pager: `$PAGER`, else one that is there. Raises Usage when there is none."""
    given = env.value("PAGER")
    try:
        command = tuple(shlex.split(given or ""))
    except ValueError as error:
        raise Usage(f"The pager {given} cannot be understood ({error}).", "Set $PAGER to a command.") from error
    found = command or tuple(name for name in KNOWN if which(name, path=env.environ.get("PATH")))[:1]
    if not found:
        raise Usage("There is no pager here.", "Set $PAGER to a command that shows what it reads.")
    return found


def paged(text: str, command: tuple[str, ...], env: Environment) -> None:
    """Have the text shown, until the person has left the pager. Raises Usage when it cannot be started."""
    with _uninterrupted():
        try:
            subprocess.run(command, input=text.encode(), check=False, env=dict(env.environ))  # noqa: S603  the person's own
        except OSError as error:
            raise Usage(f"The pager {command[0]} cannot be started ({error.strerror}).", "Set $PAGER.") from error


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl+c stops what the pager does, not this program; the pager itself still hears of it."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
