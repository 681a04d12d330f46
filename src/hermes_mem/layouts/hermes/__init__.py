"""Homes of Hermes Agent."""

from __future__ import annotations

from collections.abc import Sequence

from hermes_mem.layouts.hermes.contents import count
from hermes_mem.layouts.hermes.format import joined_size as size
from hermes_mem.layouts.hermes.format import parse, serialise, unique
from hermes_mem.layouts.hermes.homes import KIND, SIGNS, find, looked_in, recognises
from hermes_mem.layouts.hermes.prompt import blocks
from hermes_mem.layouts.hermes.reading import read
from hermes_mem.layouts.hermes.writing import file_change, lock_path, place_of

__all__ = [
    "CATEGORIES",
    "HAS_PROJECTS",
    "KIND",
    "READ_ONLY",
    "SIGNS",
    "blocks",
    "count",
    "file_change",
    "find",
    "lock_path",
    "looked_in",
    "parse",
    "place_of",
    "read",
    "recognises",
    "serialise",
    "size",
    "unique",
]

READ_ONLY: str | None = None
HAS_PROJECTS = False
CATEGORIES: Sequence[str] = ()
