"""What becomes of the lines of a memory file where no entry becomes another one: blanks, line ends, marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Unreadable
from hermes_mem.model.file import FileVersion
from hermes_mem.model.plan import Effect
from hermes_mem.store.glimpse import masked
from hermes_mem.store.layouts import layout_of

LARGEST = 65_536
"""Characters of a file that are compared: so many are looked through for secrets."""


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of the file that goes, or comes, with its number from 1; its secrets are masked, its end is not in it."""

    number: int
    text: str
    comes: bool


def lines_changed(effect: Effect, env: Environment) -> list[LineChange]:
    """What differs between the file as it lies there and as it would be written; nothing for a very large one.

    Bytes that are no UTF-8 are told as `\\xE9`. Raises Unreadable.
    """
    try:
        file = layout_of(effect.home.kind).file_change(effect.home.path, effect.target, effect.new, env)
    except OSError as error:
        raise Unreadable(f"The file of {effect.target} cannot be read ({error.strerror}).") from error
    before, after = (_text(version, effect.home.kind) for version in (file.before, file.after))
    return list(_compared(before, after)) if before is not None and after is not None else []


def _text(version: FileVersion | None, kind: str) -> str | None:
    text = version.raw.decode("utf-8", "backslashreplace") if version else ""
    return masked(text, kind) if len(text) <= LARGEST else None


def _compared(before: str, after: str) -> Iterator[LineChange]:
    old, new = before.split("\n"), after.split("\n")
    for kind, start, end, begin, stop in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from (LineChange(number, old[number - 1], False) for number in range(start + 1, end + 1))
            yield from (LineChange(number, new[number - 1], True) for number in range(begin + 1, stop + 1))
