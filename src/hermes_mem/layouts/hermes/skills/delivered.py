"""Which skills came with Hermes or from its hub.

Follows hermes-agent 0.19.0 tools/skill_usage.py (`_read_bundled_manifest_names`, `_read_hub_installed_names`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from hermes_mem.disk.reading import Absent, Present, Unreadable, read_bytes, real_path
from hermes_mem.model.finding import Finding, Severity

MANIFEST = ".bundled_manifest"
SUPPRESSED = ".curator_suppressed"
HUB_LOCK = ".hub/lock.json"


class Delivered(NamedTuple):
    """Names of skills by where they came from, and the real directories that the hub has put its own into.

    `suppressed` are those that came with Hermes and are not to be put back.
    """

    bundled: frozenset[str]
    suppressed: frozenset[str]
    hub: frozenset[str]
    hub_places: frozenset[Path]
    findings: tuple[Finding, ...] = ()


def read_delivered(root: Path) -> Delivered:
    """What lies beside the skills of a home. A file that cannot be read counts as empty, and is a finding."""
    findings: list[Finding] = []
    bundled = frozenset(line.partition(":")[0].strip() for line in _lines(root / MANIFEST, findings))
    suppressed = frozenset(line for line in _lines(root / SUPPRESSED, findings) if not line.startswith("#"))
    installed = _installed(root / HUB_LOCK, findings)
    places = frozenset(_places(installed, root))
    return Delivered(bundled - {""}, suppressed, frozenset(installed), places, tuple(findings))


def _lines(path: Path, findings: list[Finding]) -> list[str]:
    raw = _bytes(path, findings)
    try:
        return [line for line in map(str.strip, raw.decode("utf-8").splitlines()) if line]
    except UnicodeDecodeError:
        findings.append(_spoilt(path, "is not UTF-8"))
        return []


def _installed(path: Path, findings: list[Finding]) -> dict[str, Any]:
    raw = _bytes(path, findings)
    if not raw and not findings:
        return {}
    try:
        document = loads(raw.decode("utf-8")) if raw else {}
    except (ValueError, RecursionError):
        findings.append(_spoilt(path, "is no JSON"))
        return {}
    installed = document.get("installed") if isinstance(document, dict) else None
    return installed if isinstance(installed, dict) else {}


def _places(installed: dict[str, Any], root: Path) -> Iterator[Path]:
    """The real directories below the root that entries name."""
    real = real_path(root)
    for entry in installed.values():
        path = entry.get("install_path") if isinstance(entry, dict) else None
        if isinstance(path, str) and path.strip() and _can_be_a_path(path):
            place = real_path(root / path)
            if place.is_relative_to(real):
                yield place


def _can_be_a_path(text: str) -> bool:
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:  # JSON can spell half a character.
        return False


def _bytes(path: Path, findings: list[Finding]) -> bytes:
    match read_bytes(path):
        case Present(raw=raw):
            return raw
        case Unreadable(_, reason):
            findings.append(_spoilt(path, f"cannot be read ({reason})"))
        case Absent():
            pass
    return b""


def _spoilt(path: Path, how: str) -> Finding:
    effect = "Hermes takes the skills named there for the person's own."
    return Finding("skill.origin-unreadable", Severity.WARNING, f"{path.name} {how}.", effect, file=str(path))
