"""A text of entries without some of them."""

from __future__ import annotations

import re
from collections.abc import Callable


def taken_out(text: str, divider: re.Pattern[str], gone: Callable[[str], bool]) -> str:
    """The text without the pieces that are gone, each with one divider; every other character stays as it is.

    `divider` has one group, around all of it.
    """
    parts = divider.split(text)
    kept: list[str] = []
    for place in range(0, len(parts), 2):
        if not gone(parts[place]):
            kept += [parts[place - 1], parts[place]] if kept else [parts[place]]
    return "".join(kept)
