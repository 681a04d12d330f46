"""What bytes that are no plain UTF-8 may have been: text in another encoding, or text that was cut or damaged."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.delimited import DELIMITER


class Guess(NamedTuple):
    """The text that bytes may have been meant for.

    `id` is a word for scripts, `says` a person's sentence without a point, `loses` a clause on what is no text in it.
    """

    id: str
    says: str
    text: str
    loses: str = ""


_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_COUNTRIES = (
    ("gb18030", "GB 18030 (Chinese)", "[\u3000-\u301f\uff01-\uff5e\u4e00-\u9fff]", "[\u4e00-\u9fff]"),
    ("cp932", "Shift JIS (Japanese)", "[\u3000-\u30ff\uff01-\uff5e\u4e00-\u9fff]", "[\u3041-\u30fa]"),
    ("euc_kr", "EUC-KR (Korean)", "[\u3000-\u301f\uac00-\ud7a3]", "[\uac00-\ud7a3]"),
    ("cp1251", "Windows-1251 (Cyrillic)", "[а-яёієїґў«»—–№]", "[а-я]"),
    ("koi8_r", "KOI8-R (Cyrillic)", "[а-яё©°]", "[а-я]"),
)
"""Encoding, its name, what most characters beyond ASCII are in ordinary text of it, and what some of them are."""

_FEWEST = 6
"""Bytes from which on something is seen in their order."""

_ESCAPED = re.compile("[\udc80-\udcff]")
_RUN = re.compile(rb"[\x80-\xff]{2,}")


def guesses(raw: bytes) -> list[Guess]:
    """What the bytes may have been, the likeliest first; none for what is plain UTF-8. Nothing is raised."""
    if wide := _wide(raw):
        return [wide]
    escaped = raw.decode("utf-8", "surrogateescape")
    bad = len(_ESCAPED.findall(escaped))
    if bad == 0:
        return []
    western, replaced = _western(escaped), _replaced(raw, bad)
    if _cut_off(raw):
        return [replaced, western]
    odd = any("\x80" <= char <= "\x9f" for char in western.text)
    return [*_of_a_country(raw), *((replaced, western) if odd else (western, replaced))]


def _wide(raw: bytes) -> Guess | None:
    """UTF-32 or UTF-16: by its mark, or by a NUL in most of its characters, or by the delimiter in it."""
    for mark, encoding, name in _MARKS:
        if raw.startswith(mark):
            return _read(raw[len(mark) :], encoding, name)
    for encoding, filled, high in (("utf-16-le", raw[0::2], raw[1::2]), ("utf-16-be", raw[1::2], raw[0::2])):
        if len(raw) < _FEWEST or len(raw) % 2:
            continue
        mostly = high.count(0) * 5 >= len(high) * 3 and filled.count(0) * 20 <= len(filled)
        guess = _read(raw, encoding, "UTF-16 without its mark")
        if (mostly or DELIMITER in guess.text) and not guess.loses and "\0" not in guess.text:
            return guess
    return None


def _read(raw: bytes, encoding: str, name: str) -> Guess:
    text = raw.decode(encoding, "replace")
    lost = len(text) - len(raw.decode(encoding, "ignore"))
    loses = f"{counted(lost, 'piece')} of what is no text in it" if lost else ""
    return Guess(f"from-{encoding[:6]}", f"Take it for {name} and write it as UTF-8", text, loses)


def _western(escaped: str) -> Guess:
    """Every byte that is no UTF-8 as Windows-1252 has it, what is UTF-8 as it is; Latin-1 where that has nothing."""
    text = _ESCAPED.sub(lambda found: _character(ord(found[0]) - 0xDC00), escaped)
    found = _ESCAPED.search(escaped)
    assert found is not None
    byte = ord(found[0]) - 0xDC00
    says = f"Take it for Windows-1252, where 0x{byte:02X} is {_character(byte)}, and write it as UTF-8"
    return Guess("from-windows-1252", says, text)


def _character(byte: int) -> str:
    raw = bytes([byte])
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _replaced(raw: bytes, bad: int) -> Guess:
    loses = f"{counted(bad, 'byte that is', 'bytes that are')} no text"
    return Guess("replaced", "Put � in place of what is no text", raw.decode("utf-8", "replace"), loses)


def _cut_off(raw: bytes) -> bool:
    """Whether all is UTF-8 but its end, within a character: the rest was not written."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(raw)
    except UnicodeDecodeError:
        return False
    return bool(decoder.getstate()[0])


def _of_a_country(raw: bytes) -> Iterator[Guess]:
    """Encodings in which these bytes are ordinary text, the most ordinary first.

    Only asked where most bytes beyond ASCII stand in runs: in western text they stand alone.
    """
    if sum(map(len, _RUN.findall(raw))) * 4 < len(re.findall(rb"[\x80-\xff]", raw)) * 3:
        return iter(())
    found = [(share, guess) for row in _COUNTRIES for share, guess in _ordinary(raw, *row)]
    return iter([guess for _, guess in sorted(found, key=lambda one: -one[0])])


def _ordinary(raw: bytes, encoding: str, name: str, most: str, some: str) -> Iterator[tuple[float, Guess]]:
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return
    beyond = "".join(re.findall(r"[^\x00-\x7f§]", text))
    share = len(re.findall(most, beyond)) / max(1, len(beyond))
    if share >= 0.7 and len(re.findall(some, beyond)) * 5 >= len(beyond):
        guess = Guess(f"from-{encoding.replace('_', '-')}", f"Take it for {name} and write it as UTF-8", text)
        yield share + _typical(text, encoding), guess


def _typical(text: str, encoding: str) -> float:
    """How much more it is like text of this encoding than its characters alone say.

    Of Chinese, the share of those that its standard has among the common ones; what has kana or Korean in it is no
    Chinese, though its bytes would be.
    """
    if encoding != "gb18030":
        return 0.6
    pairs = [char.encode(encoding) for char in text if char > "\u0fff"]
    return sum(0xB0 <= pair[0] <= 0xD7 or pair[0] <= 0xA3 for pair in pairs) / max(1, len(pairs)) - 0.5
