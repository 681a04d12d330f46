"""Where the table in which Pi searches and its memory files do not say the same, and what would mend it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, real_path
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.file_checks import repairing
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.homes import DEFAULT, KIND
from hermes_mem.layouts.pi.memory_table import FILE
from hermes_mem.layouts.pi.metadata import decoded
from hermes_mem.layouts.pi.paths import PENDING_MOVE
from hermes_mem.layouts.pi.reading import read
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.table_reading import Mismatch, Stored, mismatch, projects_in, stored
from hermes_mem.layouts.pi.writing import NEW_FILE_MODE, STANDING, file_change, serialise, unique
from hermes_mem.model.file import FileChange, FileKind, FileVersion
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Add
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.model.target import PROJECT, Target, title_of

RULE, CLOSED = "pi.mirror", "pi.mirror-unreadable"
BRING, FOLLOW = "bring-rows", "follow"
_SETTLED = ("pi.gone", "pi.linked-project")
"""Findings that say already why the rows are others, and what to do first; so do warnings of a shape."""


class _Judged(NamedTuple):
    """A target with its rows; `target` is None for a project of which only rows are left."""

    name: str
    target: Target | None
    found: Mismatch


def mirror_findings(home: Path, env: Environment) -> list[Finding]:
    """Where rows and entries differ, target by target. Only what is so twice: an agent may be writing just now."""
    found = _findings(home, env)
    return [finding for finding in found if finding in _findings(home, env)] if found else []


def _findings(home: Path, env: Environment) -> list[Finding]:
    database = load(home, env).directory / FILE
    try:
        return [one for judged in _judged(home, env) if (one := _finding(judged, database)) is not None]
    except (sqlite3.Error, OSError) as error:
        return [_closed(database, error)]


def mirror_remedies(home: Path, target: str, env: Environment) -> list[Remedy]:
    """What would make the rows of a target and its file say the same; nothing where they do, or cannot be read."""
    try:
        judged = next((one for one in _judged(home, env) if one.name == target), None)
    except (sqlite3.Error, OSError):
        return []
    if judged is None:
        return []
    if judged.target is None:
        return [*_for_lost_project(home, judged, env)]
    return [*_bringing(judged), *_following(home, judged, env)]


def _judged(home: Path, env: Environment) -> Iterator[_Judged]:
    """Every target with its rows. Raises OSError, sqlite3.Error."""
    directory = load(home, env).directory
    if is_there(directory / PENDING_MOVE) or (rows := stored(directory)) is None:
        return
    snapshot = read(Home(KIND, home, DEFAULT, ""), env, scanned=False)
    for target in snapshot.targets:
        if target.name != STANDING and _can_be_judged(target):
            yield _Judged(target.name, target, mismatch(target.name, [e.spelled for e in target.entries], rows))
    known = {target.name for target in snapshot.targets}
    for name in (PROJECT + project for project in projects_in(rows)):
        if name not in known:
            yield _Judged(name, None, mismatch(name, (), rows))


def _can_be_judged(target: Target) -> bool:
    if target.state.broken:
        return False
    shapes = (one for one in target.findings if one.rule.startswith("shape.") and one.severity is Severity.WARNING)
    return not any(shapes) and not any(finding.rule in _SETTLED for finding in target.findings)


def _finding(judged: _Judged, database: Path) -> Finding | None:
    rows, missing, doubled, apart = judged.found
    apart = tuple(one for one in apart if not _is_in(one, judged.target))
    lost = [one for one in rows if not _is_in(one, judged.target)]
    parts = [
        _part(len(lost), "memory that no entry says", "memories that no entry says", "has"),
        _part(len(rows) - len(lost), "as another entry says it", None, "has"),
        _part(len(apart), "of a project, which no start of Pi looks at", None, "has"),
        _part(missing, "entry", "entries", "lacks"),
        _part(doubled, "row too many", "rows too many", "has"),
    ]
    if not (told := [part for part in parts if part]):
        return None
    effects = [
        "Pi deletes at its next start what no entry says." if rows else "",
        "The model does not find by search what is lacking." if missing else "",
        "It finds a row that is there twice two times." if doubled and not (rows or missing) else "",
        "Pi's search shows those for ever." if apart and not (rows or missing) else "",
    ]
    fix = _way_out(judged, bring=bool(_spelled([*lost, *apart])))
    severity = Severity.WARNING if lost or missing or apart else Severity.INFO
    place = title_of(judged.name)
    message = f"Pi's search does not say what {place} says: it {', '.join(told)}."
    if judged.target is None:
        message = f"{place} has no file, and Pi's search still has {_counted(len(rows))} of it."
    effect = " ".join(filter(None, effects))
    return Finding(RULE, severity, message, effect, target=judged.name, file=str(database), fix=fix)


def _way_out(judged: _Judged, *, bring: bool) -> str | None:
    """A project that has no file is no target that a command could name."""
    if judged.target is None:
        return f"`hermes-mem check --fix {RULE}`" if bring else None
    word = BRING if bring else FOLLOW if any(judged.found[:3]) else None
    return repairing(judged.name, word) if word else None


def _part(count: int, one: str, several: str | None, verb: str) -> str:
    return f"{verb} {counted(count, one, several or one)}" if count else ""


def _is_in(row: Stored, target: Target | None) -> bool:
    """Whether the text of a row stands in the target anyhow, be it as a part of an entry."""
    text = decoded(row.row.content).text
    return target is not None and any(text in entry.text for entry in target.entries)


def _closed(database: Path, error: Exception) -> Finding:
    message = f"The database of Pi's searches cannot be read ({error})."
    effect = "Whether it says what the memory files say cannot be told. The files themselves are not concerned."
    fix = "Start Pi: it mends a damaged database out of what can be read."
    return Finding(CLOSED, Severity.WARNING, message, effect, file=str(database), fix=fix)


def _bringing(judged: _Judged) -> Iterator[Remedy]:
    """Entries for what only the table has, at the end of the target."""
    found = (*judged.found.rows, *judged.found.apart)
    entries = _spelled([one for one in found if not _is_in(one, judged.target)])
    if entries:
        adds = tuple(Add(judged.name, decoded(raw).text, of=raw) for raw in entries)
        says = f"Bring the {_counted(len(adds))} that only Pi's search has into {title_of(judged.name)}"
        yield Remedy(BRING, (RULE,), says, adds)


def _following(home: Path, judged: _Judged, env: Environment) -> Iterator[Remedy]:
    """The table as its file says; what only the table had is the history's version of before."""
    if judged.target is None or not any(judged.found[:3]):
        return
    entries = [entry.spelled for entry in judged.target.entries]
    try:
        change = file_change(home, judged.name, entries, env)
    except OSError:
        return
    if not change.lock or not change.lock.path.parent.is_dir():
        return
    rows = judged.found.rows
    held = _held(change, judged.name, entries, rows)
    loses = (
        f"{_counted(len(rows))} would go from Pi's search; the history keeps them, and undo puts them into the file"
        if rows
        else ""
    )
    same = replace(change, after=change.before, copy=None)
    yield Remedy(FOLLOW, (RULE,), "Have Pi's search say what the file says", files=(same,), loses=loses, held=held)


