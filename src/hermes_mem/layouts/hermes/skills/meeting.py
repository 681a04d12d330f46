"""The skills of a home as a walk meets them, each with the head of its file: read, or remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Absent, Present, Unreadable, read_head
from hermes_mem.layouts.hermes.skills.discovering import Place, Walk
from hermes_mem.layouts.hermes.skills.heads import FORM, NAME, READ, Head, Note, head_of, revived
from hermes_mem.layouts.hermes.skills.roots import Root
from hermes_mem.layouts.skill_cache import SkillCache
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.skill import SKILL


@dataclass(frozen=True, slots=True)
class Met:
    """A skill where it was met. `changed` is when its file was; None where nobody can tell."""

    root: Root
    place: Place
    head: Head
    changed: datetime | None
    archived: bool

    @property
    def directory(self) -> Path:
        """Where it lies."""
        return self.place.directory

    @property
    def file(self) -> Path:
        """Its SKILL.md."""
        return self.directory / SKILL

    @property
    def own_name(self) -> str:
        """That of its directory."""
        return self.place.parts[-1] if self.place.parts else self.directory.name

    @property
    def listed(self) -> str:
        """By what name Hermes lists it."""
        return self.own_name[:NAME] if self.head.name is None else self.head.name

    @property
    def loaded(self) -> str:
        """By what name Hermes loads it, and knows whether it is switched off."""
        return self.own_name if self.head.full is None else self.head.full

    @property
    def recorded(self) -> str:
        """By what name the curator looks for its usage, and archives it."""
        return self.head.recorded or self.own_name

    def noted(self) -> Iterator[Finding]:
        """What is odd about its text."""
        return (note.on(str(self.file)) for note in self.head.notes)


def meet(roots: Sequence[Root], archive: Root, walk: Walk, home: Path, env: Environment) -> list[Met]:
    """All skills of these roots in this order, those in the archive last; files that look as they did stay closed."""
    cache = SkillCache(home, env, FORM)
    met = [
        Met(root, place, *_head(place.directory / SKILL, cache), archived=root is archive)
        for root in (*roots, archive)
        for place in walk.through(root.path)
    ]
    cache.save()
    return met


def _head(file: Path, cache: SkillCache) -> tuple[Head, datetime | None]:
    try:
        status = file.stat()
    except OSError:  # What stands in the way is said by the reading.
        return _read(file), None
    changed = _moment(status.st_mtime)
    if remembered := revived(cache.get(file, status)):
        return remembered, changed
    head = _read(file)
    if head.readable:
        cache.put(file, status, head)
    return head, changed


def _read(file: Path) -> Head:
    match read_head(file, READ):
        case Present(raw=raw):
            return head_of(raw)
        case Absent(dangling):
            return _unreadable(f"its link leads to {dangling}, where nothing is" if dangling else "it has just gone")
        case Unreadable(_, reason):
            return _unreadable(reason)


def _unreadable(reason: str) -> Head:
    note = Note("skill.unreadable", Severity.WARNING, f"{SKILL} cannot be read ({reason}).", "Hermes passes it over.")
    return Head(unlisted=f"it cannot be read ({reason})", notes=(note,), readable=False)


def _moment(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None
