"""What lies in a directory beside memory files, told by its name."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from hermes_mem.disk.reading import listing
from hermes_mem.model.file import Leftover, Sort

MOST = 1000
"""Names in a directory that are looked at; those of a write that was cut off hold one or two."""


class Kind(NamedTuple):
    """What things are whose name is so, in the plural, and what may become of them.

    A group `of` in the pattern is the name of the file beside it of which such a thing is a copy.
    """

    name: re.Pattern[str]
    what: str
    sort: Sort
    directory: bool = False


OURS = Kind(
    re.compile(r"\.hermes-mem-.+\.tmp"), "temporary files of changes of hermes-mem that were cut off", Sort.UNFINISHED
)


def left_in(directory: Path, kinds: Sequence[Kind]) -> Iterator[Leftover]:
    """What lies right in this directory and has one of these names; links are never followed."""
    for name, is_directory in listing(directory).items():
        for kind in kinds:
            if kind.directory is is_directory and (match := kind.name.fullmatch(name)):
                original = match.groupdict().get("of")
                yield from _looked_at(directory / name, kind, directory / original if original else None)
                break


def _looked_at(path: Path, kind: Kind, original: Path | None) -> Iterator[Leftover]:
    try:
        status = path.lstat()
        size = _size_within(path) if kind.directory else status.st_size
    except OSError:
        return  # It went this very moment, or is closed to us.
    if stat.S_ISREG(status.st_mode) or (kind.directory and stat.S_ISDIR(status.st_mode)):
        modified = datetime.fromtimestamp(status.st_mtime, UTC)
        yield Leftover(path, size, modified, kind.what, kind.sort, original)


def _size_within(directory: Path) -> int:
    """Of what lies right in it, as far as somebody looks there."""
    with os.scandir(directory) as entries:
        return sum(entry.stat(follow_symlinks=False).st_size for entry in islice(entries, MOST))
