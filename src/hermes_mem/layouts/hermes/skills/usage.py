"""What Hermes has counted of its skills: `.usage.json`, by the name of the front matter.

Follows hermes-agent 0.19.0 tools/skill_usage.py (`load_usage`, `latest_activity_at`, `_is_curator_managed_record`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.disk.reading import Absent, Present, Unreadable, read_bytes
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.skill import Usage

FILE = ".usage.json"

Record = Mapping[str, Any]


class Records(NamedTuple):
    """Usage records by name, and what is wrong with their file."""

    by_name: Mapping[str, Record]
    finding: Finding | None = None


def read_records(root: Path) -> Records:
    """The records of a directory of skills. What cannot be read counts as none, as it does for the agent."""
    path = root / FILE
    match read_bytes(path):
        case Absent():
            return Records({})
        case Unreadable(_, reason):
            return Records({}, _spoilt(path, f"cannot be read ({reason})"))
        case Present(raw=raw):
            return _parsed(path, raw)


def _parsed(path: Path, raw: bytes) -> Records:
    try:
        document = loads(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return Records({}, _spoilt(path, "is not UTF-8"))
    except (ValueError, RecursionError):
        return Records({}, _spoilt(path, "is no JSON"))
    if not isinstance(document, dict):
        return Records({}, _spoilt(path, "holds no object"))
    return Records({name: record for name, record in document.items() if isinstance(record, dict)})


def _spoilt(path: Path, how: str) -> Finding:
    effect = "Hermes counts from nothing, forgets what was pinned, and writes over it at the next use of a skill."
    return Finding("skill.usage-unreadable", Severity.WARNING, f"{FILE} {how}.", effect, file=str(path))


def usage_of(record: Record) -> Usage:
    """A record as values; what is no number counts as none, and what is no time as never."""
    return Usage(
        uses=_count(record.get("use_count")),
        views=_count(record.get("view_count")),
        patches=_count(record.get("patch_count")),
        used=_newest(record),
        created=moment(record.get("created_at")),
        archived=moment(record.get("archived_at")),
        pinned=bool(record.get("pinned")),
    )


def is_the_agents(record: Record) -> bool:
    """Whether the agent's own curation may touch the skill: it has made it, or was told so."""
    return record.get("created_by") == "agent" or record.get("agent_created") is True


def moment(value: Any) -> datetime | None:
    """A time as the agent spells it; without a zone it is UTC."""
    try:
        found = datetime.fromisoformat(str(value))
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _newest(record: Record) -> datetime | None:
    times = (moment(record.get(key)) for key in ("last_used_at", "last_viewed_at", "last_patched_at"))
    return max((time for time in times if time), default=None)


def _count(value: Any) -> int:
    try:
        return int(value or 0)
    except (TypeError, ValueError, OverflowError):
        return 0
