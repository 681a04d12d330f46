"""How Pi's memory files are written: the lease, the bytes, the recovery copy, the table that it searches.

Follows pi-hermes-memory 0.9.6 src/store/memory-store.ts (`saveToDisk`, `runTargetMutation`), markdown-mutation-lock.ts
and standing-instructions.ts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from uuid import UUID

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts.delimited import Undecodable, text_of
from hermes_mem.layouts.file_checks import repairing
from hermes_mem.layouts.pi import format as spelling
from hermes_mem.layouts.pi import memory_table as table
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.entry_checks import line_findings
from hermes_mem.layouts.pi.failures import CATEGORIES, category_of
from hermes_mem.layouts.pi.file_checks import returning_finding
from hermes_mem.layouts.pi.homes import KIND
from hermes_mem.layouts.pi.metadata import decoded, encoded
from hermes_mem.layouts.pi.paths import DIRECTORY, FILES
from hermes_mem.layouts.pi.projects import MEMORY
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.standing import MOST, distinct, normal, relaid, rules
from hermes_mem.model.entry import Identity
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Lock, Place
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.javascript import trim
from hermes_mem.model.target import PROJECT

STANDING, FAILURES, GLOBAL = "standing", "failures", "memory"
LOCKS = ".pi-hermes-locks.sqlite"
CONSOLIDATING = f"{DIRECTORY}/.consolidation-locks/locks.sqlite"
ANY = "*"
"""In the place of a key: every lease of a database."""
NEW_FILE_MODE = 0o600

OURS = "5"
"""The version of the UUID in the name of a copy that hermes-mem makes. Pi makes version 4, and prunes every one."""


def parse(raw: bytes, target: str, *, late: bool = False) -> list[str]:
    """Entries of a file with their comments, or rules; copies included. Raises Undecodable."""
    text = text_of(raw)
    return [rule.text for rule in rules(text)] if target == STANDING else spelling.split(text)


def serialise(target: str, entries: Sequence[str]) -> bytes:
    """What Pi writes for these entries; rules one a line."""
    return relaid("", entries).encode() if target == STANDING else spelling.serialise(entries)


def unique(target: str, entries: Iterable[str]) -> list[str]:
    """Of exact copies only the first; of rules also those that differ in the case of letters only."""
    return distinct(entries) if target == STANDING else spelling.unique(entries)


def size(target: str, entries: Sequence[str]) -> int:
    """UTF-16 units with comments and delimiters; of rules with one unit between two."""
    return spelling.UNIT.size("\n".join(entries)) if target == STANDING else spelling.size(entries)


def identity(target: str, entry: str) -> Identity:
    """The visible text, and the project of a failure; a rule is its text and nothing else."""
    if target == STANDING:
        return Identity(target, entry)
    written = decoded(entry)
    return Identity(target, written.text, written.project)


def spelled(target: str, text: str, day: date, *, of: str | None = None, project: str | None = None) -> str:
    """With its comment: created on that day, or with the entry that it comes from, and changed on it if the text was.

    Only failures name a project. A rule has no comment, and its white space is made single.
    """
    if target == STANDING:
        return normal(text)
    text, today = trim(text), day.isoformat()
    was = decoded(of) if of is not None else None
    created = was.created if was and was.created else today
    last = was.last if was and was.last and was.text == text else today
    scope = project or (was.project if was else None)
    return encoded(text, created, last, scope if target == FAILURES else None)


def of_project(target: str, project: str) -> tuple[str, str | None] | None:
    """A failure stays among the failures and names its project; what else is remembered has a memory for each."""
    if target == FAILURES:
        return target, project
    return (f"{PROJECT}{project}", None) if target in (GLOBAL, f"{PROJECT}{project}") else None


def lost(target: str, entry: str, day: date) -> list[str]:
    """The dates, as far as they say more than that it was written on this day; and the project of a failure."""
    if target == STANDING:
        return []
    written = decoded(entry)
    aged = written.dated and (written.created, written.last) != (day.isoformat(), day.isoformat())
    dates = f"created {written.created}, last changed {written.last}" if aged else ""
    return [*filter(None, (dates, f"of project {written.project}" if written.project else ""))]


def objections(target: str, texts: Iterable[str], entries: Sequence[str]) -> Iterator[Finding]:
    """That Pi would not read a text as it was written, or not find it so, and that rules would be too many."""
    judge = _of_rule if target == STANDING else _of_entry
    for text in filter(None, texts):
        yield from (replace(finding, target=target) for finding in judge(target, text))
    if target == STANDING and len(entries) > MOST:
        message = f"STANDING would have {len(entries)} rules; Pi takes {MOST}."
        yield _refusal("pi.rules-over", target, message, "Those behind would reach no prompt.")


def _of_rule(target: str, text: str) -> Iterator[Finding]:
    if normal(text) != trim(text):
        message = "A rule is one line without a bullet, its blanks single, and is written so."
        yield Finding("pi.one-line", Severity.INFO, message, "Pi would read it so in any case.")
    if normal(text).startswith("#"):
        effect = "Pi would drop it with its next pin."
        yield _refusal("pi.comment-rule", target, "A rule that begins with # is a comment to Pi.", effect)


def _of_entry(target: str, text: str) -> Iterator[Finding]:
    if decoded(encoded(text, "2026-01-01", "2026-01-01")).text != trim(text):
        message = "`<!-- created=` in the text swallows what stands behind it."
        yield _refusal("pi.comment-trap", target, message, "Pi would see only what stands before it.")
    if target == FAILURES and category_of(text) is None:
        yield _without_category(target)
    yield from line_findings(text)


def _without_category(target: str) -> Finding:
    effect = "Pi keeps it, and finds it under no category."
    fix = f"Begin it with one of [{'], ['.join(CATEGORIES)}]."
    return Finding("pi.no-category", Severity.INFO, "It begins with no category.", effect, target=target, fix=fix)


def _refusal(rule: str, target: str, message: str, effect: str) -> Finding:
    return Finding(rule, Severity.BLOCKING, message, effect, target=target)


def returning(home: Path, target: str, gone: Collection[str], env: Environment) -> Iterator[Finding]:
    """That entries which go lie in the old memory of the project too, out of which Pi takes them again."""
    if not target.startswith(PROJECT):
        return
    settings = load(home, env)
    old = projects.old(home, settings.projects).get(target.removeprefix(PROJECT))
    if old and (coming := projects.texts_of_old(old) & set(gone)):
        configured = old.parent == settings.directory
        fix = repairing(target, "move-old")
        yield replace(returning_finding(old, len(coming), fix, configured=configured), target=target)


def memory_path(home: Path, target: str, env: Environment) -> Path:
    """The file that backs a target, whether it exists or not."""
    settings = load(home, env)
    if target.startswith(PROJECT):
        return settings.projects / target.removeprefix(PROJECT) / MEMORY
    return settings.directory / FILES[target]


def lock(home: Path, target: str, env: Environment) -> Lock:
    """The lease of the real file, in the database of the directory above its own."""
    path = real_path(memory_path(home, target, env))
    return Lock(path.parent.parent / LOCKS, f"mutation:{path}")


def locks(home: Path, env: Environment) -> list[Lock]:
    """The databases of the leases on memories, those on moving and mending sessions.db, and those on consolidating."""
    settings = load(home, env)
    directories = dict.fromkeys((settings.directory.parent, settings.projects, settings.directory))
    databases = [*(real_path(directory) / LOCKS for directory in directories), home / CONSOLIDATING]
    return [Lock(database, ANY) for database in databases]


def make_directories(home: Path, target: str, env: Environment) -> None:
    """Make the directory of the file in a home that is there. Raises OSError."""
    directory = real_path(memory_path(home, target, env)).parent
    if home.is_dir() and not directory.is_dir():
        directory.mkdir(parents=True)


def file_change(home: Path, target: str, entries: Sequence[str], env: Environment) -> FileChange:
    """The file behind any link with these entries in it; mode and owner stay, as do the comments between rules.

    Raises OSError, and Undecodable for a file of rules that is no text.
    """
    path = real_path(memory_path(home, target, env))
    before = version_at(path)
    mode, owner = (before.mode, before.owner) if before else (NEW_FILE_MODE, None)
    after = FileVersion(FileKind.FILE, _raw(target, before, unique(target, entries)), mode, owner)
    place = Place(KIND, real_path(home), target)
    return FileChange(path, before, after, lock=lock(home, target, env), copy=copy_of(target, path), place=place)


def _raw(target: str, before: FileVersion | None, entries: Sequence[str]) -> bytes:
    if target == STANDING and before:
        return relaid(text_of(before.raw), entries).encode()
    return serialise(target, entries)


def copy_of(target: str, path: Path) -> Path | None:
    """A recovery copy of this moment, as Pi makes one of everything but the rules."""
    if target == STANDING:
        return None
    unique_word = UUID(bytes=os.urandom(16), version=int(OURS))
    return path.with_name(f".{path.name}.recovery-{time.time_ns() // 1_000_000}-{unique_word}")


def mirror(home: Path, target: str, env: Environment) -> Finding | None:
    """Make the table in which Pi searches say what the file says now. A finding when it stays behind."""
    path = real_path(memory_path(home, target, env))
    try:
        version = version_at(path)
        entries = unique(target, parse(version.raw, target)) if version else []
    except (OSError, Undecodable) as error:
        return table.behind(target, f"{path.name} cannot be read back ({error})")
    return table.reconcile(load(home, env).directory, target, entries, datetime.now(UTC).date().isoformat())
