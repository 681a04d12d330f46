"""Walking through a directory of skills as Hermes does, but each real directory once.

Follows hermes-agent 0.19.0 agent/skill_utils.py (`iter_skill_index_files`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path

from hermes_mem.disk.reading import Named, names_in
from hermes_mem.layouts.hermes.paths import PRUNED, SUPPORT
from hermes_mem.model.skill import SKILL

CATEGORY_FILE = "DESCRIPTION.md"

DIRECTORIES = 50_000
"""How many directories are looked into in all: a link can lead to a whole disk."""


@dataclass(frozen=True, slots=True)
class Place:
    """The directory of a skill. `linked` says that a link leads to it, or to its SKILL.md, from within the root.

    `inside` is the skill in whose folder it lies, `parts` are the names from below the root to its own.
    """

    directory: Path
    parts: tuple[str, ...] = ()
    linked: bool = False
    file_linked: bool = False
    inside: Path | None = None


@dataclass(slots=True)
class Walk:
    """What walks through the roots of one home have found. `seen` are the identities of directories.

    `closed` are directories that may not be listed, `strays` those with files and no skill, `texts` Markdown files by
    the name that they would answer to, `endless` the root in which there was no end of directories.
    """

    seen: set[tuple[int, int]] = field(default_factory=set)
    closed: list[Path] = field(default_factory=list)
    strays: list[Path] = field(default_factory=list)
    texts: dict[str, list[Path]] = field(default_factory=dict)
    endless: Path | None = None

    def through(self, root: Path) -> list[Place]:
        """The skills of a root that no walk before has found, in the order in which Hermes takes them."""
        found: list[Place] = []
        strays: list[Path] = []
        ahead = [Place(root)]
        while ahead and not self.endless:
            here = ahead.pop()
            if self._is_new(here.directory, root):
                self._look(here, found, strays, ahead)
        self.strays += _topmost(strays, {place.directory for place in found}, root)
        return sorted(found, key=lambda place: f"{place.directory}/{SKILL}")

    def _is_new(self, directory: Path, root: Path) -> bool:
        try:
            status = directory.stat()
        except OSError:
            return False
        identity = status.st_dev, status.st_ino
        if identity in self.seen:
            return False
        if len(self.seen) >= DIRECTORIES:
            self.endless = root
            return False
        self.seen.add(identity)
        return True

    def _look(self, here: Place, found: list[Place], strays: list[Path], ahead: list[Place]) -> None:
        names = names_in(here.directory)
        if names is None:
            self.closed.append(here.directory)
            return
        own = next((named for named in names if named.name == SKILL and not named.is_directory), None)
        if own:
            found.append(replace(here, file_linked=own.is_link))
        elif _holds_something(names):
            strays.append(here.directory)
        self._note_texts(here.directory, names)
        ahead += self._below(here, names, is_skill=own is not None)

    def _below(self, here: Place, names: Iterable[Named], *, is_skill: bool) -> Iterator[Place]:
        """Directories to go on with, the first in Hermes' order last: they are taken from the end."""
        skipped = PRUNED | SUPPORT if is_skill else PRUNED
        inside = here.directory if is_skill else here.inside
        onward = [named for named in names if named.is_directory and named.name not in skipped]
        for named in sorted(onward, key=lambda named: f"{named.name}/", reverse=True):
            directory, parts = here.directory / named.name, (*here.parts, named.name)
            yield Place(directory, parts, here.linked or named.is_link, inside=inside)

    def _note_texts(self, directory: Path, names: Iterable[Named]) -> None:
        for named in names:
            stem, dot, ending = named.name.rpartition(".")
            if dot and ending == "md" and not named.is_directory and named.name not in (SKILL, CATEGORY_FILE):
                self.texts.setdefault(stem, []).append(directory / named.name)


def _holds_something(names: Iterable[Named]) -> bool:
    return any(not (named.is_directory or named.name.startswith(".") or named.name == CATEGORY_FILE) for named in names)


def _topmost(strays: Sequence[Path], skills: set[Path], root: Path) -> Iterator[Path]:
    """Those that neither hold a skill nor lie in one, nor in another of them."""
    holders: set[Path] = set()
    for skill in skills if strays else ():
        holders.update(takewhile(lambda above: above not in holders, skill.parents))
    apart = {stray for stray in strays if stray != root and stray not in holders}
    yield from (
        stray for stray in sorted(apart) if not any(above in skills or above in apart for above in stray.parents)
    )
