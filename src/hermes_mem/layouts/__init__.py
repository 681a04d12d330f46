"""The kinds of stores. Only the packages below know an agent's paths, delimiters, limits and locks."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.layouts import hermes, pi
from hermes_mem.layouts.base import Layout

LAYOUTS: dict[str, Layout] = {hermes.KIND: hermes, pi.KIND: pi}
"""In the order in which their homes are listed."""


def recognised(path: Path) -> Layout | None:
    """The kind of the home that a path names, by what is in it; None when it is the home of no agent.

    The later kinds have signs that nothing else has, the first also some that are ordinary names.
    """
    return next((layout for layout in reversed(LAYOUTS.values()) if layout.recognises(path)), None)
