"""What Pi makes of one memory file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hermes_mem.disk.reading import Absent, Present, Unreadable, read_bytes
from hermes_mem.layouts.delimited import Undecodable, text_of
from hermes_mem.layouts.file_checks import dangling_finding, undecodable_finding, unreadable_finding
from hermes_mem.layouts.memory_file import MemoryFile, followed
from hermes_mem.layouts.pi import file_checks as checks
from hermes_mem.layouts.pi.format import parse, split
from hermes_mem.layouts.pi.leftovers import copies_of, read_settled
from hermes_mem.layouts.pi.standing import rules
from hermes_mem.model.finding import Finding
from hermes_mem.model.target import State

Splitter = Callable[[str], list[str]]


def read_memory_file(path: Path, top: Path) -> MemoryFile:
    """A file of entries at `path`, which lies below the directory `top`."""
    return followed(_understood(path, split), top, checks.AGENT)


def read_standing_file(path: Path, top: Path) -> MemoryFile:
    """A file of rules; its texts are the rules, those that Pi drops as copies included."""
    return followed(_understood(path, _ruled), top, checks.AGENT)


def _ruled(text: str) -> list[str]:
    return [rule.text for rule in rules(text)]


def _understood(path: Path, splitter: Splitter) -> MemoryFile:
    match read_settled(path):
        case Absent(dangling=pointed_at):
            return MemoryFile(path, State.ABSENT, findings=_absent(path, pointed_at))
        case Unreadable() as reading:
            finding = unreadable_finding(path, reading, checks.EFFECTS.get(reading.cause, checks.UNREADABLE))
            return MemoryFile(path, State.UNREADABLE, (), (finding,), finding.message)
        case Present(raw=raw):
            return _decoded(raw, path, splitter)


def _absent(path: Path, pointed_at: Path | None) -> tuple[Finding, ...]:
    if copies := copies_of(path):
        return (checks.gone_finding(path, copies[0], _entries_in(copies[0].path)),)
    return (dangling_finding(path, pointed_at, checks.AGENT),) if pointed_at else ()


def _entries_in(copy: Path) -> int | None:
    reading = read_bytes(copy)
    try:
        return len(parse(reading.raw)) if isinstance(reading, Present) else None
    except Undecodable:
        return None


def _decoded(raw: bytes, path: Path, splitter: Splitter) -> MemoryFile:
    try:
        text = text_of(raw)
    except Undecodable as error:
        finding = undecodable_finding(path, error, raw, checks.REPLACED)
        return MemoryFile(path, State.UNDECODABLE, (), (finding,), finding.message)
    texts = splitter(text)
    return MemoryFile(path, State.OK if texts else State.EMPTY, texts, _findings(raw, text, texts, splitter))


def _findings(raw: bytes, text: str, texts: Sequence[str], splitter: Splitter) -> tuple[Finding, ...]:
    """What reads every line is loaded where something hints at an odd shape."""
    if splitter is split:
        found = (*checks.line_end_findings(text, texts), *checks.delimiter_findings(text))
        if texts and checks.may_be_odd(text, texts):
            from hermes_mem.layouts.pi.shape_checks import shape_findings

            found = (*found, *shape_findings(text, texts))
    else:
        found = (*checks.rule_line_findings(text),)
        if checks.rules_may_be_odd(text):
            from hermes_mem.layouts.pi.shape_checks import rule_findings

            found = (*found, *rule_findings(text))
    return (*checks.byte_findings(raw), *found)
