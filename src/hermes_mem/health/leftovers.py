"""What agents and tools have left beside memory files that nobody reads any more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.process import open_files
from hermes_mem.disk.reading import LARGEST, listing, real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.health.check import Check, Report, Sight, by_check
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileChange, FileKind, Leftover, Sort
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store.layouts import layout_of

SETTLED = 60
"""Seconds since it was written after which a temporary file is no longer that of a write that goes on."""

MOST = 500
"""So many are removed by one change; the history keeps each of them."""

WITHIN = 10
"""A directory with more in it was not left by a write that was cut off."""

RULES = {sort: f"leftover.{sort}" for sort in Sort}


class _Group(NamedTuple):
    """Leftovers of one kind; `spare` are those of copies that lie there once more."""

    what: str
    sort: Sort
    left: tuple[Leftover, ...]
    spare: tuple[Leftover, ...] = ()


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for store in sight.stores:
        for group in _groups(store.home, sight.env):
            yield store.home, _finding(group, store.home)


def _groups(home: Home, env: Environment) -> list[_Group]:
    """By what they are, in the order in which the layout names them; what is still being written is none."""
    found: dict[tuple[str, Sort], list[Leftover]] = defaultdict(list)
    for left in layout_of(home.kind).left_behind(home.path, env):
        found[left.what, left.sort].append(left)
    settled = (
        (what, sort, _settled(left, env) if sort is Sort.UNFINISHED else left) for (what, sort), left in found.items()
    )
    return [_Group(what, sort, tuple(left), _spare(left, sort)) for what, sort, left in settled if left]


def _settled(left: Iterable[Leftover], env: Environment) -> list[Leftover]:
    """Those that no write goes on with, that no process has open, and that no change of ours will still need."""
    now = datetime.now(UTC)
    old = [one for one in left if abs((now - one.modified).total_seconds()) > SETTLED]
    if not old:
        return []
    used, needed = open_files(), _needed(env)
    return [one for one in old if one.path not in needed and not _is_used(one.path, used)]


def _is_used(path: Path, used: Iterable[str]) -> bool:
    name = str(path)
    return any(one == name or one.startswith(f"{name}/") for one in used)


def _needed(env: Environment) -> set[Path]:
    """The temporary files of changes that a recovery will finish or take back."""
    directory = state_dir(env)
    if not (directory / FILE).exists():
        return set()
    from hermes_mem.history.history import History

    try:
        with History.opened_to_read(directory) as history:
            changes = history.open_changes()
    except HermesMemError:
        return set()  # Nothing is removed without the history either.
    return {change.temporary(position) for change in changes for position in range(len(change.files))}


def _spare(left: Sequence[Leftover], sort: Sort) -> tuple[Leftover, ...]:
    """Those with the same bytes as the file that they are copies of, or as a newer copy of it."""
    if sort is not Sort.COPY:
        return ()
    seen, spare = set[tuple[Path, bytes]](), []
    newest = sorted(left, key=lambda one: one.modified, reverse=True)[:MOST]
    for original, one in ((one.of, one) for one in newest if one.of):
        for known in (original, one.path):
            raw = _read(known)
            if raw is None:
                continue
            if known == one.path and (original, raw) in seen:
                spare.append(one)
            seen.add((original, raw))
    return tuple(spare)


def _read(path: Path) -> bytes | None:
    try:
        version = version_at(path) if path.lstat().st_size <= LARGEST else None
    except OSError:
        return None
    return version.raw if version and version.kind is FileKind.FILE else None


def _finding(group: _Group, home: Home) -> Finding:
    agent, count = layout_of(home.kind).AGENT, len(group.left)
    size = f"{sum(one.size for one in group.left):,} bytes"
    oldest = min(one.modified for one in group.left)
    what, directory = f"{group.what[:1].upper()}{group.what[1:]}", group.left[0].path.parent
    counted, effect = f"{what}: {count:,}.", f"{size}, the oldest of {oldest:%Y-%m-%d}."
    fix = None
    match group.sort:
        case Sort.UNFINISHED:
            effect += " Nobody reads them."
            fix = by_check(RULES[group.sort], home)
        case Sort.COPY:
            counted = f"{what}: {count:,}, {len(group.spare):,} of them with bytes that lie there once more."
            effect += f" {agent} never removes one."
            fix = by_check(RULES[group.sort], home) if group.spare else None
        case Sort.VERSION:
            counted = f"{what} lie beside its files."
            effect = f"{count:,}, {size}. {agent} removes old ones by itself."
        case Sort.UNPUBLISHED:
            effect += " What is in them never became memory; look whether you miss it."
        case Sort.DATABASE:
            effect += " hermes-mem removes no database."
            fix = f"When you miss nothing, and {agent} is closed, remove them: ls -la {quote(str(directory))}"
    return Finding(RULES[group.sort], Severity.INFO, counted, effect, file=str(directory), fix=fix)


def _remedies(report: Report, sight: Sight) -> list[Remedy]:
    """Removing what nobody misses, as a change: the history keeps it, and undo brings it back."""
    for group in _groups(report.home, sight.env):
        if _finding(group, report.home).fingerprint == report.finding.fingerprint:
            left = {Sort.UNFINISHED: group.left, Sort.COPY: group.spare}.get(group.sort, ())
            inside = [one for one in left if one.path.is_relative_to(real_path(report.home.path))]
            files = tuple(file for one in inside[:MOST] for file in _removed(one))
            says = "Remove those that lie there once more" if group.sort is Sort.COPY else "Remove them"
            return [Remedy("remove", (report.finding.rule,), says, files=files)] if files else []
    return []


def _removed(left: Leftover) -> list[FileChange]:
    """What is to be done so that it is gone: a directory goes after the files in it. Nothing for what is too large."""
    if left.size > LARGEST:
        return []
    try:
        before = version_at(left.path)
        inside = list(listing(left.path)) if before and before.kind is FileKind.DIRECTORY else []
        if len(inside) > WITHIN:
            return []
        files = [FileChange(path, version_at(path), None) for path in map(left.path.joinpath, inside)]
    except OSError:
        return []
    if before is None or any(file.before is None or file.before.kind is FileKind.DIRECTORY for file in files):
        return []
    return [*files, FileChange(left.path, before, None)]


LEFTOVERS = Check("Leftovers", _examine, _remedies)
