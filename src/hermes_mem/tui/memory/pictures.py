"""Text with control characters, for an editor that would send them to the terminal: shown as pictures, and back."""

from __future__ import annotations

from hermes_mem.model.text import safe

FIRST_PRIVATE = 0xE000
KEPT = "\n\t"


def to_pictures(text: str) -> str:
    """The text with a character of its own for each one that a terminal could act on, or that nobody would see."""
    return "".join(_picture(character) for character in text) if safe(text) != text else text


def from_pictures(text: str) -> str:
    """The text that was behind the pictures."""
    return text.translate(_BACK)


_HIDDEN = (
    *(code for code in range(0x20) if chr(code) not in KEPT),
    0x7F,
    *range(0x80, 0xA0),
    *(0x061C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0x2062, 0x2063, 0x2064, 0xFEFF),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)
_PICTURES = {code: chr(0x2400 + code) if code < 0x20 else chr(FIRST_PRIVATE + n) for n, code in enumerate(_HIDDEN)}
_BACK = {ord(picture): chr(code) for code, picture in _PICTURES.items()}


def _picture(character: str) -> str:
    return _PICTURES.get(ord(character), character)
