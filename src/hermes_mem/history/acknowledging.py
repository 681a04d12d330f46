"""Findings that a person has seen and lives with: the fingerprint of each, by the real path of its store."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.history.history import History

THERE = "SELECT 1 FROM sqlite_master WHERE name = 'acknowledged'"
"""A database of the first version that may not be written has not got the table."""


def acknowledged(history: History, home: Path) -> frozenset[str]:
    """The fingerprints that are quiet in this store. Raises Unreadable, Damaged, Busy."""
    with history.transaction(writes=False) as cursor:
        if cursor.execute(THERE).fetchone() is None:
            return frozenset()
        rows = cursor.execute("SELECT fingerprint FROM acknowledged WHERE home = ?", (os.fsencode(home),))
        return frozenset(fingerprint for (fingerprint,) in rows)


def acknowledge(history: History, home: Path, fingerprints: Iterable[str]) -> None:
    """Let these be quiet in this store from now on. Raises as `acknowledged`."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    rows = [(os.fsencode(home), fingerprint, now) for fingerprint in fingerprints]
    with history.transaction() as cursor:
        cursor.executemany("INSERT OR IGNORE INTO acknowledged VALUES (?, ?, ?)", rows)


def forget(history: History, home: Path, fingerprints: Iterable[str]) -> None:
    """Let these be told again. Raises as `acknowledged`."""
    rows = [(os.fsencode(home), fingerprint) for fingerprint in fingerprints]
    with history.transaction() as cursor:
        cursor.executemany("DELETE FROM acknowledged WHERE home = ? AND fingerprint = ?", rows)
