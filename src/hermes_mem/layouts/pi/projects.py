"""The projects of a home, and the one that a directory belongs to (pi-hermes-memory 0.9.6 src/project.ts)."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, is_directory, is_there, listing, read_bytes
from hermes_mem.layouts.pi.format import split
from hermes_mem.layouts.pi.leftovers import copies_of
from hermes_mem.layouts.pi.paths import DIRECTORY, FILES, OLD_DIRECTORY
from hermes_mem.layouts.pi.repositories import repository_of
from hermes_mem.model.javascript import trim

MEMORY = FILES["memory"]
_NO_PROJECTS = frozenset({OLD_DIRECTORY, DIRECTORY, "skills"})


def current(env: Environment, projects: Path) -> str | None:
    """The project of the working directory; None in the person's home, at the root, and where there is no directory.

    It is called as the directory of its repository. Two things make it the name of the working directory instead:
    that there is no repository, and that only that one has a directory among the projects.
    """
    if env.cwd in (env.user_home, Path("/")) or not is_directory(env.cwd) or not is_text(str(env.cwd)):
        return None
    here, root = env.cwd.name, repository_of(env.cwd)
    if root is None or root in (env.cwd, env.user_home) or root.name in ("", here):
        return here or None
    bridged = not os.path.exists(projects / root.name) and os.path.exists(projects / here)  # noqa: PTH110 - never raises
    return here if bridged else root.name


def names(projects: Path, older: Collection[str], here: str | None) -> list[str]:
    """Projects with a memory, be it one of the `older` or a lost one, and the current one in any case: that one first.

    Pi makes a directory for every place it is started in; those without a memory are left out, as are those whose name
    is no text: Node names them otherwise, and then finds no such file.
    """
    having = (name for name in _directories(projects) if is_text(name) and _has(projects / name))
    found = sorted({*having, *filter(is_text, older)} - {here})
    return [here, *found] if here else found


def old(home: Path, projects: Path) -> dict[str, Path]:
    """Memory files in the place where projects had them up to release 0.6: Pi adds their entries at every start."""
    kept = _NO_PROJECTS | {projects.name}
    found = (name for name, is_dir in listing(home).items() if is_dir and name not in kept and not name.startswith("."))
    return {name: home / name / MEMORY for name in found if is_there(home / name / MEMORY)}


def texts_of_old(path: Path) -> set[str]:
    """Entries of an old memory file as Pi takes them over."""
    return set(entries_of_old(path))


def entries_of_old(path: Path) -> list[str]:
    """The same in their order: Pi strips the whole file first, and minds no bad byte."""
    reading = read_bytes(path)
    raw = reading.raw if isinstance(reading, Present) else b""
    return split(trim(raw.decode("utf-8", "replace")))


def unnamable(projects: Path) -> list[Path]:
    """Directories with a memory that Pi cannot open, since their names are not UTF-8."""
    return [projects / name for name in _directories(projects) if not is_text(name) and _has(projects / name)]


def is_name(text: str) -> bool:
    """Whether a word is the name of one directory that is shown, and not a path."""
    odd = set(text) & {"/", "\\", "\0"} or text.startswith(".") or text != text.strip()
    return bool(text) and not odd and is_text(text)


def is_text(name: str) -> bool:
    """Whether the name of a file is UTF-8; bytes that are not are kept in it as lone surrogates."""
    return name.isascii() or not any("\ud800" <= sign <= "\udfff" for sign in name)


def _directories(top: Path) -> list[str]:
    return [name for name, is_dir in listing(top).items() if is_dir]


def _has(directory: Path) -> bool:
    return is_there(directory / MEMORY) or bool(copies_of(directory / MEMORY))
