"""What others did to memory files, in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from hermes_mem.history.history import History
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileChange, FileVersion, Place
from hermes_mem.model.target import title_of
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.returning import back, returns
from hermes_mem.store.spelling import identities

WORDS = ("added", "removed", "reworded", "moved")


def summary(files: Sequence[FileChange], history: History) -> str:
    """How many entries came, went, have other words or another place; and whether a file is what it was before.

    A file that is no text has no entries to count. Raises Unreadable, Damaged.
    """
    versions = [
        (file.place, _entries(file.before, file.place), _entries(file.after, file.place))
        for file in files
        if file.place
    ]
    pairs = [(old, new) for _, old, new in versions if old is not None and new is not None]
    odd = [_no_text(place, old, new) for place, old, new in versions if old is None or new is None]
    counted = [", ".join(_numbers(pairs)) or "entries as before"] if pairs else []
    backs = [back(one, also_others=len(files) > 1) for one in returns(files, history)]
    return "; ".join([f"changed by others: {', '.join([*counted, *odd])}", *backs])


def _numbers(pairs: Iterable[tuple[Sequence[Identity], Sequence[Identity]]]) -> Iterator[str]:
    from hermes_mem.store.matching import matched

    count: Counter[str] = Counter()
    for old, new in pairs:
        matching = matched(old, new)
        count.update({word: len(getattr(matching, word)) for word in WORDS})
    return (f"{count[word]} {word}" for word in WORDS if count[word])


def _no_text(place: Place, old: object, new: object) -> str:
    title = title_of(place.target)
    if old is None and new is None:
        return f"{title} is no text still"
    return f"{title} is text again" if old is None else f"{title} is no text any more"


def _entries(version: FileVersion | None, place: Place) -> list[Identity] | None:
    """The entries of a version, of no file none; None where it is no text."""
    layout = layout_of(place.kind)
    try:
        parsed = layout.unique(place.target, layout.parse(version.raw, place.target)) if version else []
    except HermesMemError:
        return None
    return identities(place.kind, place.target, parsed)
