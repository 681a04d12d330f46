"""A database as pi-hermes-memory 0.9.6 makes it, and what the agent's own reconcile would still do to it.

The rules stand here a second time, apart from the product's code: patterns instead of its parser.
"""

from __future__ import annotations

import base64
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hermes_mem.layouts.delimited import DELIMITER

SCHEMA = """
CREATE TABLE extension_metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE memories (
  id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT,
  target TEXT NOT NULL CHECK (target IN ('memory', 'user', 'failure')),
  category TEXT CHECK (category IN
    ('failure', 'correction', 'insight', 'preference', 'convention', 'tool-quirk')),
  content TEXT NOT NULL, failure_reason TEXT, tool_state TEXT, corrected_to TEXT,
  created DATE NOT NULL, last_referenced DATE NOT NULL
);
CREATE VIRTUAL TABLE memory_fts USING fts5(content, content='memories', content_rowid='id', tokenize='{tokenizer}');
CREATE TRIGGER memories_ai AFTER INSERT ON memories BEGIN
  INSERT INTO memory_fts(rowid, content) VALUES (new.id, new.content);
END;
CREATE TRIGGER memories_ad AFTER DELETE ON memories BEGIN
  INSERT INTO memory_fts(memory_fts, rowid, content) VALUES ('delete', old.id, old.content);
END;
CREATE TRIGGER memories_au AFTER UPDATE ON memories BEGIN
  INSERT INTO memory_fts(memory_fts, rowid, content) VALUES ('delete', old.id, old.content);
  INSERT INTO memory_fts(rowid, content) VALUES (new.id, new.content);
END;
INSERT INTO extension_metadata VALUES ('fts5_tokenizer_version', 'trigram-v1');
"""

_TRIMMED = "\t\n\v\f\r \u00a0\u2028\u2029\u3000\ufeff"
_SPACE = f"[{_TRIMMED}]"
_COMMENT = re.compile(
    rf"^([^\n\r\u2028\u2029]*?){_SPACE}*<!--{_SPACE}*created=([^,]+),{_SPACE}*last=([^,>]+)"
    rf"(?:,{_SPACE}*project64=([A-Za-z0-9_-]+))?{_SPACE}*-->{_SPACE}*\Z"
)
_TAG = re.compile(r"^\[(failure|correction|insight|preference|convention|tool-quirk)\]" + _SPACE + "+")


def make(path: Path, tokenizer: str = "trigram") -> Path:
    """An empty database of the agent's schema."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(SCHEMA.format(tokenizer=tokenizer))
    return path


@contextmanager
def temporary() -> Iterator[Path]:
    """A directory of its own with an empty database in it."""
    with TemporaryDirectory() as directory:
        make(Path(directory) / "sessions.db")
        yield Path(directory)


def rows(path: Path) -> list[tuple[Any, ...]]:
    """Every memory, without its number."""
    query = "SELECT target, project, category, content, failure_reason, tool_state, corrected_to, created,"
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(f"{query} last_referenced FROM memories ORDER BY id").fetchall()


def found(path: Path, words: str) -> list[str]:
    """What the agent's search finds."""
    query = (
        "SELECT m.content FROM memory_fts f JOIN memories m ON m.id = f.rowid WHERE memory_fts MATCH ? ORDER BY m.id"
    )
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO memory_fts(memory_fts, rank) VALUES ('integrity-check', 1)")
        return [content for (content,) in connection.execute(query, (f'"{words}"',))]


def left_to_do(path: Path, target: str, project: str | None, file: Path, today: str) -> list[tuple[str, Any]]:
    """What the agent's reconcile of one Markdown file would insert, delete and change."""
    text = file.read_bytes().decode() if file.exists() else ""
    entries = [entry for piece in text.split(DELIMITER) if (entry := piece.strip(_TRIMMED))]
    wanted: dict[tuple[str, str | None], list[tuple[Any, ...]]] = {(target, project): []}
    for entry in dict.fromkeys(entries):
        scope, row = _desired(entry, target, project, today)
        wanted.setdefault(scope, []).append(row)
    there = [row for row in rows(path) if row[0] == target and (target == "failure" or row[1] == project)]
    for row in there:
        wanted.setdefault((row[0], row[1]), [])
    return [step for scope, desired in wanted.items() for step in _steps(there, scope, desired)]


def _desired(
    entry: str, target: str, project: str | None, today: str
) -> tuple[tuple[str, str | None], tuple[Any, ...]]:
    comment = _COMMENT.match(entry)
    content, created, last = (
        (comment[1].strip(_TRIMMED), comment[2].strip(_TRIMMED), comment[3].strip(_TRIMMED))
        if comment
        else (entry, today, today)
    )
    if target != "failure":
        return (target, project), (None, content, None, None, None, created, last)
    scope = None
    if comment and comment[4]:
        scope = base64.urlsafe_b64decode(comment[4] + "===").decode("utf-8", "replace").strip(_TRIMMED) or None
    tag = _TAG.match(content)
    pieces = content.split(" — ")[1:]
    parts = [
        next((piece.removeprefix(begins).strip(_TRIMMED) for piece in pieces if piece.startswith(begins)), None)
        for begins in ("Failed: ", "Tool state: ", "Corrected to: ")
    ]
    return (target, scope), (tag[1] if tag else None, content, *parts, created, last)


def _steps(
    there: Sequence[tuple[Any, ...]], scope: tuple[str, str | None], desired: Sequence[tuple[Any, ...]]
) -> list[tuple[str, Any]]:
    mine = [row[2:] for row in there if row[:2] == scope]
    keys = [row[:2] for row in mine]
    steps: list[tuple[str, Any]] = [("insert", row) for row in desired if row[:2] not in keys]
    wanted = {row[:2]: row for row in desired}
    for number, row in enumerate(mine):
        if row[:2] not in wanted or row[:2] in keys[:number]:
            steps.append(("delete", row))
            continue
        *_, created, last = wanted[row[:2]]
        if (
            created < row[-2]
            or last > row[-1]
            or any(n and not o for n, o in zip(wanted[row[:2]][2:5], row[2:5], strict=True))
        ):
            steps.append(("change", row))
    return steps
