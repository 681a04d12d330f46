"""Results on stdout, everything else on stderr; nothing from a store reaches a terminal unescaped."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Literal, TextIO

from hermes_mem.model.errors import HermesMemError, Unreadable
from hermes_mem.model.text import safe

SCHEMA = 1

PLAIN = str.maketrans({"…": "...", "·": "-", "•": "*", "█": "#", "░": ".", "═": "=", "—": "-", "§": "S"})
"""What our own marks become where the terminal's encoding has not got them."""

STYLES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}

_HIDDEN = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What JSON may carry raw and a terminal must not get: DEL, C1, bidi controls; and surrogates, which no file has."""


def prepare() -> None:
    """Make both streams take any text: what their encoding lacks is written in ASCII. Raises as line() does."""
    codecs.register_error("hermes-mem", _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            with _writing():
                stream.reconfigure(errors="hermes-mem")
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """A stream for a process that was started with a closed one."""
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123  lives as long as the process


def _in_ascii(problem: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    text = problem.object[problem.start : problem.end]
    return text.translate(PLAIN).encode("ascii", "backslashreplace").decode(), problem.end


def flush() -> None:
    """Hand over what is still buffered. Raises as line() does."""
    with _writing():
        sys.stdout.flush()


def abandon() -> None:
    """Send what could not be written nowhere, so that the interpreter's last flush does not fail again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  a device, not a file of anyone
                os.dup2(nowhere.fileno(), stream.fileno())


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise unwritten(problem) from problem


def unwritten(problem: OSError) -> Unreadable:
    """That stdout takes nothing: the command may have done its work by then."""
    hint = "If this was a change, it may be done all the same: `hermes-mem history list` shows it."
    return Unreadable(f"The output could not be written ({problem.strerror}).", hint)


def line(text: str = "") -> None:
    """A line of the result. Raises Unreadable when it cannot be written, BrokenPipeError when nobody reads any more."""
    with _writing():
        print(text)


def exact(text: str) -> None:
    """The text as UTF-8 and nothing else; on a terminal with its control characters made visible, which stderr says."""
    if sys.stdout.isatty():
        line(safe(text))
        if safe(text) != text:
            note("Control characters are made visible here; into a file or a pipe they go as they are.")
        return
    with _writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))


def note(text: str) -> None:
    """A line beside the result; where stderr takes none, there is no place left to say so."""
    with suppress(OSError):
        print(text, file=sys.stderr)


def document(**content: Any) -> None:
    """The result as JSON: indented for a terminal, on one line for a program."""
    line(as_json(content, ascii_only=not _unicode(), indent=2 if sys.stdout.isatty() else None))


def as_json(content: dict[str, Any], *, ascii_only: bool = True, indent: int | None = None) -> str:
    """An object of the contract as text, with nothing in it that a terminal would obey."""
    import json

    text = json.dumps({"schema": SCHEMA, **content}, ensure_ascii=ascii_only, indent=indent)
    return _HIDDEN.sub(lambda hit: f"\\u{ord(hit[0]):04x}", text)


def failure(problem: HermesMemError, as_json: bool) -> int:
    """Say what went wrong and what to do now; returns the exit code."""
    if as_json:
        document(error={"code": problem.code, "message": problem.message, "hint": problem.hint})
        return problem.exit_code
    note(f"hermes-mem: {safe(problem.message)}")
    for hint in (problem.hint or "").splitlines():
        note(f"  {safe(hint)}")
    return problem.exit_code


def paint(text: str, *styles: str) -> str:
    """The text in these styles, when stdout is a terminal that may have colours."""
    if not styles or not text or not coloured(sys.stdout):
        return text
    return f"\x1b[{';'.join(STYLES[style] for style in styles)}m{text}\x1b[0m"


def coloured(stream: TextIO) -> bool:
    """Whether colours may be sent: a terminal that is not dumb, and no `NO_COLOR` (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def width() -> int | None:
    """Cells of a line, None when stdout is no terminal and nothing has to be cut."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _unicode() -> bool:
    return (sys.stdout.encoding or "utf-8").lower().replace("-", "").startswith("utf")
