"""A text that must not exist any more: whether something holds it, and what remains without it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import AnyStr

from hermes_mem.guards import scan
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import Damaged, Usage
from hermes_mem.model.file import Place
from hermes_mem.model.masking import MASK, mask
from hermes_mem.model.plan import settled
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.layouts import layout_of

SHORTEST = 6
"""Characters below which a text stands in half of all others, so that it is looked for as a whole entry only."""

MARK = "[purged]"
"""What stands for the text in a file that has no entries to take it out of."""


@dataclass(frozen=True)
class Sought:
    """An entry, by what was visible of it, or None; and texts that no other entry and no file may hold either."""

    entry: str | None
    texts: tuple[str, ...]

    def holds(self, text: str) -> bool:
        """Whether a text is the entry, or any of the texts stands in it."""
        return text == self.entry or any(one in text for one in self._spellings)

    def is_in(self, raw: bytes) -> bool:
        """Whether bytes may hold it, as text of any usual encoding."""
        return any(one in raw for one, _ in self._bytes) or (self.entry is not None and self.entry.encode() in raw)

    def words(self, text: str) -> str:
        """A sentence with six bullets for each of the texts."""
        for one in self._spellings:
            text = _replaced(text, one, MASK, "")
        return text

    def out_of(self, raw: bytes, place: Place | None) -> bytes:
        """A file without every entry that holds it; what stands between entries, or in a file of none, is marked."""
        if not self.is_in(raw):
            return raw
        if place:
            raw = self._without_entries(raw, place)
        for one, marked in self._bytes:
            raw = _replaced(raw, one, marked, b"")
        return raw

    def entries_in(self, raw: bytes, place: Place) -> list[Identity]:
        """The entries of a file that hold it; none of a file that is no text."""
        if not self.is_in(raw):
            return []
        layout = layout_of(place.kind)
        try:
            spelled = layout.unique(place.target, layout.parse(raw, place.target))
        except Damaged:
            return []
        return [layout.identity(place.target, one) for one in spelled if self._gone(one, place)]

    def glimpse(self, text: str, kind: str) -> str:
        """A little of an entry that holds it, for a message: of the entry that was named as of any that goes."""
        if text == self.entry:
            return glimpse(text, kind)
        spans = [f.span for f in scan(text, kind) if f.secret and f.span]
        spans += [span for one in self._spellings for span in _spans(text, one)]
        return glimpse(mask(text, spans).text, kind)

    def _gone(self, entry: str, place: Place) -> bool:
        return self.holds(layout_of(place.kind).identity(place.target, entry).text) or self.holds(entry)

    def _without_entries(self, raw: bytes, place: Place) -> bytes:
        try:
            return layout_of(place.kind).without(raw, place.target, lambda entry: self._gone(entry, place))
        except Damaged:
            return raw  # No entries can be told apart in it.

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        every = (form for one in self.texts for form in _forms(one))
        return tuple(sorted(dict.fromkeys(every), key=len, reverse=True))

    @cached_property
    def _bytes(self) -> tuple[tuple[bytes, bytes], ...]:
        """Each spelling as bytes, with what stands for it."""
        every = (pair for one in self._spellings for pair in _encoded(one))
        return tuple(sorted(dict.fromkeys(every), key=lambda pair: len(pair[0]), reverse=True))


def of_entry(text: str, kind: str) -> Sought:
    """An entry by its visible text, with the secrets in it; one that is very short only where it stands alone."""
    return Sought(text, _long([text, *_secrets(text, kind)]))


def of_text(text: str, kinds: Iterable[str]) -> Sought:
    """Any text, with the secrets in it. Raises Usage for one that is too short to be looked for."""
    text = settled(text)
    if len(text) < SHORTEST:
        hint = (
            f"It stands in too many others; {SHORTEST} characters are the least. An entry may be shorter: give its id."
        )
        raise Usage("That text is too short to be purged.", hint)
    return Sought(None, _long([text, *(secret for kind in kinds for secret in _secrets(text, kind))]))


def _long(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if len(text) >= SHORTEST))


def _secrets(text: str, kind: str) -> list[str]:
    return [text[slice(*finding.span)] for finding in scan(text, kind) if finding.secret and finding.span]


def _spans(text: str, piece: str) -> Iterator[tuple[int, int]]:
    at = text.find(piece)
    while at >= 0:
        yield at, at + len(piece)
        at = text.find(piece, at + 1)


def _forms(text: str) -> Iterator[str]:
    """As it was given, composed and decomposed, with each kind of line end."""
    for form in (text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)):
        for end in ("\n", "\r\n", "\r"):
            yield form.replace("\n", end)


def _encoded(text: str) -> Iterator[tuple[bytes, bytes]]:
    """As UTF-8, plain and escaped as in JSON, as both kinds of UTF-16, and as Latin-1 where that has the letters."""
    for spelled in (text, json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1]):
        yield spelled.encode("utf-8", "surrogatepass"), _mark(text).encode()
    for encoding in ("utf-16-le", "utf-16-be"):
        yield text.encode(encoding, "surrogatepass"), _mark(text).encode(encoding)
    try:
        yield text.encode("latin-1"), _mark(text).encode()
    except UnicodeEncodeError:
        return


def _mark(text: str) -> str:
    return "" if text in MARK else MARK


def _replaced(whole: AnyStr, piece: AnyStr, mark: AnyStr, nothing: AnyStr) -> AnyStr:
    """Where a mark and what stands beside it make the piece anew, nothing stands for it."""
    whole = whole.replace(piece, nothing if piece in mark else mark)
    while piece in whole:
        whole = whole.replace(piece, nothing)
    return whole
