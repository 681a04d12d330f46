"""What JavaScript takes for white space and counts as a length, where an agent written in it decides by that."""

from __future__ import annotations

SPACES = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What `trim` strips and `\\s` matches: U+FEFF beyond Python's idea, and neither U+001C to U+001F nor U+0085."""

SPACE, SOLID = f"[{SPACES}]", f"[^{SPACES}]"
"""`\\s` and `\\S` for a pattern of Python's."""


def trim(text: str) -> str:
    """The text without white space at both ends."""
    return text.strip(SPACES)
