"""Every skill of a home of Pi, as Pi would load it and as its memory lists it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Absent, Present, Unreadable, is_there, listing, read_bytes
from hermes_mem.layouts.pi.projects import is_text
from hermes_mem.layouts.pi.settings import load
from hermes_mem.layouts.pi.skills import checks
from hermes_mem.layouts.pi.skills.heads import FORM, Head, head_of, moment, revived
from hermes_mem.layouts.pi.skills.spelling import called, slug
from hermes_mem.layouts.pi.skills.walking import Links, Place, places
from hermes_mem.layouts.skill_cache import SkillCache
from hermes_mem.model.finding import Finding
from hermes_mem.model.skill import SKILL, Origin, Scope, Skill, Usage
from hermes_mem.model.store import Home

DIRECTORY = "skills"
"""Of each of the three kinds of roots: Pi's own, that of the memory, and those of projects."""

EXTERNAL = "It lies in Pi's own directory of skills, which its memory only reads."
LINKED = "A symbolic link leads to it; change it where it lies."
FLAT = "It has no directory of its own; at its next start Pi makes one."
ROOT = "It lies in the root itself, with all others below it."


UNREAD = Head(unlisted="it cannot be read")


class Root(NamedTuple):
    """A directory of skills, and what those in it are."""

    path: Path
    scope: Scope
    project: str | None = None

    @property
    def managed(self) -> bool:
        """Whether the memory lists and changes what lies there."""
        return self.scope is not Scope.EXTERNAL


class Read(NamedTuple):
    """What lies at a place, and what is odd about that."""

    place: Place
    head: Head
    findings: list[Finding]

    @property
    def file(self) -> Path:
        """The text of the skill."""
        return self.place.directory / self.place.file

    @property
    def name(self) -> str:
        """The name by which Pi goes."""
        own = self.place.directory.name if self.place.file == SKILL else _slug_of(self.place)
        return self.head.name or own

    @property
    def unlisted(self) -> str | None:
        """Why Pi does not take it, as a clause; one that it takes keeps others of its name from being taken."""
        if self.head.unlisted:
            return self.head.unlisted
        if self.place.inside:
            return "it lies inside of another skill"
        if self.place.ignored:
            return "an ignore file names it"
        return None if is_text(self.place.directory.name) else "the name of its directory is not UTF-8"


def roots_of(home: Path, env: Environment) -> list[Root]:
    """Pi's own root, that of the memory, and those of the projects, in the order in which Pi looks into them."""
    settings = load(home, env)
    names = (name for name, is_directory in sorted(listing(settings.projects).items()) if is_directory)
    return [
        Root(home / DIRECTORY, Scope.EXTERNAL),
        Root(settings.directory / DIRECTORY, Scope.GLOBAL),
        *(Root(settings.projects / name / DIRECTORY, Scope.PROJECT, name) for name in names),
    ]


def skills_of(home: Home, env: Environment) -> list[Skill]:
    """The skills of a home: Pi's own, which come first, then those of the memory, then those of each project."""
    own, memory, *projects = roots = roots_of(home.path, env)
    reader = _Reader(SkillCache(home.path, env, FORM), Links(root.path for root in roots))
    first: dict[str, Path] = {}
    found = [*reader.skills(own, first)] if own.path != memory.path else []
    found += reader.skills(memory, first)
    for root in projects:
        found += reader.skills(root, dict(first))
    reader.cache.save()
    return found


