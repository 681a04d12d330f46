"""How Hermes spells a memory file: UTF-8, entries between delimiter lines, nothing else.

Everything here follows hermes-agent 0.19.0, tools/memory_tool.py (`_read_file`, `_write_file`, `_char_count`,
`_detect_external_drift`), down to which blanks are stripped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hermes_mem.model.errors import Damaged

DELIMITER = "\n§\n"
BOM = "\ufeff"


class Undecodable(Damaged):
    """The bytes are not UTF-8. `offset` counts bytes from 0, `line` lines from 1; `byte` is the first bad one."""

    def __init__(self, raw: bytes, offset: int) -> None:
        self.offset, self.byte = offset, raw[offset]
        self.line = raw.count(b"\n", 0, offset) + 1
        super().__init__(f"not UTF-8: byte 0x{self.byte:02X} at offset {self.offset:,}, line {self.line:,}")


def decode(raw: bytes, *, late: bool = False) -> str:
    """The text, with CRLF and lone CR as LF. 0.19.0 keeps a byte order mark as U+FEFF; later releases drop it.

    Raises Undecodable.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Undecodable(raw, error.start) from error
    if late:
        text = text.removeprefix(BOM)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split(text: str) -> list[str]:
    """Entries of a decoded text: stripped of all Unicode blanks, empty ones dropped, exact copies kept."""
    return [entry for piece in text.split(DELIMITER) if (entry := piece.strip())]


def parse(raw: bytes, *, late: bool = False) -> list[str]:
    """Entries of a file, in order; exact copies are still there (see `unique`). Raises Undecodable."""
    return split(decode(raw, late=late))


def serialise(entries: Sequence[str]) -> bytes:
    """What the agent's own writer leaves on disk: no header, no final newline, nothing for no entries."""
    return DELIMITER.join(entries).encode()


def unique(entries: Iterable[str]) -> list[str]:
    """The entries the agent works with: of exact copies only the first."""
    return list(dict.fromkeys(entries))


def joined_size(entries: Iterable[str]) -> int:
    """Code points of the entries with their delimiters: what the agent holds against the limit."""
    return len(DELIMITER.join(entries))


def drifted(text: str, limit: float) -> bool:
    """Whether the agent refuses to replace and remove: the text is not what it would write, or one entry is too long.

    `text` is decoded; `limit` is the target's, in code points.
    """
    entries = split(text)
    return text.strip() != DELIMITER.join(entries) or any(len(entry) > limit for entry in entries)
