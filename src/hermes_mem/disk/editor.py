"""A text in the person's own editor, in a file that nobody else can read and that never stays behind."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from types import FrameType

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Damaged, Refused, Usage

NOTHING = "Nothing was changed."

_WAIT, _FOREGROUND = ("--wait", "-w"), ("-f", "--nofork")
_NAMES_THAT_WAIT = (
    *("atom", "bbedit", "code", "code-insiders", "codium", "cursor", "gedit", "mate", "pulsar", "subl"),
    *("sublime_text", "vscodium", "windsurf", "xed", "zed", "zeditor"),
    *("clion", "goland", "idea", "phpstorm", "pycharm", "rubymine", "rustrover", "webstorm"),
)
WINDOWED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_NAMES_THAT_WAIT, _WAIT),
    **dict.fromkeys(("gvim", "mvim"), _FOREGROUND),
    "gnome-text-editor": ("--standalone", "-s"),
    "kate": ("--block", "-b"),
    "mousepad": ("--disable-server",),
}
"""Editors that open a window, and the spellings of the option without which they come back at once."""

AT_ONCE = 1.0
"""Seconds within which nobody has edited anything."""

_PREFIX, _DRAFT = "hermes-mem-", "entry.md"

PAUSE = 0.1
"""Seconds between two looks at whether a window was closed."""


@dataclass(frozen=True, slots=True)
class Editor:
    """The program that a person edits with, told to wait until they are done; `windowed` when it opens a window."""

    command: tuple[str, ...]
    windowed: bool

    @property
    def name(self) -> str:
        """As the person knows it: `code`."""
        return _name(self.command[0])


@dataclass(frozen=True, slots=True)
class Edited:
    """What lies in the file afterwards, without the final newline that editors add.

    `given_up` when the person did not wait for the editor any more; `at_once` when it came back before anybody could
    have edited anything, as one does that opens a window and was not told to wait.
    """

    text: str
    given_up: bool = False
    at_once: bool = False


def editor_of(env: Environment) -> Editor:
    """The person's editor: `$VISUAL`, else `$EDITOR`. Raises Usage when none is named."""
    given = env.value("VISUAL") or env.value("EDITOR")
    try:
        command = shlex.split(given or "")
    except ValueError as error:
        raise Usage(f"The editor {given} cannot be understood ({error}).", NOTHING) from error
    if not command:
        raise Usage("No editor is named.", "Set $VISUAL or $EDITOR, or give the new text as an argument or with `-`.")
    program, *options = command
    waiting = WINDOWED.get(_name(program), ())
    if waiting and not set(waiting) & set(options):
        options.insert(0, waiting[0])
    return Editor((program, *options), windowed=bool(waiting))


def edited(text: str, editor: Editor, env: Environment, given_up: Event | None = None) -> Edited:
    """Have the text edited, until the person has left the editor or `given_up` is set from another thread.

    Without `given_up` the editor has the terminal. With it, it must be windowed: it gets no terminal, and when it is
    given up it is left running, since the same program may hold other files of the person.
    Raises Usage when it cannot be started, Refused when it ends with an error, Damaged when it left no UTF-8.
    """
    with _ended_in_order(), tempfile.TemporaryDirectory(prefix=_PREFIX) as directory:
        path = Path(directory) / _DRAFT
        path.touch(mode=0o600, exist_ok=False)
        path.write_bytes(text.encode())
        begun = monotonic()
        try:
            code = _code([*editor.command, str(path)], env, given_up)
        except OSError as error:
            raise Usage(f"The editor {editor.name} cannot be started ({error.strerror}).", NOTHING) from error
        if code:
            raise Refused(f"The editor {editor.name} ended with {code}.", NOTHING)
        return Edited(_read(path), given_up=code is None, at_once=monotonic() - begun < AT_ONCE)


def drafts() -> list[Path]:
    """Texts that editors have now, and those that stayed since this program was killed beside one."""
    return sorted(Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_DRAFT}"))


def _name(program: str) -> str:
    return Path(program).name


def _code(command: list[str], env: Environment, given_up: Event | None) -> int | None:
    """What the editor ended with; None when it was given up."""
    environ = dict(env.environ)
    if given_up is None:
        return subprocess.run(command, check=False, env=environ).returncode  # noqa: S603  the person's own
    none = subprocess.DEVNULL
    process = subprocess.Popen(  # noqa: S603  the person's own
        command, env=environ, stdin=none, stdout=none, stderr=none, start_new_session=True
    )
    while (code := process.poll()) is None:
        if given_up.wait(PAUSE):
            Thread(target=process.wait, daemon=True).start()
            return None
    return code


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
