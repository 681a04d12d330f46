"""Homes of pi-hermes-memory, the memory of the Pi coding agent.

Looking for a home loads little; the rest of the package comes with the first home of this kind.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hermes_mem.layouts.pi.homes import KIND, SIGNS, find, looked_in, recognises

if TYPE_CHECKING:
    from hermes_mem.layouts.pi.contents import count
    from hermes_mem.layouts.pi.failures import CATEGORIES
    from hermes_mem.layouts.pi.format import parse, serialise, size, unique
    from hermes_mem.layouts.pi.prompt import blocks
    from hermes_mem.layouts.pi.reading import read
    from hermes_mem.layouts.pi.writing import READ_ONLY, file_change, lock_path, place_of

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

HAS_PROJECTS = True

_PLACES = {
    "contents": ("count",),
    "failures": ("CATEGORIES",),
    "format": ("parse", "serialise", "size", "unique"),
    "prompt": ("blocks",),
    "reading": ("read",),
    "writing": ("READ_ONLY", "file_change", "lock_path", "place_of"),
}


def __getattr__(name: str) -> Any:
    module = next((module for module, names in _PLACES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)
