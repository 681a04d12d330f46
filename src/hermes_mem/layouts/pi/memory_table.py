"""The `memories` table, in which Pi searches what its Markdown files say; brought up to date after a change.

Follows pi-hermes-memory 0.9.6 src/store/sqlite-memory-store.ts: the same rows as its own next reconcile would leave.
The files come first; the table is never made, migrated or checked in any other way.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.pi.failures import understood
from hermes_mem.layouts.pi.metadata import LINE_END, decoded
from hermes_mem.layouts.pi.paths import PENDING_MOVE
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.javascript import trim
from hermes_mem.model.target import PROJECT

FILE = "sessions.db"
RULE = "mirror-behind"
TIMEOUT = 5.0
"""Seconds to wait for another writer, as the agent does."""

_THERE = (
    "SELECT id, category, content, failure_reason, tool_state, corrected_to, created, last_referenced FROM memories"
    " WHERE target = ? AND project IS ? ORDER BY id"
)
_INSERT = (
    "INSERT INTO memories (target, project, category, content, failure_reason, tool_state, corrected_to, created,"
    " last_referenced) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_CHANGE = (
    "UPDATE memories SET failure_reason = ?, tool_state = ?, corrected_to = ?, created = ?, last_referenced = ?"
    " WHERE id = ?"
)

Scope = tuple[str, str | None]
"""The `target` and `project` of rows that belong together."""

Key = tuple[str | None, str]
"""What makes two rows of a scope the same memory: category and content."""


@dataclass(frozen=True, slots=True)
class Row:
    """One memory as Pi searches it."""

    category: str | None
    content: str
    failure_reason: str | None
    tool_state: str | None
    corrected_to: str | None
    created: str
    last_referenced: str

    @property
    def key(self) -> Key:
        """What it is recognised by."""
        return self.category, self.content

    @property
    def values(self) -> tuple[str | None, ...]:
        """In the order of the columns."""
        dates = (self.created, self.last_referenced)
        return self.category, self.content, self.failure_reason, self.tool_state, self.corrected_to, *dates

    def merged(self, other: Row) -> Row:
        """Both as one: the earliest and the latest day, and what the other knows where this one knows nothing."""
        return Row(
            self.category,
            self.content,
            self.failure_reason or other.failure_reason,
            self.tool_state or other.tool_state,
            self.corrected_to or other.corrected_to,
            min(self.created, other.created),
            max(self.last_referenced, other.last_referenced),
        )


def reconcile(directory: Path, target: str, entries: Sequence[str], today: str) -> Finding | None:
    """Make the rows of a target what its entries are; `directory` holds the database, `today` is the UTC date.

    Call it under the lock of the file. Returns a finding when the table stays behind, which the agent mends at its next
    start; None when it is true, or there is no database, which the agent makes.
    """
    database = real_path(directory / FILE)
    if target == "standing" or not database.is_file():
        return None
    if (directory / PENDING_MOVE).exists():
        return behind(target, "Pi is in the middle of moving the database of its searches")
    try:
        with closing(_opened(database)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            for scope, rows in _scopes(connection, target, entries, today).items():
                _reconcile_scope(connection, scope, rows)
    except (sqlite3.Error, OSError) as error:
        return behind(target, f"The database of Pi's searches cannot be written ({error})")
    return None


def _opened(database: Path) -> sqlite3.Connection:
    if database.stat().st_uid != os.geteuid():
        raise PermissionError("it belongs to another user")
    connection = sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True, timeout=TIMEOUT, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _scopes(
    connection: sqlite3.Connection, target: str, entries: Iterable[str], today: str
) -> dict[Scope, dict[Key, Row]]:
    """The rows that shall be, by scope; failures have one for each project that has any, or has had."""
    if target != "failures":
        return {scope_of(target): _by_key(row_of(e, today)[1] for e in entries)}
    known = connection.execute("SELECT DISTINCT project FROM memories WHERE target = 'failure'")
    grouped: dict[str | None, list[Row]] = {None: [], **{project: [] for (project,) in known}}
    for entry in entries:
        project, row = row_of(entry, today, failure=True)
        grouped.setdefault(project, []).append(row)
    return {("failure", project): _by_key(rows) for project, rows in grouped.items()}


def scope_of(target: str) -> Scope:
    """Where the rows of a target stand; those of failures that name a project stand in a scope of that one."""
    project = target.removeprefix(PROJECT) if target.startswith(PROJECT) else None
    return {"user": "user", "failures": "failure"}.get(target, "memory"), project


def _by_key(rows: Iterable[Row]) -> dict[Key, Row]:
    found: dict[Key, Row] = {}
    for row in rows:
        found[row.key] = found[row.key].merged(row) if row.key in found else row
    return found


def row_of(raw: str, today: str, *, failure: bool = False) -> tuple[str | None, Row]:
    """The project and the row of an entry.

    Pi's pattern for the comment stops at line ends here: an entry of several lines is kept with its comment, as of
    today and of no project, and the next reconcile would put that back.
    """
    written = decoded(raw)
    if LINE_END.search(written.text) or not written.dated:
        text, project, created, last = trim(raw), None, today, today
    else:
        text, project, created, last = written.text, written.project, written.created or today, written.last or today
    if not failure:
        return project, Row(None, text, None, None, None, created, last)
    parts = understood(text)
    return project, Row(parts.category, text, parts.reason, parts.tool_state, parts.corrected_to, created, last)


def _reconcile_scope(connection: sqlite3.Connection, scope: Scope, rows: dict[Key, Row]) -> None:
    """Plain statements, one row each: the table's own triggers keep the search index in step with them."""
    missing = dict(rows)
    for number, *values in connection.execute(_THERE, scope).fetchall():
        there = Row(*values)
        wanted = missing.pop(there.key, None)
        if wanted is None:
            connection.execute("DELETE FROM memories WHERE id = ?", (number,))
        elif (kept := there.merged(wanted)) != there:
            connection.execute(_CHANGE, (*kept.values[2:], number))
    for row in missing.values():
        connection.execute(_INSERT, (*scope, *row.values))


def behind(target: str, why: str) -> Finding:
    """That the table does not say what the file of a target says, with a clause that tells why."""
    return Finding(
        RULE,
        Severity.WARNING,
        f"{why}.",
        "The memory file is written. Pi's search finds what stood there before, until Pi starts anew.",
        target=target,
        fix="Start Pi, or run /memory-sync-markdown in it.",
    )
