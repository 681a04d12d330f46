"""The kinds of stores, loaded with the first use: the screen has its frame up before that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from hermes_mem.layouts.base import Layout


def layout_of(kind: str) -> Layout:
    """How stores of this kind are spelled on disk."""
    return layouts()[kind]


def layouts() -> dict[str, Layout]:
    """All kinds there are."""
    from hermes_mem.layouts import LAYOUTS

    return LAYOUTS


def layout_at(path: Path) -> Layout | None:
    """The kind of the home that an absolute path names, by what is in it; None when it is no agent's."""
    from hermes_mem.layouts import recognised

    return recognised(path)
