"""One change in full, as lines of a text: who did it, when and why, and what became of each entry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher

from hermes_mem.history.records import Change, Fate, Origin
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.plan import Effect
from hermes_mem.model.target import title_of
from hermes_mem.model.text import safe, safe_line
from hermes_mem.store.away import Elsewhere, relinked
from hermes_mem.store.differences import Difference
from hermes_mem.store.glimpse import masked
from hermes_mem.store.noting import NOBODY
from hermes_mem.tui.memory.facts import Line, Role, count, number_of, press, say
from hermes_mem.tui.widgets.glyphs import own, own_masks

MANY, LONG = 200, 4_000
"""Entries of a memory, and characters of one, that are laid out beside the list: more would be felt at every key."""

WORDY = 20_000
"""Characters of a text up to which its versions are compared word by word."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A change with what it did: to each memory, and to each entry of those."""

    change: Change
    effects: tuple[Effect, ...] = ()
    differences: tuple[Difference, ...] = ()

    @property
    def removed(self) -> list[Difference]:
        """The entries that it took away."""
        return [one for one in self.differences if one.now is None]


def change_lines(opened: Opened, home: str, now: datetime, *, reveal: bool, whole: bool = False) -> list[Line]:
    """One change in full; `home` is how the path of its store is written, `now` gives the zone of the person.

    Very many entries and very long ones are cut, unless it shall be `whole`.
    """
    about, summary = opened.change.about, safe_line(opened.change.about.summary)
    time = opened.change.time.astimezone(now.tzinfo)
    lines: list[Line] = [
        say(f"{summary[:1].upper()}{summary[1:]}", Role.STRONG),
        say(own(f"{time:%a %d %b %Y %H:%M} · {_by(opened.change)} · change {opened.change.id}"), Role.MUTED),
        say(safe_line(home), Role.MUTED),
    ]
    if about.reason:
        reason = about.reason if reveal else own_masks(masked(about.reason, about.kind))
        lines.append((("why  ", Role.MUTED), (safe_line(reason), Role.TEXT)))
    if opened.change.fate is not Fate.DONE:
        lines.append(say(f"It was cut off and is {opened.change.fate}.", Role.WARNING))
    for effect in opened.effects:
        lines += [(), *_head(effect), *_entries(effect, opened.differences, reveal=reveal, whole=whole)]
    return lines


def _by(change: Change) -> str:
    """Who did it, as far as that is known."""
    if change.about.actor != NOBODY:
        return f"by {safe_line(change.about.actor)}"
    return "seen for the first time" if change.about.origin is Origin.FIRST else "not by hermes-mem"


def _head(effect: Effect) -> list[Line]:
    """The memory, how many entries it had and has, and what of its budget they take."""
    entries = f"{number_of(len(effect.old), 'entry', 'entries')} → {len(effect.new):,}"
    sizes = f"{effect.before.used:,} → {effect.after.used:,} / {count(effect.after.limit, effect.after.unit)}"
    return [
        say(f"{title_of(effect.target)} of {safe_line(effect.home.name)}", Role.STRONG),
        say(own(f"{entries} · {sizes}"), Role.WARNING if len(effect.new) < len(effect.old) else Role.TEXT),
    ]


def _entries(effect: Effect, differences: Sequence[Difference], *, reveal: bool, whole: bool) -> Iterator[Line]:
    of = [one for one in differences if (one.home.path, one.target) == (effect.home.path, effect.target)]
    shown, left = (of, []) if whole else (of[:MANY], of[MANY:])
    for one in shown:
        yield from _difference(one, reveal, None if whole else LONG)
    if left:
        yield say(own(f"… {_counted(left)} more; enter opens all of it in $PAGER"), Role.MUTED)


def _counted(differences: Sequence[Difference]) -> str:
    """`19 removed, 2 reworded`."""
    kinds = Counter(map(_kind, differences))
    return ", ".join(f"{number:,} {kind}" for kind, number in kinds.most_common())


def _kind(one: Difference) -> str:
    if one.was and one.now:
        return "moved" if one.was.text == one.now.text else "reworded"
    return "removed" if one.was else "added"


def _difference(one: Difference, reveal: bool, most: int | None) -> list[Line]:
    """What went, then what came; an entry that only has another place is said to have moved."""
    old, new = (_shown(version.text, one.home.kind, reveal, most) if version else "" for version in (one.was, one.now))
    if one.was and one.now and one.was.text == one.now.text:
        return _marked("~", new, Role.MUTED)
    if one.was and one.now and len(old) + len(new) <= WORDY:
        return by_word("-", old, new, Role.ERROR) + by_word("+", new, old, Role.INFO)
    went = _marked("-", old, Role.ERROR) if one.was else []
    return went + (_marked("+", new, Role.INFO) if one.now else [])


def _shown(text: str, kind: str, reveal: bool, most: int | None) -> str:
    """The text as it may be shown, cut after so many characters."""
    whole = text if reveal else own_masks(masked(text, kind))
    if most is None or len(whole) <= most:
        return safe(whole)
    return safe(whole[:most]) + own(f"\n… and {len(whole) - most:,} more characters")


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


def _marked(sign: str, shown: str, role: Role) -> list[Line]:
    first, *others = shown.split("\n")
    return [((f"{sign} ", role), (first, role)), *((("  ", role), (line, role)) for line in others)]


def plain_text(lines: Sequence[Line]) -> str:
    """The lines without their roles: what is copied, and what goes to a pager."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


def nothing_yet(elsewhere: Sequence[Elsewhere], problem: HermesMemError | None = None) -> list[Line]:
    """Why the list is empty: there is no store; this home lay somewhere else when it was changed; or nothing was."""
    away = [one for one in elsewhere if not one.there]
    if away or problem:
        why = said_of(problem) if problem else [say("The history has nothing of this home.", Role.STRONG)]
        return [*why, (), *_of_another(away), BACK]
    return [
        say("Nothing was changed yet.", Role.STRONG),
        (),
        say("Every change that you make here or with the command line is kept, with what was there before."),
        say("What others do to memory is kept as well."),
        (),
        BACK,
    ]


def _of_another(away: Sequence[Elsewhere]) -> Iterator[Line]:
    """Of which homes the history knows that are not there any more, and how it follows one that was moved."""
    for one in away:
        yield say(f"It has {number_of(one.changes, 'change')} of {safe_line(str(one.home))}, which is not there:")
        yield say(safe_line(relinked(one.home)))
        yield ()


def moved_here(elsewhere: Sequence[Elsewhere]) -> list[Line]:
    """Above a list of a home that was only seen so far: which other one may be this, before it was moved."""
    away = [one for one in elsewhere if not one.there]
    notes = (f"{number_of(one.changes, 'change')} of {one.home}, not there: {relinked(one.home)}" for one in away)
    return [(("! ", Role.WARNING), (safe_line(note), Role.TEXT)) for note in notes]


def said_of(error: HermesMemError) -> list[Line]:
    """What went wrong, and what can be done."""
    return [say(safe(error.message), Role.ERROR), *([say(safe(error.hint))] if error.hint else [])]


BACK = press("1", "back to Memory")


def no_such_change(query: str, who: str | None) -> list[Line]:
    """Why the list is cut down to nothing, and what to press."""
    if query:
        return [say(own("No change matches “{}”.").format(query), Role.STRONG), (), press("esc", "clear the filter")]
    return [say(f"No change here by {safe_line(who or '')}.", Role.STRONG), (), press("f", "show others")]
