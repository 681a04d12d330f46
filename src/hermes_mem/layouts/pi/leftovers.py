"""What Pi leaves beside a memory file while it writes, and afterwards (0.9.6 src/store/memory-store.ts, `saveToDisk`).

For a moment of each write the file is not there at all: it is renamed to its recovery copy, then the new one is linked.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.disk.reading import Absent, Reading, listing, read_bytes, real_path

WAIT = 0.25
"""Seconds to wait for a file that is being written."""

FRESH = 10.0
"""Seconds after which a copy or a temporary directory no longer means that somebody is writing."""

_STEP = 0.01
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
_TEMPORARY = re.compile(r"\.tmp-(?:standing-)?[A-Za-z0-9]{6}")


@dataclass(frozen=True, slots=True)
class RecoveryCopy:
    """The version of a file before a write, and the moment of that write in milliseconds since 1970."""

    path: Path
    displaced: int

    @property
    def time(self) -> datetime:
        """The moment of the write; the beginning of time where the number is no moment."""
        try:
            return datetime.fromtimestamp(self.displaced / 1000, UTC)
        except (ValueError, OverflowError, OSError):
            return datetime.fromtimestamp(0, UTC)


def copies_of(path: Path) -> list[RecoveryCopy]:
    """The recovery copies of a memory file, newest first; they lie beside the real file behind a link."""
    real = real_path(path)
    named = re.compile(rf"\.{re.escape(real.name)}\.recovery-(\d+)-{_UUID}", re.IGNORECASE | re.ASCII)
    found = [
        RecoveryCopy(real.parent / name, int(match[1][:18]))
        for name, is_directory in listing(real.parent).items()
        if not is_directory and (match := named.fullmatch(name))
    ]
    return sorted(found, key=lambda copy: copy.displaced, reverse=True)


def read_settled(path: Path) -> Reading:
    """The file; one that is not there is awaited as long as it looks as if somebody were just writing it."""
    reading = read_bytes(path)
    end = time.monotonic() + WAIT
    while isinstance(reading, Absent) and time.monotonic() < end and being_written(path):
        time.sleep(_STEP)
        reading = read_bytes(path)
    return reading


def being_written(path: Path) -> bool:
    """Whether the file, if it is not there, may be back in a moment: it lies in a copy that was made just now.

    Where the clock of the writer is another one, a temporary directory beside an older copy says as much.
    """
    copies = copies_of(path)
    if not copies:
        return False
    if abs(time.time() - copies[0].displaced / 1000) < FRESH:
        return True
    directory = real_path(path).parent
    names = (name for name, is_directory in listing(directory).items() if is_directory)
    return any(_fresh(directory / name) for name in names if _TEMPORARY.fullmatch(name))


def _fresh(directory: Path) -> bool:
    try:
        return abs(time.time() - directory.stat().st_mtime) < FRESH
    except OSError:
        return False
