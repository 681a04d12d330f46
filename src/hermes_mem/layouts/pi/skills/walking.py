"""Where the skills of a root lie, in the order in which Pi and its memory look for them.

The memory (pi-hermes-memory 0.9.6 src/store/skill-store.ts `scanScope`) goes down every directory, also one that is a
skill itself, but follows no links. Pi (dist/core/skills.js `loadSkillsFromDir`) stops where it finds a skill, follows
links, and passes over what an ignore file names. What one of them finds is found here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.pi.skills.ignoring import Rule, is_ignored, rules_in
from hermes_mem.model.skill import SKILL

PASSED_OVER = "node_modules"
"""Pi looks into no directory of this name; what packages bring with them is not listed here either."""

Entries = Sequence[os.DirEntry[str]]


class Place(NamedTuple):
    """A directory with the file of a skill, or one that may not be listed; `path` is that below the root, with a `/`.

    `inside` is the directory of the skill in whose folder it lies, where Pi does not look. `linked` says that a
    symbolic link leads to it, `ignored` that an ignore file names it. What is in one with `closed` nobody knows.
    """

    directory: Path
    file: str = SKILL
    inside: Path | None = None
    linked: bool = False
    ignored: bool = False
    closed: bool = False
    path: str = ""


class Links:
    """Which directories behind links are new: what lies in a root is found there, and nothing is found twice."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self._roots = [real_path(root) for root in roots]
        self._seen: set[Path] = set()

    def is_new(self, directory: Path) -> bool:
        """Whether this one is; from then on it is not."""
        real = real_path(directory)
        if real in self._seen or any(real.is_relative_to(root) for root in self._roots):
            return False
        self._seen.add(real)
        return True


def places(root: Path, links: Links, *, deep: bool) -> Iterator[Place]:
    """Every skill below a root, Markdown files that lie in it last; `deep` looks into the folders of skills too.

    A root that is not there has none.
    """
    rules: list[Rule] = []
    flat: list[Place] = []
    ahead = [Place(root)]
    while ahead:
        place = ahead.pop()
        try:
            entries = _entries(place.directory)
        except PermissionError:
            yield place._replace(closed=True)
            continue
        except OSError:
            continue  # it is gone, or no directory
        rules += rules_in(place.directory, place.path, {entry.name for entry in entries})
        is_skill = any(entry.name == SKILL and not _is_directory(entry) for entry in entries)
        if is_skill:
            yield place._replace(ignored=place.ignored or is_ignored(place.path + SKILL, False, rules))
        inside = place.inside or (place.directory if is_skill else None)
        if not place.path:
            names = (entry.name for entry in entries if _is_flat(entry))
            flat = [Place(root, name, inside, ignored=is_ignored(name, False, rules)) for name in names]
        if deep or not is_skill:
            below = _below(place._replace(inside=inside), entries, rules, links)
            ahead += reversed([*below])
    yield from flat


def _below(above: Place, entries: Entries, rules: list[Rule], links: Links) -> Iterator[Place]:
    for entry in entries:
        if entry.name.startswith(".") or entry.name == PASSED_OVER or not _is_directory(entry):
            continue
        directory, linked = above.directory / entry.name, above.linked or entry.is_symlink()
        if linked and not links.is_new(directory):
            continue
        path = above.path + entry.name
        ignored = above.ignored or is_ignored(path, True, rules)
        yield Place(directory, SKILL, above.inside, linked, ignored, path=f"{path}/")


def _entries(directory: Path) -> Entries:
    with os.scandir(directory) as entries:
        return sorted(entries, key=lambda entry: _collated(entry.name))


def _collated(name: str) -> tuple[str, str]:
    """As JavaScript's `localeCompare` sorts names: without the difference of capitals, `_` and `-` before the rest."""
    return name.casefold().replace("_", "\1").replace("-", "\2"), name.swapcase()


def _is_directory(entry: os.DirEntry[str]) -> bool:
    """Behind links too; False for those that lead nowhere or in a circle."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_flat(entry: os.DirEntry[str]) -> bool:
    """Whether a file in the root is taken for a skill."""
    return entry.name.endswith(".md") and entry.name != SKILL and entry.is_file(follow_symlinks=False)
