"""How Hermes spells a memory file: UTF-8, entries between delimiter lines, nothing else.

Everything here follows hermes-agent 0.19.0, tools/memory_tool.py (`_read_file`, `_write_file`, `_char_count`,
`_detect_external_drift`), down to which blanks are stripped.
"""

from __future__ import annotations

from collections.abc import Iterable

from hermes_mem.layouts.delimited import BOM, DELIMITER, Undecodable, serialise, text_of, unique

__all__ = [
    "BOM",
    "DELIMITER",
    "Undecodable",
    "decode",
    "drifted",
    "joined_size",
    "parse",
    "serialise",
    "split",
    "unique",
]


def decode(raw: bytes, *, late: bool = False) -> str:
    """The text, with CRLF and lone CR as LF. 0.19.0 keeps a byte order mark as U+FEFF; later releases drop it.

    Raises Undecodable.
    """
    text = text_of(raw)
    if late:
        text = text.removeprefix(BOM)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def split(text: str) -> list[str]:
    """Entries of a decoded text: stripped of all Unicode blanks, empty ones dropped, exact copies kept."""
    return [entry for piece in text.split(DELIMITER) if (entry := piece.strip())]


def parse(raw: bytes, *, late: bool = False) -> list[str]:
    """Entries of a file, in order; exact copies are still there (see `unique`). Raises Undecodable."""
    return split(decode(raw, late=late))


def joined_size(entries: Iterable[str]) -> int:
    """Code points of the entries with their delimiters: what the agent holds against the limit."""
    return len(DELIMITER.join(entries))


def drifted(text: str, limit: float) -> bool:
    """Whether the agent refuses to replace and remove: the text is not what it would write, or one entry is too long.

    `text` is decoded; `limit` is the target's, in code points.
    """
    entries = split(text)
    return text.strip() != DELIMITER.join(entries) or any(len(entry) > limit for entry in entries)
