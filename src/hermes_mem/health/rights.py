"""Who else may read or write what an agent remembers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.rights import others_who_may, owner_name
from hermes_mem.disk.writing import version_at
from hermes_mem.health.check import Check, Report, Sight, by_check
from hermes_mem.model.file import FileChange
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.observing import file_of

READ, WRITE = 4, 2
READABLE, WRITABLE, OWNER = "rights.readable", "rights.writable", "rights.owner"
EVERYONE = "everyone"
NAMED = 3
"""So many files are named in a sentence; more are counted."""


class _Place(NamedTuple):
    """A directory of a home with the memory files somewhere in it."""

    directory: Path
    files: tuple[Path, ...]


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    for store in sight.stores:
        for finding in _findings(store):
            yield store.home, finding


def _findings(store: Snapshot) -> Iterator[Finding]:
    places = _places(store)
    for place in places:
        yield from _readable(place, store.home)
    for path in (real_path(store.home.path), *(path for place in places for path in (place.directory, *place.files))):
        yield from _writable(path, store.home)
        yield from _owned(path, store.home)


def _places(store: Snapshot) -> list[_Place]:
    """The directories right below the home; of a file that lies elsewhere its own."""
    home, found = real_path(store.home.path), dict[Path, list[Path]]()
    for target in store.targets:
        if (path := file_of(target)).is_file():
            below = path.is_relative_to(home) and len(path.relative_to(home).parts) > 1
            directory = home / path.relative_to(home).parts[0] if below else path.parent
            found.setdefault(directory, []).append(path)
    return [_Place(directory, tuple(files)) for directory, files in found.items()]


def _readable(place: _Place, home: Home) -> Iterator[Finding]:
    who = {path: other for path in place.files if (other := _others(READ, path))}
    if not who:
        return
    layout = layout_of(home.kind)
    other = EVERYONE if EVERYONE in who.values() else next(iter(who.values()))
    message = f"{_capital(other)} on this machine can read {_listed([p for p in who if who[p] == other], place)}."
    severity = Severity.WARNING if layout.PRIVATE and other == EVERYONE else Severity.INFO
    effect = f"{layout.AGENT} makes what it writes so that only you can read it."
    if not layout.PRIVATE:
        effect = f"{layout.AGENT} itself writes them so, each time; only a closed directory keeps others out."
    inside = place.directory.is_relative_to(real_path(home.path))
    fix = by_check(READABLE, home) if inside else f"chmod 700 {quote(str(place.directory))}"
    yield Finding(READABLE, severity, message, effect, file=str(place.directory), fix=fix)


def _writable(path: Path, home: Home) -> Iterator[Finding]:
    if other := _others(WRITE, path):
        message = f"{_capital(other)} on this machine can write {path.name}."
        effect = "Whoever writes there speaks to your agent in every session."
        severity = Severity.WARNING if other == EVERYONE else Severity.INFO
        inside = path.is_relative_to(real_path(home.path))
        fix = by_check(WRITABLE, home) if inside else f"chmod go-w {quote(str(path))}"
        yield Finding(WRITABLE, severity, message, effect, file=str(path), fix=fix)


def _owned(path: Path, home: Home) -> Iterator[Finding]:
    try:
        owner, owners = path.stat().st_uid, real_path(home.path).stat().st_uid
    except OSError:
        return  # It went since it was read, or is closed: reading says that.
    if owner != owners:
        message = f"{path.name} belongs to {owner_name(owner)}, and the home to {owner_name(owners)}."
        effect = (
            f"{layout_of(home.kind).AGENT} may fail to read or to write it; a run as another user leaves such files."
        )
        fix = f"sudo chown {owner_name(owners)} {quote(str(path))}"
        yield Finding(OWNER, Severity.WARNING, message, effect, file=str(path), fix=fix)


def _others(right: int, path: Path) -> str | None:
    try:
        return others_who_may(right, path)
    except OSError:
        return None  # It went since it was read, or is closed: reading says that.


def _remedies(report: Report, sight: Sight) -> list[Remedy]:
    """Taking the right away, as long as the finding is true; never outside of the home."""
    stores = [store for store in sight.stores if store.home.path == report.home.path]
    files = [file for store in stores for file in _closed(report.finding, store, sight.env)]
    says = "Close it to others" if report.finding.rule == READABLE else "Let nobody else write there"
    return [Remedy("close", (report.finding.rule,), says, files=tuple(files))] if files else []


def _closed(finding: Finding, store: Snapshot, env: Environment) -> Iterator[FileChange]:
    if not any(one.fingerprint == finding.fingerprint for one in _findings(store)):
        return
    path = Path(finding.file or "")
    if finding.rule == WRITABLE:
        yield from _without(0o022, [path], store, env)
    elif finding.rule == READABLE and layout_of(store.home.kind).PRIVATE:
        here = (place for place in _places(store) if place.directory == path)
        files = [file for place in here for file in place.files if _others(READ, file)]
        yield from _without(0o077, [path, *files], store, env)
    elif finding.rule == READABLE:
        yield from _without(0o077, [path], store, env)


def _without(bits: int, paths: Iterable[Path], store: Snapshot, env: Environment) -> Iterator[FileChange]:
    """Changes that take these bits of their modes away, of a memory under the lock of its agent."""
    home, layout = store.home.path, layout_of(store.home.kind)
    locks = {file_of(target): layout.lock(home, target.name, env) for target in store.targets}
    for path in paths:
        try:
            before = version_at(path)
        except OSError:
            continue  # It went since it was read, or is closed to us.
        if before and before.mode is not None and before.mode & bits and path.is_relative_to(real_path(home)):
            yield FileChange(path, before, replace(before, mode=before.mode & ~bits), lock=locks.get(path))


def _listed(paths: list[Path], place: _Place) -> str:
    names = [str(path.relative_to(place.directory)) for path in paths]
    if len(names) > NAMED:
        return f"{len(names):,} memory files in {place.directory.name}"
    return f"{', '.join(names[:-1])}{' and ' if names[1:] else ''}{names[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


RIGHTS = Check("Rights", _examine, _remedies)
