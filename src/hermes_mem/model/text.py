"""Text from a store, made fit for a terminal: what cannot be seen is shown, what is ordinary stays as it is."""

from __future__ import annotations

import re

from hermes_mem.model.late_pattern import LatePattern
from hermes_mem.model.masking import Masked, mask

__all__ = ["JOINING", "PICTOGRAPHS", "UNSEEN", "Masked", "mask", "natural_joiner", "safe", "safe_line"]

JOINING = (
    "\u0600-\u06ff\u0700-\u08ff\ufb50-\ufdff\ufe70-\ufefc"  # Arabic, Syriac, Thaana, N'Ko, Mandaic
    "\u0900-\u0dff\u0f00-\u109f\u1780-\u18aa\u1a20-\u1c4f\u1cd0-\u1cff"  # Indic, Tibetan, Burmese, Khmer, Mongolian
    "\ua800-\ua82f\ua840-\ua8ff\ua980-\ua9ff\uaa60-\uaa7f\uaae0-\uaaff\uabc0-\uabff"
    "\U00010a00-\U00010a5f\U00010d00-\U00010d3f\U00010f30-\U00010fdf\U00011000-\U00011fff\U0001e900-\U0001e95f"
)
"""Inside of a character class: scripts whose ordinary spelling has U+200C and U+200D in it."""

PICTOGRAPHS = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
"""Inside of a character class: what an emoji sequence is joined from, skin tones included."""

UNSEEN = (
    "\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff"
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Inside of a character class: what a terminal obeys or the eye does not see, tabs and odd line breaks included."""

_SUSPECT = LatePattern(f"[\U000e0000-\U000e007f]+|[{UNSEEN}]")
_HIDES = LatePattern(f"[{UNSEEN}]").match
_JOINS = LatePattern(f"[{JOINING}]").match
_BEFORE_EMOJI_JOINER = LatePattern(f"[{PICTOGRAPHS}]\ufe0f?\\Z").search
_PICTOGRAPH = LatePattern(f"[{PICTOGRAPHS}]").match
_MONGOLIAN = LatePattern("[\u1820-\u18aa]").match
_TAKES_VARIATION = LatePattern(r"[^\x00-\x7f\s]|[0-9#*]").match


def safe(text: str) -> str:
    """`text` without anything that a terminal obeys or that the eye cannot see; newlines stay, tabs become four spaces.

    Control characters become the pictures of U+2400, everything else hidden `⟨U+200B⟩`, and tag characters the ASCII
    that they smuggle: `⟨tag gbeng⟩`. Joiners and variation selectors stay where ordinary writing has them. Idempotent.
    """
    if text.isascii() and text.isprintable():
        return text
    return _SUSPECT.sub(_shown, text)


def safe_line(text: str) -> str:
    """safe() for one row: a tab is a space, a line break is ` ↵ `."""
    return safe(text.replace("\t", " ")).replace("\n", " ↵ ")


def natural_joiner(text: str, index: int) -> bool:
    """Whether the U+200C or U+200D at `index` is ordinary spelling.

    That is: it ties two emoji together, or it stands beside a letter of a script that uses joiners, hidden characters
    of any other kind not being its neighbours. False for every other character.
    """
    if text[index] not in "\u200c\u200d":
        return False
    left, right = text[index - 1 : index], text[index + 1 : index + 2]
    if text[index] == "\u200d" and _PICTOGRAPH(right):
        return bool(_BEFORE_EMOJI_JOINER(text[max(0, index - 2) : index]))
    return bool(_JOINS(left) or _JOINS(right)) and not (_HIDES(left) or _HIDES(right))


def _shown(found: re.Match[str]) -> str:
    hidden, text, at = found[0], found.string, found.start()
    code = ord(hidden[0])
    if 0xE0000 <= code <= 0xE007F:
        return _tags(hidden)
    if _ordinary(text, at):
        return hidden
    if hidden == "\t":
        return "    "
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else f"⟨U+{code:04X}⟩"


def _ordinary(text: str, at: int) -> bool:
    """Whether the hidden character at `at` belongs to ordinary spelling: joiners, variations, Mongolian vowels."""
    code, left = ord(text[at]), text[at - 1 : at]
    if code in (0x200C, 0x200D):
        return natural_joiner(text, at)
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return bool(_TAKES_VARIATION(left)) and not _HIDES(left)
    return code == 0x180E and bool(_MONGOLIAN(left) and _MONGOLIAN(text[at + 1 : at + 2]))


def _tags(run: str) -> str:
    letters = (chr(ord(tag) - 0xE0000) for tag in run.removesuffix("\U000e007f"))
    return "⟨tag " + "".join(letter if " " <= letter <= "~" else "·" for letter in letters) + "⟩"
