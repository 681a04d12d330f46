"""What the beginnings of SKILL.md files said when they were last read: a file for each home in our cache directory.

Nothing hangs on them. They spare opening thousands of files that look as they did.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from json import dumps, loads
from pathlib import Path
from threading import get_ident
from time import time_ns
from typing import Any

from hermes_mem.config.places import cache_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, read_bytes
from hermes_mem.model.errors import Unreadable

SETTLED = 2_000_000_000
"""Nanoseconds since its last change after which a file that is written again looks different on every file system."""


class SkillCache:
    """Values that can be spelled as JSON, by file, for one home; `form` changes whenever their meaning does."""

    def __init__(self, home: Path, env: Environment, form: str) -> None:
        name = sha256(os.fsencode(home)).hexdigest()[:16]
        self._path = _directory(env) / f"{name}.json"
        self._form = form
        self._before = self._load()
        self._now: dict[str, list[Any]] = {}

    def get(self, file: Path, status: os.stat_result) -> Any:
        """What was put for this file when it looked as it does; None when nothing was."""
        key = os.fspath(file)
        found = self._before.get(key)
        if not isinstance(found, list) or len(found) != 2 or found[0] != _look(status):
            return None
        self._now[key] = found
        return found[1]

    def put(self, file: Path, status: os.stat_result, value: Any) -> None:
        """Remember it, unless the file changed a moment ago: it could change again and look the same."""
        if status.st_ctime_ns < time_ns() - SETTLED:
            self._now[os.fspath(file)] = [_look(status), value]

    def save(self) -> None:
        """Write what was got and put, and nothing else; where that cannot be, the next reading takes longer."""
        if self._now.keys() == self._before.keys() and all(self._before[key] is self._now[key] for key in self._now):
            return
        temporary = self._path.with_suffix(f".{os.getpid()}-{get_ident()}")
        with suppress(OSError):
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary.touch(mode=0o600)
            temporary.write_bytes(dumps({"form": self._form, "files": self._now}).encode())
            temporary.replace(self._path)

    def _load(self) -> dict[str, Any]:
        match read_bytes(self._path):
            case Present(raw=raw):
                with suppress(ValueError, RecursionError):  # Whatever else lies there is written over.
                    saved = loads(raw)
                    if isinstance(saved, dict) and saved.get("form") == self._form:
                        files = saved.get("files")
                        return files if isinstance(files, dict) else {}
        return {}


def forget(env: Environment) -> None:
    """Remember nothing of any home any more. Raises Unreadable where something of it would stay."""
    directory = _directory(env)
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            for path in list(directory.iterdir()):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise Unreadable(f"{directory} cannot be emptied ({error.strerror}).", "Remove it; nothing is lost.") from error


def _directory(env: Environment) -> Path:
    return cache_dir(env) / "skills"


def _look(status: os.stat_result) -> list[int]:
    return [status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]
