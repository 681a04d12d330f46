"""A memory file of UTF-8 text with entries between delimiter lines: the part of it that all such layouts share."""

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


def text_of(raw: bytes) -> str:
    """The text to the letter, byte order mark and line ends included. Raises Undecodable."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Undecodable(raw, error.start) from error


def serialise(entries: Sequence[str]) -> bytes:
    """What an agent's own writer leaves on disk: no header, no final newline, nothing for no entries."""
    return DELIMITER.join(entries).encode()


def unique(entries: Iterable[str]) -> list[str]:
    """The entries an agent works with: of exact copies only the first."""
    return list(dict.fromkeys(entries))