def _held(change: FileChange, target: str, entries: Sequence[str], rows: Collection[Stored]) -> FileVersion | None:
    """What the agent had, file and table together; None where the table had nothing of its own."""
    if not rows:
        return None
    mine = [one.spelled or one.row.content for one in rows]
    raw = serialise(target, unique(target, [*entries, *mine]))
    like = change.before or FileVersion(FileKind.FILE, b"", NEW_FILE_MODE)
    return replace(like, raw=raw)


def _for_lost_project(home: Path, judged: _Judged, env: Environment) -> Iterator[Remedy]:
    """A memory file anew for a project of which only rows are left."""
    above = real_path(load(home, env).projects)
    name = judged.name.removeprefix(PROJECT)
    entries = _spelled(judged.found.rows)
    if not entries or not above.is_dir() or not projects.is_name(name):
        return
    try:
        file = file_change(home, judged.name, entries, env)
    except OSError:
        return
    if file.before is None and file.path == above / name / projects.MEMORY:
        says = f"Make {title_of(judged.name)} anew out of the {_counted(len(entries))} that only Pi's search has"
        yield Remedy(BRING, (RULE,), says, files=(file,))


def _spelled(rows: Collection[Stored]) -> list[str]:
    return list(dict.fromkeys(raw for one in rows if (raw := one.spelled) is not None))


def _counted(count: int) -> str:
    return counted(count, "memory", "memories")
