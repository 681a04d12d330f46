"""What lies beside the memory files of Pi that it reads no more (0.9.6 src/store/memory-store.ts, db-recovery)."""

from __future__ import annotations

import re
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing, real_path
from hermes_mem.layouts.leaving import OURS, Kind, left_in
from hermes_mem.layouts.pi.settings import load
from hermes_mem.model.file import Leftover, Sort

_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"


def _aside(what: str) -> re.Pattern[str]:
    """The name of what Pi keeps of a memory file beside it for some time."""
    return re.compile(rf"\..+\.{what}-\d+-{_UUID}(?:\.tmp)?", re.IGNORECASE | re.ASCII)


KINDS = (
    Kind(
        re.compile(r"\.tmp-(?:standing-)?[A-Za-z0-9]{6}"),
        "temporary directories of writes that were cut off",
        Sort.UNFINISHED,
        directory=True,
    ),
    Kind(_aside("(?:recovery|retired)"), "versions of before that Pi keeps for some days", Sort.VERSION),
    Kind(_aside("conflict-local"), "texts that Pi could not publish", Sort.UNPUBLISHED),
    Kind(re.compile(r"sessions\.db\.corrupt-.+"), "databases that Pi set aside as damaged", Sort.DATABASE),
    Kind(re.compile(r"sessions\.db\.rebuild-.+"), "databases that Pi did not finish to rebuild", Sort.DATABASE),
    Kind(
        re.compile(r"\.sessions-db-(?:migration|retirement)-.+"),
        "directories of databases that Pi was moving",
        Sort.DATABASE,
        directory=True,
    ),
    OURS,
)


def left_behind(home: Path, env: Environment) -> list[Leftover]:
    """What lies in the directory of the memories and in those of the projects, none of it below them."""
    settings = load(home, env)
    above = real_path(settings.projects)
    projects = [above / name for name, is_directory in listing(above).items() if is_directory]
    directories = dict.fromkeys((real_path(settings.directory), *projects))
    return [left for directory in directories for left in left_in(directory, KINDS)]
