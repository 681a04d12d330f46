"""How Pi spells a memory file: UTF-8, entries between delimiter lines, a comment with dates behind each.

Everything here follows pi-hermes-memory 0.9.6, src/store/memory-store.ts (`readFileState`, `saveToDisk`, `charCount`),
down to which blanks are stripped. STANDING.md is spelled otherwise: see `standing`.
"""

from __future__ import annotations

from collections.abc import Iterable

from hermes_mem.layouts.delimited import DELIMITER, serialise, text_of, unique
from hermes_mem.model.budget import Unit
from hermes_mem.model.javascript import trim

__all__ = ["DELIMITER", "UNIT", "parse", "serialise", "size", "split", "unique"]

UNIT = Unit.UTF16


def split(text: str) -> list[str]:
    """Entries of a text, their comments included: stripped, empty ones dropped, exact copies kept.

    Only LF § LF divides: a file with Windows line ends is one entry.
    """
    return [entry for piece in text.split(DELIMITER) if (entry := trim(piece))]


def parse(raw: bytes, *, late: bool = False) -> list[str]:  # noqa: ARG001 - Hermes has releases that differ
    """Entries of a file, in order, comments included; `late` changes nothing here. Raises Undecodable.

    Pi itself puts replacement characters where bytes are no UTF-8, and writes them back.
    """
    return split(text_of(raw))


def size(entries: Iterable[str]) -> int:
    """UTF-16 units of the entries with comments and delimiters: what Pi holds against the limit."""
    return UNIT.size(DELIMITER.join(entries))
