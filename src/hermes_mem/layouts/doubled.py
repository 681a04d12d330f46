"""Text that stands in a file twice, as where it was pasted behind itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence


def once_only(text: str, entries: Sequence[str], read: Callable[[str], list[str]]) -> list[str] | None:
    """The entries of a file that was pasted behind itself, once or more, each once; None where that is not so.

    `entries` are those of the text; `read` makes entries of a part of it, without copies.
    """
    found: list[str] | None = None
    while (half := half_of(text)) is not None:
        text, found = half, read(half)
    while (apart := undoubled(entries if found is None else found)) is not None:
        found = apart
    return found


def half_of(text: str) -> str | None:
    """What stands twice in a text, blanks, nothing or a delimiter between; None where that is no block of text."""
    whole = text.strip()
    for between in range(_WIDEST + 1):
        size, odd = divmod(len(whole) - between, 2)
        if odd or size < _BLOCK or whole[0] != whole[size + between]:
            continue
        seam = whole[size : size + between]
        if seam.replace("§", "").strip() or not ("\n" in seam or (not seam and "\n" in whole[:size])):
            continue
        if whole[:size] == whole[size + between :]:
            return whole[:size]
    return None


_BLOCK = 20
"""Characters from which on a text that stands twice is no accident."""
_WIDEST = 8


def undoubled(entries: Sequence[str]) -> list[str] | None:
    """The entries, when one of them is another one's text and then the first one's, as where a file was pasted behind
    itself: those taken apart, and every copy left out. None where there is no such seam.
    """
    known = set(entries)
    apart = [piece for entry in entries for piece in _at_seam(entry, entries[0], known)]
    return list(dict.fromkeys(apart)) if len(apart) > len(entries) else None


def _at_seam(entry: str, first: str, known: Collection[str]) -> list[str]:
    if not entry.endswith(first):
        return [entry]
    end = entry.removesuffix(first).rstrip()
    seam = entry[len(end) : len(entry) - len(first)]
    meet = "\n" in seam or (not seam and len(first) >= _BLOCK)
    return [end, first] if meet and end in known else [entry]
