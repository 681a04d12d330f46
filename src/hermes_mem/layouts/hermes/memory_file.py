"""What became of reading one memory file: a state, the texts of its entries, and findings on the whole of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hermes_mem.disk.reading import Absent, Cause, Present, Reading, Unreadable, read_bytes, real_path
from hermes_mem.layouts.hermes import file_checks as checks
from hermes_mem.layouts.hermes.drift import drift_finding
from hermes_mem.layouts.hermes.format import Undecodable, decode, drifted, split
from hermes_mem.model.finding import Finding
from hermes_mem.model.target import State


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """A file as the agent reads it. `problem` is the sentence for a person when there is text that cannot be shown.

    `unloads` is set where the agent's loading fails as a whole: why, as a clause.
    """

    path: Path
    state: State
    texts: Sequence[str] = ()
    findings: tuple[Finding, ...] = ()
    problem: str | None = None
    unloads: str | None = None
    linked_to: Path | None = None


def read_memory_file(path: Path, home: Path, limit: int, *, late: bool) -> MemoryFile:
    """The file at `path`, which lies below `home`; `limit` is the target's, since drift depends on it."""
    file = _understood(read_bytes(path), path, limit, late=late)
    real, real_home = real_path(path), real_path(home)
    if real == real_home / path.relative_to(home):
        return file
    outside = () if real.is_relative_to(real_home) else (checks.outside_finding(real),)
    return replace(file, linked_to=real, findings=(*outside, *file.findings))


def _understood(reading: Reading, path: Path, limit: int, *, late: bool) -> MemoryFile:
    match reading:
        case Absent(dangling=pointed_at):
            findings = (checks.dangling_finding(path, pointed_at),) if pointed_at else ()
            return MemoryFile(path, State.ABSENT, findings=findings)
        case Unreadable():
            finding = checks.unreadable_finding(path, reading)
            unloads = f"{path.name} lies in a closed directory" if reading.cause is Cause.CLOSED_DIRECTORY else None
            return MemoryFile(path, State.UNREADABLE, (), (finding,), finding.message, unloads)
        case Present(raw=raw):
            return _decoded(raw, path, limit, late=late)


def _decoded(raw: bytes, path: Path, limit: int, *, late: bool) -> MemoryFile:
    try:
        text = decode(raw, late=late)
    except Undecodable as error:
        finding = checks.undecodable_finding(path, error, raw)
        return MemoryFile(path, State.UNDECODABLE, (), (finding,), finding.message, f"{path.name} is not UTF-8")
    texts = split(text)
    findings = (*checks.byte_findings(raw), *checks.shape_findings(text, texts))
    if drifted(text, limit):
        return MemoryFile(path, State.DRIFTED, texts, (drift_finding(text, limit), *findings))
    return MemoryFile(path, State.OK if texts else State.EMPTY, texts, findings)
