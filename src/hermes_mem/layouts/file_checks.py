"""What is odd about a memory file of any layout; what its agent makes of that is told by the layout."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from hermes_mem.disk.reading import Unreadable
from hermes_mem.layouts.delimited import Undecodable
from hermes_mem.model.finding import Finding, Severity

INFO, WARNING, BLOCKING = Severity
NEWLINE = b"\n"


def unreadable_finding(path: Path, reading: Unreadable, effect: str) -> Finding:
    """For a file that is there and cannot be read."""
    message = f"{path.name} cannot be read ({reading.reason})."
    return Finding("file.unreadable", BLOCKING, message, effect, file=str(path), fix=reading.fix)


def undecodable_finding(path: Path, error: Undecodable, raw: bytes, effect: str) -> Finding:
    """For a file that is not UTF-8. The fix prints it as the text it probably is, and changes nothing."""
    encoding = "UTF-16" if raw.startswith((b"\xff\xfe", b"\xfe\xff")) else "WINDOWS-1252"
    fix = f"iconv -f {encoding} -t UTF-8 {quote(str(path))}"
    return Finding("file.undecodable", BLOCKING, f"{path.name} is {error.message}.", effect, file=str(path), fix=fix)


def dangling_finding(path: Path, pointed_at: Path, agent: str) -> Finding:
    """For a symbolic link that leads nowhere."""
    message = f"{path.name} is a symbolic link to {pointed_at}, and nothing is there."
    effect = f"{agent} takes it for absent; its next write makes the file there."
    return Finding("file.dangling", WARNING, message, effect, file=str(path))


def outside_finding(real: Path, agent: str) -> Finding:
    """For a file that a symbolic link on the way to it moves out of the home."""
    message = f"It lies outside this home, in {real}: a symbolic link leads there."
    return Finding("shape.link-outside", INFO, message, f"{agent} follows the link, and writes there too.")


def duplicate_finding(original: str, agent: str) -> Finding:
    """For an entry whose very text stands earlier in the target."""
    message = f"An exact copy of {original}."
    return Finding("shape.duplicate", INFO, message, f"{agent} keeps the first only; its next write drops this one.")


def nul_finding(agent: str, raw: bytes = b"") -> Finding:
    """For a file with NUL bytes in it; of one whose bytes are given it says where the first is."""
    at = raw.find(b"\0")
    where = f": the first in line {raw.count(NEWLINE, 0, at) + 1:,}, at offset {at:,}" if at >= 0 else ""
    effect = f"{agent} takes them for text; many other tools stop there."
    return Finding("shape.nul", WARNING, f"The file holds NUL bytes{where}.", effect)


def may_conflict(text: str) -> bool:
    """Whether it is worth asking whether a merge left its marks in a text: that reads every line."""
    return "<<<<<<<" in text or ">>>>>>>" in text


def repairing(target: str, remedy: str) -> str:
    """The command that applies one remedy, as a fix."""
    return f"`hermes-mem memory repair {quote(target)} --with {remedy}`"
