"""How the bytes of a version lie in the database."""

from __future__ import annotations

import zlib
from pathlib import Path

from hermes_mem.model.errors import Damaged


def packed(raw: bytes) -> bytes:
    """As they are kept."""
    return zlib.compress(raw)


def unpacked(data: object, digest: str, path: Path) -> bytes:
    """As they were; `path` is the database. Raises Damaged for what is not what was kept."""
    if (raw := _opened(data)) is None:
        raise lost(digest, path)
    return raw


def holds(data: object, raw: bytes) -> bool:
    """Whether these bytes are what is kept there."""
    return _opened(data) == raw


def lost(digest: str, path: Path) -> Damaged:
    """That a version which a change names cannot be had."""
    return Damaged(f"The history has lost a version ({digest[:8]}).", f"Its file is {path}.")


def _opened(data: object) -> bytes | None:
    """None for what nobody has packed."""
    try:
        return zlib.decompress(data) if isinstance(data, bytes) else None
    except zlib.error:
        return None
