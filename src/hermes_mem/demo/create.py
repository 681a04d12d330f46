"""Writing demo homes into new folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hermes_mem.demo import beside, calm, pi, profiles
from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.format import serialise
from hermes_mem.model.errors import Refused, Unreadable

PROJECT = "harbor"
"""The project in which a session of the demo stands."""


def create(directory: Path, kind: str = "hermes") -> None:
    """Write a whole home of this kind, `hermes` or `pi`, the same bytes every time.

    Raises Refused when there is something in the folder, Unreadable when it cannot be written.
    """
    try:
        if os.path.lexists(directory) and not (directory.is_dir() and not any(directory.iterdir())):
            raise Refused(f"{directory} is not an empty folder.", "Name a new one; nothing is ever overwritten.")
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for place, content in FILES[kind]():
            _made(directory / place).write_bytes(content)
        for place, points_at in LINKS[kind].items():
            _made(directory / place).symlink_to(points_at)
    except OSError as problem:
        raise Unreadable(f"{directory} cannot be written ({problem.strerror}).", "Name another folder.") from problem


def _made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def temporary(env: Environment) -> Iterator[Environment]:
    """A place with demo homes of its own, which is gone afterwards: the environment in which agents would use those.

    Our history lies there too, and the working directory is a project of the demo, wherever the command was given.
    """
    with TemporaryDirectory(prefix="hermes-mem-demo-") as directory:
        place = Path(directory)
        for kind in FILES:
            create(place / kind, kind)
        (place / PROJECT / ".git").mkdir(parents=True)
        yield replace(env, environ={**env.environ, **_pointing_to(place)}, cwd=place / PROJECT)


def _pointing_to(place: Path) -> Mapping[str, str]:
    return {
        "HERMES_HOME": str(place / "hermes"),
        "HERMES_MANAGED_DIR": str(place / "managed"),
        "PI_CODING_AGENT_DIR": str(place / "pi"),
        "HERMES_MEM_STATE": str(place / "state"),
    }


def files() -> Iterator[tuple[str, bytes]]:
    """Path below the home and content of every file of the demo of Hermes, links left out."""
    yield profiles.CONFIG, calm.CONFIG.encode()
    yield profiles.MEMORY, serialise(calm.MEMORY)
    yield profiles.USER, serialise(calm.USER)
    for name, contents in profiles.PROFILES.items():
        for place, content in contents.items():
            yield f"profiles/{name}/{place}", content
    yield from beside.files()


FILES: Mapping[str, Callable[[], Iterator[tuple[str, bytes]]]] = {"hermes": files, "pi": pi.files}
LINKS: Mapping[str, Mapping[str, str]] = {"hermes": profiles.LINKS, "pi": {}}
