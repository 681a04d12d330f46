"""The kinds of stores, loaded with the first use: the screen has its frame up before that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hermes_mem.layouts.base import Layout


def layout_of(kind: str) -> Layout:
    """How stores of this kind are spelled on disk."""
    return layouts()[kind]


def layouts() -> dict[str, Layout]:
    """All kinds there are."""
    from hermes_mem.layouts import LAYOUTS

    return LAYOUTS
