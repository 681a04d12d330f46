"""A program in a pseudo-terminal: what it sends, and how soon."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence

COLOURS = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}


class Terminal:
    """Runs `argv` in a terminal of `columns` by `lines`; ends it when left."""

    def __init__(
        self, argv: Sequence[str], environ: Mapping[str, str] | None = None, *, columns: int = 120, lines: int = 36
    ) -> None:
        self.sent = b""
        self._file, theirs = pty.openpty()
        # The size must be there before the program asks for it.
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.started = time.perf_counter()
        self._process = subprocess.Popen(
            argv, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **COLOURS, **(environ or {})},
            start_new_session=True,
        )  # fmt: skip
        os.close(theirs)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._file)

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self._file, keys.encode())

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        self._process.send_signal(number)

    def until(self, text: str, timeout: float = 20) -> float:
        """Read until `text` was sent; gives the seconds since the start. Raises TimeoutError with what came instead."""
        end = time.perf_counter() + timeout
        while text.encode() not in self.sent:
            if time.perf_counter() > end or not self._read(0.5):
                raise TimeoutError(f"no {text!r} in {self.sent[-2000:]!r}")
        return time.perf_counter() - self.started

    def ended(self, timeout: float = 20) -> int:
        """Read until the program has ended; gives its exit code. Raises TimeoutError when it goes on."""
        end = time.perf_counter() + timeout
        while self._read(0.05) and self._process.poll() is None:
            if time.perf_counter() > end:
                raise TimeoutError(f"still running after {self.sent[-2000:]!r}")
        return self._process.wait()

    def quiet(self, seconds: float = 0.3) -> bytes:
        """Read until nothing was sent for so long; gives what came."""
        before = len(self.sent)
        while select.select([self._file], [], [], seconds)[0] and self._read(0):
            pass
        return self.sent[before:]

    def _read(self, patience: float) -> bool:
        """Whether the program is still there."""
        if not select.select([self._file], [], [], patience)[0]:
            return True
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:
            return False
        self.sent += data
        return bool(data)
