"""What a merge left in a text: its markers, and what each side of them says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hermes_mem.layouts.counting import counted


class Conflict(NamedTuple):
    """What a merge left in a text. `ours` and `theirs` are the whole text by one side; None where a marker is missing.

    `bare` is the text with neither side chosen and no marker line; `line` that of the first marker, `markers` how many
    lines are one, `names` what stands behind the first of each side. `before` counts lines of the version before both.
    """

    line: int
    markers: int
    bare: str
    ours: str | None = None
    theirs: str | None = None
    names: tuple[str, str] = ("", "")
    before: int = 0

    def losing(self, *others: str) -> str:
        """The clauses on what goes where a side is kept, or both, with what goes of the version before both."""
        before = f"{counted(self.before, 'line')} of the version before both"
        return ", ".join(filter(None, (*others, before if self.before else "")))


def conflict(text: str) -> Conflict | None:
    """The marked conflicts of a text; None where no line begins or ends one: other lines like marks are text."""
    reader = _Sides()
    for number, line in enumerate(text.split("\n"), 1):
        reader.take(number, line)
    return reader.found()


_AFTER = {"": {"<": "ours"}, "ours": {"|": "before", "=": "theirs"}, "before": {"=": "theirs"}, "theirs": {">": ""}}
"""Which side a marker begins, by the side that it stands on."""


class _Sides:
    """Reads the lines of a text with markers: which side each belongs to."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {"ours": [], "theirs": [], "bare": []}
        self.numbers: list[int] = []
        self.names: dict[str, str] = {}
        self.before, self.side, self.sound = 0, "", True

    def take(self, number: int, line: str) -> None:
        kind = _marker(line)
        after = _AFTER[self.side].get(kind)
        if not kind or (kind == "=" and after is None):
            self._text(line)
            return
        self.numbers.append(number)
        if kind in "<>":
            self.names.setdefault(kind, line[7:].strip())
        self.sound &= after is not None
        self.side = after if after is not None else self.side

    def _text(self, line: str) -> None:
        self.before += self.side == "before" and bool(line.strip())
        self.lines["bare"].append(line)
        for side in ("ours", "theirs"):
            if self.side in ("", side):
                self.lines[side].append(line)

    def found(self) -> Conflict | None:
        if not self.names:
            return None
        ours, theirs, bare = ("\n".join(self.lines[side]) for side in ("ours", "theirs", "bare"))
        markers, line = len(self.numbers), self.numbers[0]
        if self.side or not self.sound:
            return Conflict(line, markers, bare)
        names = self.names.get("<", ""), self.names.get(">", "")
        return Conflict(line, markers, bare, ours, theirs, names, self.before)


def _marker(line: str) -> str:
    kind = line[:1]
    if kind == "=":
        return kind if line.rstrip() == "=" * 7 else ""
    return kind if kind and kind in "<|>" and line[:7] == kind * 7 and line[7:8] in ("", " ", "\t") else ""


def both_sides(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """The entries of both, each once: where they differ those of ours first, then those of theirs."""
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    entries: list[str] = []
    for _, begin, end, other_begin, other_end in matcher.get_opcodes():
        entries += [*ours[begin:end], *theirs[other_begin:other_end]]
    return list(dict.fromkeys(entries))
