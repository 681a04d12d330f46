"""Files outside of any home that a person lets us write through a link: trusted.json in the state directory."""

from __future__ import annotations

import os
from collections.abc import Iterable
from json import dumps, loads
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import held
from hermes_mem.disk.reading import Present, read_bytes
from hermes_mem.disk.writing import put, stage
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.file import FileKind, FileVersion

FILE = "trusted.json"


def load(env: Environment) -> frozenset[Path]:
    """The real paths; none where the list is missing or damaged, so that a person is asked again."""
    reading = read_bytes(state_dir(env) / FILE)
    try:
        saved = loads(reading.raw) if isinstance(reading, Present) else []
    except (ValueError, RecursionError):
        return frozenset()
    return frozenset(Path(path) for path in saved if isinstance(path, str)) if isinstance(saved, list) else frozenset()


def change(env: Environment, *, add: Iterable[Path] = (), remove: Iterable[Path] = ()) -> None:
    """Add real paths to the list, or take them off, durably. Raises Unreadable when it cannot be written, Busy."""
    path = state_dir(env) / FILE
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(path.with_name(FILE + ".lock")):
            paths = sorted((load(env) | set(add)) - set(remove))
            raw = dumps([os.fspath(one) for one in paths], indent=2).encode()
            temporary = path.with_name(f".{FILE}.tmp")
            stage(FileVersion(FileKind.FILE, raw, 0o600), temporary, path)
            put(temporary, path)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written ({error.strerror}).", "Nothing was changed.") from error
