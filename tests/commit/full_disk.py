"""A disk that is full at a chosen call, or from there on."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from typing import Any

import pytest

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class FullDisk:
    """Lets calls that need room pass until the `number`-th, which fails; those after it too when it `stays` so.

    Taking away needs no room and always works, and so does what only reads.
    """

    def __init__(self, number: int, *, stays: bool) -> None:
        self._left, self._stays = number, stays
        self.hit = False

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Put it under everything that Python writes with; SQLite writes for itself."""
        opened, made = os.open, os.fdopen

        def open_(path: Any, flags: int, *rest: Any, **named: Any) -> int:
            if flags & WRITES:
                self._call(path)
            return opened(path, flags, *rest, **named)

        patch.setattr(os, "open", open_)
        patch.setattr(os, "fdopen", lambda *rest, **named: _File(made(*rest, **named), self._call))
        for name in ("fsync", "replace", "mkdir"):
            patch.setattr(os, name, self._failing(getattr(os, name)))

    def _failing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def failing(path: Any, *rest: Any, **named: Any) -> Any:
            self._call(path)
            return call(path, *rest, **named)

        return failing

    def _call(self, path: Any) -> None:
        self._left -= 1
        if self._left == 0 or (self._left < 0 and self._stays):
            self.hit = True
            raise OSError(errno.ENOSPC, "No space left on device", None if isinstance(path, int) else os.fspath(path))


class _File:
    """A file whose writing may fail."""

    def __init__(self, file: Any, call: Callable[[int], None]) -> None:
        self._file, self._call = file, call

    def __enter__(self) -> _File:
        self._file.__enter__()
        return self

    def __exit__(self, *rest: Any) -> Any:
        return self._file.__exit__(*rest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def write(self, raw: bytes) -> int:
        """Half of it lands on the disk, as when the last block is found."""
        try:
            self._call(self._file.fileno())
        except OSError:
            self._file.write(raw[: len(raw) // 2])
            raise
        return int(self._file.write(raw))
