"""Taking a change of a list back although others have changed the list since: by entry, or not at all."""

from __future__ import annotations

from collections.abc import Sequence


class Contested(Exception):
    """What the change brought was itself changed by others; `texts` are the entries that cannot be found any more."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} entries")
        self.texts = tuple(texts)


def reversed_in(before: Sequence[str], after: Sequence[str], now: Sequence[str]) -> list[str]:
    """`now` as it would be had the change from `before` to `after` not been made.

    What the change took away comes back behind the nearest entry that stood before it and is still there; what others
    added, removed or moved since stays as it is. Entries are texts, each at most once. Raises Contested when something
    that the change brought is neither there nor was there before.
    """
    brought = [text for text in after if text not in before]
    if missing := [text for text in brought if text not in now]:
        raise Contested(missing)
    result = [text for text in now if text not in brought]
    for index, text in enumerate(before):
        if text not in after and text not in result:
            result.insert(_place(before[:index], result), text)
    if sorted(result) == sorted(before) and [t for t in now if t in after] == list(after):
        return list(before)
    return result


def _place(predecessors: Sequence[str], result: Sequence[str]) -> int:
    """Behind the nearest predecessor that is there, in front of everything when none is."""
    return next((result.index(text) + 1 for text in reversed(predecessors) if text in result), 0)
