"""How files looked when their versions were last compared with the history: seen.json beside it.

Nothing hangs on this file. It spares opening the history as long as no memory file was touched, since that takes longer
than reading the memory does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from json import dumps, loads
from pathlib import Path
from time import time_ns
from typing import Any

from hermes_mem.history import schema

FILE = "seen.json"

SETTLED = 2_000_000_000
"""Nanoseconds since its last change after which a file that is written again looks different on every file system."""

Stamp = list[int] | None
"""Device, inode, size and both times of a file; None for no file."""


def stamp(path: Path) -> Stamp:
    """How the file behind any links looks now. Raises OSError for one that may not be looked at."""
    try:
        found = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns]


def unseen(directory: Path, files: Iterable[Path]) -> dict[Path, Stamp]:
    """Those of the files that look different now, or that the history of this directory was never asked about."""
    seen = _load(directory)
    return {path: now for path, now in looks(files).items() if now == [] or seen.get(os.fspath(path), ()) != now}


def present(directory: Path) -> list[Path]:
    """The files that were there when they were last compared."""
    return [Path(path) for path, look in _load(directory).items() if look]


def looks(paths: Iterable[Path]) -> dict[Path, Stamp]:
    """How each of these looks now; an empty stamp stands for what may not be looked at."""
    return {path: _looks(path) for path in paths}


def save(directory: Path, stamps: dict[Path, Stamp]) -> None:
    """Remember how these files looked before they were compared; those changed a moment ago are not settled yet."""
    settled = {os.fspath(path): now for path, now in stamps.items() if now is None or _settled(now)}
    if not settled:
        return
    content = {"history": _identity(directory), "files": _load(directory) | settled}
    temporary = directory / f".{FILE}.{os.getpid()}"
    with suppress(OSError):  # The next one compares again, and nothing else is lost.
        temporary.write_bytes(dumps(content).encode())
        temporary.chmod(0o600)
        temporary.replace(directory / FILE)


def forget(directory: Path) -> None:
    """Have everything compared again: the history lets go of versions."""
    with suppress(OSError):  # Where it cannot be removed, the history cannot be written either.
        (directory / FILE).unlink(missing_ok=True)


def _looks(path: Path) -> Stamp:
    """An empty stamp, which is never the same, for what may not be looked at."""
    try:
        return stamp(path)
    except OSError:
        return []


def _settled(now: list[int]) -> bool:
    return bool(now) and now[-1] < time_ns() - SETTLED


def _load(directory: Path) -> dict[str, Any]:
    """What was saved for this very history."""
    try:
        saved = loads((directory / FILE).read_bytes())
        same = saved["history"] == _identity(directory)
    except (OSError, ValueError, RecursionError, LookupError, TypeError):
        return {}
    return dict(saved["files"]) if same and isinstance(saved.get("files"), dict) else {}


def _identity(directory: Path) -> Stamp:
    """Which file the history is, whatever was written into it."""
    found = _looks(directory / schema.FILE)
    return found[:2] if found else None
