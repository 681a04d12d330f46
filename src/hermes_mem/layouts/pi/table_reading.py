"""What the table in which Pi searches holds beside what its Markdown files say; here it is only read.

The database belongs to a running agent: it is opened to read, waited for as the agent waits, and asked for the columns
that it has. Which rows belong together is told by `memory_table`.
"""

from __future__ import annotations

import os
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.delimited import DELIMITER
from hermes_mem.layouts.pi.memory_table import FILE, TIMEOUT, Key, Row, Scope, row_of, scope_of
from hermes_mem.layouts.pi.metadata import LINE_END, encoded
from hermes_mem.model.javascript import trim

_COLUMNS = ("category", "content", "failure_reason", "tool_state", "corrected_to", "created", "last_referenced")
_ANY_DAY = "2000-01-01"
"""Rows are recognised by category and content, so that it matters to none which day is taken for today."""


class Stored(NamedTuple):
    """A row with the scope it stands in."""

    scope: Scope
    row: Row

    @property
    def spelled(self) -> str | None:
        """The entry of a file of which Pi's reconcile would make this row; None where there is no such entry."""
        row, failure = self.row, self.scope[0] == "failure"
        dated = encoded(row.content, row.created, row.last_referenced, self.scope[1] if failure else None)
        several = LINE_END.search(row.content) is not None
        return next((raw for raw in ((row.content,) if several else (dated, row.content)) if self._says(raw)), None)

    def is_of(self, target: str) -> bool:
        """Whether Pi's reconcile of a target looks at this row."""
        kind, project = scope_of(target)
        return self.scope[0] == kind and (kind == "failure" or self.scope[1] == project)

    def _says(self, raw: str) -> bool:
        if not raw or trim(raw) != raw or DELIMITER in f"\n{raw}\n":
            return False
        project, row = row_of(raw, _ANY_DAY, failure=self.scope[0] == "failure")
        return row.key == self.row.key and (self.scope[0] != "failure" or project == self.scope[1])


class Mismatch(NamedTuple):
    """How rows and entries of one target differ.

    `rows` stand for no entry, `missing` entries have no row, `doubled` rows are there twice. `apart` are rows of a
    scope into which no reconcile of Pi looks: a project where the target has none.
    """

    rows: tuple[Stored, ...] = ()
    missing: int = 0
    doubled: int = 0
    apart: tuple[Stored, ...] = ()


def stored(directory: Path) -> list[Stored] | None:
    """Every row, in the order in which they were written; None where there is no database, or no such table in it.

    Raises OSError, and sqlite3.Error for what cannot be read as a database.
    """
    database = real_path(directory / FILE)
    if not database.is_file():
        return None
    with _opened(database) as connection:
        there = {column[1] for column in connection.execute("PRAGMA table_info(memories)")}
        if not {"target", "content"} <= there:
            return None
        names = (name if name in there else f"NULL AS {name}" for name in ("target", "project", *_COLUMNS))
        order = "id" if "id" in there else "rowid"
        found = connection.execute(f"SELECT {', '.join(names)} FROM memories ORDER BY {order}")  # noqa: S608
        return [_stored(row) for row in found]


@contextmanager
def _opened(database: Path) -> Iterator[sqlite3.Connection]:
    if database.stat().st_uid != os.geteuid():
        raise PermissionError("it belongs to another user")
    where = f"{database.as_uri()}?mode=ro"
    with closing(sqlite3.connect(where, uri=True, timeout=TIMEOUT, isolation_level=None)) as connection:
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.text_factory = _text
        yield connection


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _stored(row: Sequence[Any]) -> Stored:
    """A value of another type than text is taken as Pi would show it."""
    target, project, category, content, *parts, created, last = (_shown(value) for value in row)
    reason, state, corrected = parts
    return Stored(
        (target or "", project), Row(category, content or "", reason, state, corrected, created or "", last or "")
    )


def _shown(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return _text(value) if isinstance(value, bytes) else str(value)


def mismatch(target: str, entries: Iterable[str], rows: Iterable[Stored]) -> Mismatch:
    """How a target with these entries, spelled as in its file, differs from the rows of the whole table."""
    failures = target == "failures"
    own = scope_of(target)[1]
    wanted: set[tuple[str | None, Key]] = set()
    for entry in entries:
        project, row = row_of(entry, _ANY_DAY, failure=failures)
        wanted.add((project if failures else own, row.key))
    mine = [one for one in rows if one.is_of(target)]
    found = Counter((one.scope[1], one.row.key) for one in mine)
    apart = [one for one in rows if target == "user" and one.scope[0] == "user" and one.scope[1] is not None]
    return Mismatch(
        rows=tuple({(o.scope, o.row.key): o for o in mine if (o.scope[1], o.row.key) not in wanted}.values()),
        missing=len(wanted - found.keys()),
        doubled=sum(count - 1 for key, count in found.items() if key in wanted),
        apart=tuple(apart),
    )


def projects_in(rows: Iterable[Stored]) -> list[str]:
    """The projects of which there are memories that are no failures, in the order of their names."""
    return sorted({one.scope[1] for one in rows if one.scope[0] == "memory" and one.scope[1] is not None})
