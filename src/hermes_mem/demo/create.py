"""Writing the demo home into a new folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from hermes_mem.demo import beside, calm, profiles
from hermes_mem.layouts.hermes.format import serialise
from hermes_mem.model.errors import Refused, Unreadable


def create(directory: Path) -> None:
    """Write the whole home, the same bytes every time.

    Raises Refused when there is something in the folder, Unreadable when it cannot be written.
    """
    try:
        if os.path.lexists(directory) and not (directory.is_dir() and not any(directory.iterdir())):
            raise Refused(f"{directory} is not an empty folder.", "Name a new one; nothing is ever overwritten.")
        for place, content in files():
            _made(directory / place).write_bytes(content)
        for place, points_at in profiles.LINKS.items():
            _made(directory / place).symlink_to(points_at)
    except OSError as problem:
        raise Unreadable(f"{directory} cannot be written ({problem.strerror}).", "Name another folder.") from problem


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def temporary() -> Iterator[Path]:
    """A demo home of its own, which is gone afterwards."""
    with TemporaryDirectory(prefix="hermes-mem-demo-") as directory:
        home = Path(directory) / "hermes"
        create(home)
        yield home


def files() -> Iterator[tuple[str, bytes]]:
    """Path below the home and content of every file of the demo, links left out."""
    yield profiles.CONFIG, calm.CONFIG.encode()
    yield profiles.MEMORY, serialise(calm.MEMORY)
    yield profiles.USER, serialise(calm.USER)
    for name, contents in profiles.PROFILES.items():
        for place, content in contents.items():
            yield f"profiles/{name}/{place}", content
    yield from beside.files()
