"""What Hermes makes of one memory file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hermes_mem.disk.reading import Absent, Cause, Present, Reading, Unreadable, read_bytes
from hermes_mem.layouts.file_checks import dangling_finding, undecodable_finding, unreadable_finding
from hermes_mem.layouts.hermes import file_checks as checks
from hermes_mem.layouts.hermes.config_checks import NO_MEMORY
from hermes_mem.layouts.hermes.drift import drift_finding
from hermes_mem.layouts.hermes.format import Undecodable, decode, drifted, split
from hermes_mem.layouts.hermes.paths import FILES
from hermes_mem.layouts.memory_file import MemoryFile, followed
from hermes_mem.model.finding import Finding
from hermes_mem.model.target import State


def read_memory_file(path: Path, home: Path, limit: int, *, late: bool) -> MemoryFile:
    """The file at `path`, which lies below `home`; `limit` is the target's, since drift depends on it."""
    return followed(understood(read_bytes(path), path, limit, late=late), home, "Hermes")


def understood(reading: Reading, path: Path, limit: int, *, late: bool) -> MemoryFile:
    """The same of what was read of it, without whether a link leads elsewhere."""
    match reading:
        case Absent(dangling=pointed_at):
            findings = (dangling_finding(path, pointed_at, "Hermes"),) if pointed_at else ()
            return MemoryFile(path, State.ABSENT, findings=findings)
        case Unreadable():
            finding = unreadable_finding(path, reading, checks.EFFECTS.get(reading.cause, checks.SEEN_EMPTY))
            unloads = f"{path.name} lies in a closed directory" if reading.cause is Cause.CLOSED_DIRECTORY else None
            return MemoryFile(path, State.UNREADABLE, (), (finding,), finding.message, unloads)
        case Present(raw=raw):
            return _decoded(raw, path, limit, late=late)


def _decoded(raw: bytes, path: Path, limit: int, *, late: bool) -> MemoryFile:
    try:
        text = decode(raw, late=late)
    except Undecodable as error:
        found = undecodable_finding(path, error, raw, NO_MEMORY)
        (finding,) = _with_ways_out([found], path, raw, "", limit)
        return MemoryFile(path, State.UNDECODABLE, (), (finding,), finding.message, f"{path.name} is not UTF-8")
    texts = split(text)
    findings = (*checks.byte_findings(raw), *_shapes(text, texts))
    state = State.OK if texts else State.EMPTY
    if drifted(text, limit):
        state, findings = State.DRIFTED, (drift_finding(text, limit), *findings)
    return MemoryFile(path, state, texts, tuple(_with_ways_out(findings, path, raw, text, limit)))


def _shapes(text: str, entries: Sequence[str]) -> Iterator[Finding]:
    """What reads every line is loaded where something hints at an odd shape."""
    if entries and checks.may_be_odd(text, entries):
        from hermes_mem.layouts.hermes.shape_checks import shape_findings

        yield from shape_findings(text, entries)


def _with_ways_out(findings: Sequence[Finding], path: Path, raw: bytes, text: str, limit: int) -> Iterator[Finding]:
    """The findings with the commands that mend them."""
    if not findings:
        return
    from hermes_mem.layouts.hermes.ways_out import on_file

    target = next(target for target, name in FILES.items() if name == path.name)
    for finding in findings:
        yield replace(finding, fix=on_file(finding, target, raw, text, limit))