class _Reader:
    """One reading of all roots of a home."""

    def __init__(self, cache: SkillCache, links: Links) -> None:
        self.cache = cache
        self._links = links

    def skills(self, root: Root, first: dict[str, Path]) -> Iterator[Skill]:
        """The skills below a root; `first` has by their names the texts of those that Pi takes, and gets more."""
        ids: dict[str, Path] = {}
        for place in places(root.path, self._links, deep=root.managed):
            if place.closed:
                continue
            read = self._read(place)
            if not root.managed and (place.ignored or (place.file != SKILL and read.head.unlisted)):
                continue  # a README in Pi's own root: a skill to nobody
            file, id, findings = read.file, _id(place, root), [*read.findings, *_findings(read, root)]
            winner = first.setdefault(read.name, file) if read.unlisted is None else file
            holder = ids.setdefault(id, file) if id else file
            shadowed_by = None if winner == file else _lying(winner)
            if shadowed_by:
                findings.append(checks.shadowed_finding(file, shadowed_by))
            if id and holder != file:
                findings.append(checks.same_id_finding(file, id, _lying(holder)))
            called = id if holder == file else None
            yield _skill(read, root, tuple(findings), called=called, shadowed_by=shadowed_by)

    def _read(self, place: Place) -> Read:
        file = place.directory / place.file
        try:
            status = file.stat()
        except OSError:
            return _read_now(place)
        if known := revived(self.cache.get(file, status)):
            return Read(place, known, [])
        read = _read_now(place)
        if not read.findings:
            self.cache.put(file, status, read.head)
        return read


def _read_now(place: Place) -> Read:
    file = place.directory / place.file
    match read_bytes(file):
        case Present(raw=raw):
            return Read(place, head_of(raw), [])
        case Unreadable() as reading:
            return Read(place, UNREAD, [checks.unreadable_finding(file, reading)])
        case Absent(dangling=pointed_at):
            return Read(place, UNREAD, [checks.dangling_finding(file, pointed_at)] if pointed_at else [])


def _findings(read: Read, root: Root) -> Iterator[Finding]:
    place, head = read.place, read.head
    notes = (note for note in head.notes if root.managed or note.rule != checks.DIFFERENTLY)
    yield from (note.on(read.file) for note in notes)
    yield from checks.place_findings(place, managed=root.managed)
    if place.file != SKILL and root.scope is Scope.GLOBAL:
        twin = root.path / _slug_of(place)
        yield checks.flat_finding(read.file, twin if is_there(twin / SKILL) else None)
    if not is_text(place.directory.name):
        yield checks.unnamable_finding(place.directory)
    if head.unlisted is None:
        yield from checks.name_findings(read.file, read.name, place.directory.name if place.file == SKILL else None)
        if root.managed and moment(head.updated) is None:
            yield checks.undated_finding(read.file)


def _skill(
    read: Read, root: Root, findings: tuple[Finding, ...], *, called: str | None, shadowed_by: Path | None
) -> Skill:
    place, head = read.place, read.head
    return Skill(
        name=read.name,
        directory=place.directory,
        root=root.path,
        scope=root.scope,
        description=head.description,
        project=root.project,
        words=tuple(word for word in head.words if word != read.name),
        origin=Origin.LOCAL if root.managed else Origin.EXTERNAL,
        usage=Usage(uses=None, views=None, patches=None, created=moment(head.created)),
        updated=moment(head.updated),
        disabled=head.hidden,
        closed=_closed(place, root),
        shadowed_by=shadowed_by,
        findings=findings,
        file=place.file,
        called=called,
        unlisted=read.unlisted,
    )


def _closed(place: Place, root: Root) -> str | None:
    """Why it cannot be changed."""
    if not root.managed:
        return EXTERNAL
    if place.file != SKILL:
        return FLAT
    if place.directory == root.path:
        return ROOT
    return LINKED if place.linked else None


def _lying(file: Path) -> Path:
    """Where a skill lies, by its text: its directory, or that file where it is nothing else."""
    return file.parent if file.name == SKILL else file


def _id(place: Place, root: Root) -> str | None:
    """What the memory would call it, None where it does not look."""
    if not root.managed or place.linked:
        return None
    if place.file != SKILL:
        own = _slug_of(place)
        return called(own) if own and root.scope is Scope.GLOBAL else None
    return called(place.directory.name, root.project) if place.directory != root.path else None


def _slug_of(place: Place) -> str:
    """The directory that the memory would make for a skill that is a single file."""
    return slug(place.file.removesuffix(".md"))
