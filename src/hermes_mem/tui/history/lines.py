"""The history as rows of a list and lines of a text: who changed what, when and why, and what became of each entry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher

from hermes_mem.history.records import Change, Fate
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe, safe_line
from hermes_mem.store.differences import Difference
from hermes_mem.store.glimpse import masked
from hermes_mem.tui.memory.facts import Line, Role, press, say
from hermes_mem.tui.widgets.glyphs import own, own_masks
from hermes_mem.tui.widgets.line import Line as Pieces
from hermes_mem.tui.widgets.line import spread
from hermes_mem.tui.widgets.painter import RowState

FEW = 2
"""Memories that are named in a row."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A change in the list; `time` is as people write it, today without the date."""

    change: Change
    time: str

    @property
    def key(self) -> str:
        """The number of the change."""
        return str(self.change.id)


def change_row(change: Change, now: datetime) -> ChangeRow:
    """The row of a change, seen at `now`, whose time zone is the person's."""
    time = change.time.astimezone(now.tzinfo)
    return ChangeRow(change, f"{time:%H:%M}" if time.date() == now.date() else f"{time:%d %b}")


def change_line(row: ChangeRow, width: int, _state: RowState) -> Sequence[Pieces]:
    """Time, who and what; what did not come to pass says so."""
    about, fate = row.change.about, row.change.fate
    said = "" if fate is Fate.DONE else f" ({fate})"
    left = [
        (f" {row.time:>6} ", "dim"),
        (f"{safe_line(about.actor):<7} ", "info"),
        (safe_line(about.summary), ""),
        (said, "warning"),
    ]
    return [spread(left, [(f"{safe_line(_shortly(about.target))} ", "dim")], width)]


def _shortly(targets: str) -> str:
    """The names of a few memories; of many only how many they are, so that there is room for what was done."""
    count = targets.count(", ") + 1
    return targets if count <= FEW else f"{count} memories"


def change_lines(change: Change, differences: Sequence[Difference], home: str, *, reveal: bool) -> list[Line]:
    """One change in full; `home` is how the path of its store is written."""
    about = change.about
    lines: list[Line] = [
        say(f"{about.summary[:1].upper()}{safe_line(about.summary[1:])}", Role.STRONG),
        say(
            own(f"by {safe_line(about.actor)} · {change.time.astimezone():%d %b %Y %H:%M} · change {change.id}"),
            Role.MUTED,
        ),
        say(safe_line(home), Role.MUTED),
    ]
    if about.reason:
        reason = about.reason if reveal else own_masks(masked(about.reason, about.kind))
        lines.append((("why  ", Role.MUTED), (safe_line(reason), Role.TEXT)))
    if change.fate is not Fate.DONE:
        lines.append(say(f"It was cut off and is {change.fate}.", Role.WARNING))
    for target in dict.fromkeys((one.home.name, one.target) for one in differences):
        lines += [(), say(f"{title_of(target[1])} of {safe_line(target[0])}", Role.STRONG)]
        lines += [
            line for one in differences if (one.home.name, one.target) == target for line in _difference(one, reveal)
        ]
    return lines


def _difference(one: Difference, reveal: bool) -> list[Line]:
    """What went, then what came; an entry that only has another place is said to have moved."""
    kind = one.home.kind
    if one.was and one.now and one.was.text == one.now.text:
        return _marked("~", one.now.text, Role.MUTED, kind, reveal)
    if one.was and one.now:
        old, new = (text if reveal else own_masks(masked(text, kind)) for text in (one.was.text, one.now.text))
        return by_word("-", safe(old), safe(new), Role.ERROR) + by_word("+", safe(new), safe(old), Role.INFO)
    went = _marked("-", one.was.text, Role.ERROR, kind, reveal) if one.was else []
    return went + (_marked("+", one.now.text, Role.INFO, kind, reveal) if one.now else [])


def by_word(sign: str, text: str, other: str, role: Role) -> list[Line]:
    """The text with the words that the other version does not have in a role; both have been through `safe()`."""
    words = re.split(r"(\s+)", text)
    matcher = SequenceMatcher(None, words, re.split(r"(\s+)", other), autojunk=False)
    lines: list[list[tuple[str, Role]]] = [[(f"{sign} ", role)]]
    for kind, start, end, _, _ in matcher.get_opcodes():
        first, *others = "".join(words[start:end]).split("\n")
        part = Role.TEXT if kind == "equal" else role
        lines[-1].append((first, part))
        lines += [[("  ", role), (piece, part)] for piece in others]
    return [tuple(line) for line in lines]


def _marked(sign: str, text: str, role: Role, kind: str, reveal: bool) -> list[Line]:
    shown = safe(text if reveal else own_masks(masked(text, kind)))
    first, *others = shown.split("\n")
    return [((f"{sign} ", role), (first, role)), *((("  ", role), (line, role)) for line in others)]


NOTHING_YET = (
    say("Nothing was changed yet.", Role.STRONG),
    (),
    say("Every change that you make here or with the command line is kept, with what was there before."),
    (),
    press("1", "back to Memory"),
)
