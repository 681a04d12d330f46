"""Which entries of a list are still there in a later one: in their place, in another, reworded; which came and went."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hermes_mem.model.entry import Identity

LEAST = 0.6
"""How much alike two texts have to be, from 0 to 1, for one to be taken for the other reworded."""

LEAST_IN_PLACE = 0.35
"""The same where the one stands in the place of the other: an agent's replace leaves an entry where it was."""

MOST_CANDIDATES = 24
"""With so many texts of before, those that share the rarest pieces with it, a new text is compared."""

MOST_SHARING = 200
"""A piece that more texts have tells nothing of which one a text was."""

LONGEST = 4000
"""Characters of a text that are compared; what is alike so far is alike."""


class Pair(NamedTuple):
    """The position of an entry in the list of before, and that in the list of after."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class Matching:
    """What became of each entry, by positions: every one of before and of after stands in exactly one place here.

    `moved` ones have the same text, but not the same place among those that were kept.
    """

    kept: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    reworded: tuple[Pair, ...]
    added: tuple[int, ...]
    removed: tuple[int, ...]


def matched(old: Sequence[Identity], new: Sequence[Identity]) -> Matching:
    """Compare two lists of entries by what the agent sees in them.

    Exact texts first, copies in their order, so that as few as possible have moved; then those that are alike, one to
    one, the best pairs first. Quick for thousands of entries, also where nearly every one was reworded.
    """
    same = _same(old, new)
    kept = _in_order(same)
    moved = sorted(set(same) - set(kept))
    left_old = _without(range(len(old)), (pair.old for pair in same))
    left_new = _without(range(len(new)), (pair.new for pair in same))
    reworded = _reworded(old, new, left_old, left_new, kept) if left_old and left_new else []
    return Matching(
        tuple(kept),
        tuple(moved),
        tuple(reworded),
        tuple(_without(left_new, (pair.new for pair in reworded))),
        tuple(_without(left_old, (pair.old for pair in reworded))),
    )


def _without(positions: Iterable[int], others: Iterable[int]) -> list[int]:
    taken = set(others)
    return [position for position in positions if position not in taken]


def _same(old: Sequence[Identity], new: Sequence[Identity]) -> list[Pair]:
    """Equal texts, the first copy with the first, in the order of before."""
    places: dict[tuple[str, str | None], list[int]] = defaultdict(list)
    for position in range(len(new) - 1, -1, -1):
        places[_seen(new[position])].append(position)
    found = []
    for position, one in enumerate(old):
        if there := places.get(_seen(one)):
            found.append(Pair(position, there.pop()))
    return found


def _seen(one: Identity) -> tuple[str, str | None]:
    return one.text, one.project


def _in_order(pairs: Sequence[Pair]) -> list[Pair]:
    """As many of the pairs as stand in the same order before and after: the longest rising row."""
    ends: list[int] = []
    rows: list[int] = []
    before: list[int | None] = []
    for index, pair in enumerate(pairs):
        place = bisect_left(ends, pair.new)
        ends[place : place + 1] = [pair.new]
        rows[place : place + 1] = [index]
        before.append(rows[place - 1] if place else None)
    kept: list[Pair] = []
    at = rows[-1] if rows else None
    while at is not None:
        kept.append(pairs[at])
        at = before[at]
    return kept[::-1]


def _reworded(
    old: Sequence[Identity],
    new: Sequence[Identity],
    left_old: Sequence[int],
    left_new: Sequence[int],
    kept: Sequence[Pair],
) -> list[Pair]:
    """The best pairs first; of equal ones the one that lies closer together."""
    places = _in_place(left_old, left_new, kept)
    scored = []
    for pair in dict.fromkeys([*places, *_candidates(old, new, left_old, left_new)]):
        alike = likeness(old[pair.old].text, new[pair.new].text)
        in_place = pair in places
        if alike >= (LEAST_IN_PLACE if in_place else LEAST):
            scored.append((-alike, not in_place, abs(pair.old - pair.new), pair))
    return sorted(_one_to_one(pair for *_, pair in sorted(scored)))


def _one_to_one(pairs: Iterable[Pair]) -> Iterator[Pair]:
    olds, news = set[int](), set[int]()
    for pair in pairs:
        if pair.old not in olds and pair.new not in news:
            olds.add(pair.old)
            news.add(pair.new)
            yield pair


def _in_place(left_old: Sequence[int], left_new: Sequence[int], kept: Sequence[Pair]) -> set[Pair]:
    """Where as many came as went between two entries that were kept: each with the one that has its place."""
    gaps: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    olds, news = [pair.old for pair in kept], [pair.new for pair in kept]
    for position in left_old:
        gaps[bisect_left(olds, position)][0].append(position)
    for position in left_new:
        gaps[bisect_left(news, position)][1].append(position)
    return {
        Pair(*places)
        for gap, (went, came) in gaps.items()
        if len(went) == len(came) and gap < len(kept)  # At the end stands also what an agent has added.
        for places in zip(went, came, strict=True)
    }


def _candidates(
    old: Sequence[Identity], new: Sequence[Identity], left_old: Sequence[int], left_new: Sequence[int]
) -> Iterator[Pair]:
    having: dict[str, list[int]] = defaultdict(list)
    for position in left_old:
        for piece in pieces(old[position].text):
            having[piece].append(position)
    for position in left_new:
        shared: dict[int, float] = defaultdict(float)
        for piece in pieces(new[position].text):
            there = having.get(piece, ())
            if len(there) <= MOST_SHARING:
                for other in there:
                    shared[other] += 1 / len(there)
        best = sorted(shared, key=lambda other: (-shared[other], other))
        for other in best[:MOST_CANDIDATES]:
            yield Pair(other, position)


_PIECE = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")


def pieces(text: str) -> set[str]:
    """Its words, folded; where a script has no spaces between words, every two letters."""
    found = set[str]()
    for word in _PIECE.findall(text[:LONGEST].casefold()):
        if run := _UNSPACED.search(word):
            found.update(word[at : at + 2] for at in range(max(1, len(word) - 1)))
            found.add(run.group())
        else:
            found.add(word)
    return found


def likeness(one: str, other: str) -> float:
    """How much alike two texts are, from 0 to 1."""
    from rapidfuzz import fuzz

    first, second = one[:LONGEST].casefold(), other[:LONGEST].casefold()
    return max(fuzz.ratio(first, second), fuzz.token_sort_ratio(first, second)) / 100
