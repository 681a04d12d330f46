"""Homes of Hermes Agent."""

from __future__ import annotations

from hermes_mem.layouts.hermes.contents import count
from hermes_mem.layouts.hermes.format import joined_size as size
from hermes_mem.layouts.hermes.format import parse, serialise, unique
from hermes_mem.layouts.hermes.homes import KIND, find
from hermes_mem.layouts.hermes.prompt import blocks
from hermes_mem.layouts.hermes.reading import read
from hermes_mem.layouts.hermes.writing import file_change, lock_path, place_of

__all__ = [
    "KIND",
    "blocks",
    "count",
    "file_change",
    "find",
    "lock_path",
    "parse",
    "place_of",
    "read",
    "serialise",
    "size",
    "unique",
]
