"""What pi-hermes-memory 0.9.6 does to write one entry, for tests that run it beside ours in a process of its own.

Lease (src/store/atomic-lock-coordinator.ts), publish (src/store/memory-store.ts) and table (src/store/
sqlite-memory-store.ts) stand here a second time, by their rules and apart from the product's code: only the standard
library is imported.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

LOCKS = """CREATE TABLE IF NOT EXISTS locks (
  lock_key TEXT PRIMARY KEY, token TEXT NOT NULL, pid INTEGER NOT NULL, incarnation TEXT, acquired_at INTEGER NOT NULL
)"""
STALE = 300_000
DELIMITER = "\n\u00a7\n"
MISSING = "missing"
RECOVERIES = 32
ATTEMPTS = 3
_ENTRY = re.compile(r"^(.*?)\s*<!--\s*created=([^,]+),\s*last=([^,>]+)\s*-->\s*\Z")


class LeaseDatabase:
    """The leases of one directory, as a session of the agent has them open."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=5, isolation_level=None)
        os.chmod(path, 0o600)  # noqa: PTH101
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(LOCKS)

    def acquire(self, key: str) -> str | None:
        """The token of a lease that was free, or whose holder is stale, dead, or another process of that id."""
        token, now = str(uuid.uuid4()), int(time.time() * 1000)
        mine = (token, os.getpid(), incarnation(os.getpid()), now)
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            row = self._connection.execute(
                "SELECT token, pid, incarnation, acquired_at FROM locks WHERE lock_key = ?", (key,)
            ).fetchone()
            if row is None:
                self._connection.execute("INSERT INTO locks VALUES (?, ?, ?, ?, ?)", (key, *mine))
            elif now - row[3] >= STALE or gone(row[1], row[2]):
                change = "UPDATE locks SET token = ?, pid = ?, incarnation = ?, acquired_at = ? WHERE lock_key = ?"
                self._connection.execute(f"{change} AND token = ?", (*mine, key, row[0]))
            else:
                return None
            return token
        finally:
            self._connection.execute("COMMIT")

    def waited(self, key: str) -> str:
        """The token, after as many tries as it takes: the agent itself gives up after five seconds, and its model asks
        again."""
        while (token := self.acquire(key)) is None:
            time.sleep(0.01)
        return token

    def release(self, key: str, token: str) -> None:
        """Give the lease back, if it is still ours."""
        self._connection.execute("DELETE FROM locks WHERE lock_key = ? AND token = ?", (key, token))


def incarnation(pid: int) -> str | None:
    """Field 22 of the process's status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except FileNotFoundError:
        return None


def gone(pid: int, recorded: str | None) -> bool:
    """Whether the holder is no more; one that has not said when it began is believed as long as its id lives."""
    now = incarnation(pid)
    if now is not None:
        return recorded is not None and recorded != now
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return False


def fingerprint(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return MISSING


def entries_of(path: Path) -> list[str]:
    raw = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
    return list(dict.fromkeys(entry for part in raw.split(DELIMITER) if (entry := part.strip(" \t\r\n\ufeff"))))


def add(path: Path, text: str, table: Path) -> None:
    """Add an entry to the file and bring the table up to date, under the lease of the file."""
    path = path.resolve()
    key = f"mutation:{path}"
    leases = LeaseDatabase(path.parent.parent / ".pi-hermes-locks.sqlite")
    token = leases.waited(key)
    try:
        changed(path, lambda entries: added(entries, text))
        reconcile(table, entries_of(path))
    finally:
        leases.release(key, token)


def added(entries: list[str], text: str) -> list[str]:
    today = datetime.now(UTC).date().isoformat()
    visible = {match[1] if (match := _ENTRY.match(entry)) else entry for entry in entries}
    return entries if text in visible else [*entries, f"{text} <!-- created={today}, last={today} -->"]


def changed(path: Path, mutation: Callable[[list[str]], list[str]]) -> None:
    for _ in range(ATTEMPTS):
        expected = fingerprint(path)
        if published(path, DELIMITER.join(mutation(entries_of(path))).encode(), expected):
            return
    raise RuntimeError("retry when the file is stable")


def published(path: Path, raw: bytes, expected: str) -> bool:
    """Rename the old file to a recovery copy, then link the new one into its place."""
    directory = Path(tempfile.mkdtemp(prefix=".tmp-", dir=path.parent))
    temporary = directory / "write.tmp"
    temporary.write_bytes(raw)
    try:
        if fingerprint(path) != expected:
            return False
        prune(path)
        if expected == MISSING:
            os.link(temporary, path)
        elif not exchanged(path, temporary, expected):
            return False
    except FileExistsError:
        return False
    finally:
        shutil.rmtree(directory)
    return fingerprint(path) == hashlib.sha256(raw).hexdigest()


def exchanged(path: Path, temporary: Path, expected: str) -> bool:
    displaced = path.with_name(f".{path.name}.recovery-{int(time.time() * 1000)}-{uuid.uuid4()}")
    path.rename(displaced)
    if fingerprint(displaced) == expected:
        os.link(temporary, path)
        if fingerprint(displaced) == expected:
            return True
        path.unlink()
    shutil.copy(temporary, path.with_name(f".{path.name}.conflict-local-{int(time.time() * 1000)}-{uuid.uuid4()}"))
    os.link(displaced, path)
    return False


def prune(path: Path) -> None:
    copies = sorted(path.parent.glob(f".{path.name}.recovery-*"), key=lambda copy: copy.name, reverse=True)
    for copy in copies[RECOVERIES - 1 :]:
        copy.unlink(missing_ok=True)


def reconcile(table: Path, entries: list[str]) -> None:
    """The rows of the global MEMORY: upsert what is desired, then delete what is not, or is there twice."""
    today = datetime.now(UTC).date().isoformat()
    desired: dict[str, tuple[str, str]] = {}
    for entry in entries:
        content, created, last = match.groups() if (match := _ENTRY.match(entry)) else (entry, today, today)
        desired[content] = (created, last)
    with closing(sqlite3.connect(table, timeout=5, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        query = "SELECT id, content, created, last_referenced FROM memories WHERE target = 'memory' AND project IS NULL"
        seen = set()
        for number, content, created, last in connection.execute(f"{query} ORDER BY id").fetchall():
            if content not in desired or content in seen:
                connection.execute("DELETE FROM memories WHERE id = ?", (number,))
                continue
            seen.add(content)
            days = min(created, desired[content][0]), max(last, desired[content][1])
            if days != (created, last):
                connection.execute("UPDATE memories SET created = ?, last_referenced = ? WHERE id = ?", (*days, number))
        for content, days in desired.items():
            if content not in seen:
                connection.execute(
                    "INSERT INTO memories (target, content, created, last_referenced) VALUES ('memory', ?, ?, ?)",
                    (content, *days),
                )
        connection.execute("COMMIT")


def hold(database: Path, key: str) -> None:
    """Take a lease, say so, and give it back when a line comes."""
    leases = LeaseDatabase(database)
    token = leases.waited(key)
    print("held", flush=True)
    sys.stdin.readline()
    leases.release(key, token)
    print("released", flush=True)


def write(home: Path, name: str, count: int) -> None:
    """Add so many entries to the MEMORY of a home, once a line comes."""
    directory = home / "pi-hermes-memory"
    sys.stdin.readline()
    for number in range(count):
        add(directory / "MEMORY.md", f"{name} says {number}", directory / "sessions.db")


if __name__ == "__main__":
    verb, place, *rest = sys.argv[1:]
    if verb == "hold":
        hold(Path(place), rest[0])
    else:
        write(Path(place), rest[0], int(rest[1]))
