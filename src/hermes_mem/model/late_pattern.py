"""Regular expressions that few runs need: compiling one with a large class of characters takes milliseconds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property


class LatePattern:
    """Compiled when it is first used; the methods are those of `re.Pattern`."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = pattern, flags

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(*self._source)

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """A match at `start`."""
        return self._pattern.match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """A match of all of it."""
        return self._pattern.fullmatch(text)

    def search(self, text: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """The first match between `start` and `end`."""
        return self._pattern.search(text, start, len(text) if end is None else end)

    def sub(self, replaced: Callable[[re.Match[str]], str], text: str) -> str:
        """The text with each match replaced."""
        return self._pattern.sub(replaced, text)
