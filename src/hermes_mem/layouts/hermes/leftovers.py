"""What Hermes and other programs leave beside a memory file."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing, plain_status, real_path
from hermes_mem.layouts.hermes.paths import memory_path
from hermes_mem.model.file import KeptCopy, Moment

_BY_HERMES = re.compile(r"\.[0-9]{9,11}")
_DAY = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:[T_. -]?(\d\d)[:.h-]?(\d\d)(?:[:.-]?(\d\d))?)?(?!\d)", re.ASCII)


def copies(home: Path, target: str, env: Environment) -> list[KeptCopy]:  # noqa: ARG001 - Pi needs it
    """Versions that a refused change left as `.bak.<seconds>`, and those that a person put aside, oldest first.

    Those of Hermes have line feeds alone (hermes-agent 0.19.0 tools/memory_tool.py, `_detect_external_drift`). A copy
    whose moment neither its name nor its file tells is left out; so is what is no plain file.
    """
    path = real_path(memory_path(home, target))
    names = (name for name in listing(path.parent) if name.startswith(f"{path.name}.bak"))
    found = (_copy(path.parent / name, name.removeprefix(f"{path.name}.bak")) for name in names)
    return sorted(filter(None, found), key=lambda copy: copy.time)


def _copy(path: Path, end: str) -> KeptCopy | None:
    status = plain_status(path)
    time = _moment(end, status.st_mtime) if status else None
    if time is None or (end and end[0] not in "._-"):
        return None
    return KeptCopy(path, time, Moment.THERE, exact=not _BY_HERMES.fullmatch(end))


def _moment(end: str, modified: float) -> datetime | None:
    """When a copy was made, by the end of its name, else by its file. A day alone has to be that of the file too."""
    try:
        by_file = datetime.fromtimestamp(modified, UTC)
        if _BY_HERMES.fullmatch(end):
            by_name = datetime.fromtimestamp(int(end[1:]), UTC)
            return by_file if by_name == by_file.replace(microsecond=0) else by_name
        if (match := _DAY.match(end[1:])) is None:
            return by_file
        year, month, day, hour, minute, second = (int(part or 0) for part in match.groups())
        written = datetime(year, month, day, hour, minute, second)  # People write the time of their own place.
    except (ValueError, OverflowError, OSError):
        return None
    if match[4] is None:
        return by_file if by_file.astimezone().date() == written.date() else None
    return written.astimezone(UTC)
