"""Writing the demo home into a new folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hermes_mem.demo import beside, calm, profiles
from hermes_mem.layouts.hermes.format import serialise
from hermes_mem.model.errors import Refused


def create(directory: Path) -> None:
    """Write the whole home, the same bytes every time. Raises Refused when the folder is there and not empty."""
    if directory.exists() and not (directory.is_dir() and not any(directory.iterdir())):
        raise Refused(f"{directory} is not an empty folder.", "Name a new one; the demo is never mixed with others.")
    for place, content in files():
        path = directory / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for place, points_at in profiles.LINKS.items():
        path = directory / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(points_at)


def files() -> Iterator[tuple[str, bytes]]:
    """Path below the home and content of every file of the demo, links left out."""
    yield profiles.CONFIG, calm.CONFIG.encode()
    yield profiles.MEMORY, serialise(calm.MEMORY)
    yield profiles.USER, serialise(calm.USER)
    for name, contents in profiles.PROFILES.items():
        for place, content in contents.items():
            yield f"profiles/{name}/{place}", content
    yield from beside.files()
