"""How many of what there are, as people say it."""

from __future__ import annotations


def counted(count: int, one: str, several: str | None = None) -> str:
    """The number with what is counted; without `several` that has an s at its end."""
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
