"""Which entries of a list are still there in a later one: in their place, in another, reworded; which came and went."""

from __future__ import annotations

import heapq
import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hermes_mem.model.entry import Identity

LEAST = 0.7
"""How much alike two texts have to be, from 0 to 1, for one to be taken for the other reworded."""

LEAST_IN_PLACE = 0.3
"""The same where the one stands in the place of the other: an agent's replace leaves an entry where it was."""

MOST_CANDIDATES = 12
"""With so many texts of before, those that share the rarest words with it, a new text is compared."""

MOST_WORDS = 24
"""So many words of a text, its rarest, look for those."""

MOST_SHARING = 200
"""A word that more texts have tells nothing of which one a text was."""

OF_NUMBER, OF_SHORT = 0.3, 0.2
"""What a number and a word of at most three letters weigh, where a longer word weighs 1."""

OTHER_SUBJECT = 0.15
"""What it takes off that two texts begin by naming different things."""

MOST_KEPT = 500
"""Of the entries that were kept so many, evenly spread, say which words are frequent in a memory."""

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
    same = exact(old, new)
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


def exact(old: Sequence[Identity], new: Sequence[Identity]) -> list[Pair]:
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
    there = _without(range(len(old)), left_old)
    stayed = [old[position].text for position in there[:: len(there) // MOST_KEPT + 1]]
    went, came = [old[position].text for position in left_old], [new[position].text for position in left_new]
    words = Words([[*stayed, *went], [*stayed, *came]])
    before = dict(zip(left_old, map(words.of, went), strict=True))
    after = dict(zip(left_new, map(words.of, came), strict=True))
    places = _in_place(left_old, left_new, kept)
    scored = []
    for pair in dict.fromkeys([*sorted(places), *_candidates(before, after)]):
        alike, in_place = likeness(before[pair.old], after[pair.new]), pair in places
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


def _candidates(before: Mapping[int, Worded], after: Mapping[int, Worded]) -> Iterator[Pair]:
    """For each text those of before that share the rarest words with it."""
    having: dict[str, list[int]] = defaultdict(list)
    for position, text in before.items():
        for word in text.weights:
            having[word].append(position)
    for position, text in after.items():
        shared: dict[int, float] = defaultdict(float)
        telling = (word for word in text.weights if 0 < len(having.get(word, ())) <= MOST_SHARING)
        for word in heapq.nsmallest(MOST_WORDS, telling, key=lambda word: len(having[word])):
            for other in having[word]:
                shared[other] += 1 / len(having[word])
        best = heapq.nsmallest(MOST_CANDIDATES, shared, key=lambda other: (-shared[other], other))
        yield from (Pair(other, position) for other in best)


_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")
_STEM, _SHORT = 5, 3


class Worded(NamedTuple):
    """A text as it is compared: the words it begins with, what each of its words weighs, and all of them together."""

    begins: tuple[str, ...]
    weights: dict[str, float]
    weight: float


class Words:
    """What the words weigh of texts that stand in some lists.

    What a text is about are its longer words. A number is what is corrected, a short word is grammar, and a word that
    many texts of a list have tells them little apart. Of words only the beginning counts, which inflection leaves
    alone; scripts that do not part words, or that glue grammar to them, are taken in twos of letters.
    """

    def __init__(self, lists: Iterable[Sequence[str]]) -> None:
        self._words: dict[str, tuple[str, ...]] = {}
        self._frequent: dict[str, int] = {}
        for texts in lists:
            for word, count in Counter(word for text in texts for word in set(self._of(text))).items():
                self._frequent[word] = max(count, self._frequent.get(word, 1))

    def of(self, text: str) -> Worded:
        """The text as it is compared."""
        words = self._of(text)
        weights = {word: _weight(word) / math.sqrt(self._frequent.get(word, 1)) for word in words}
        return Worded(tuple(words[:2]), weights, sum(weights.values()))

    def _of(self, text: str) -> tuple[str, ...]:
        if text not in self._words:
            self._words[text] = _words(text)
        return self._words[text]


def likeness(one: Worded, other: Worded) -> float:
    """From 0 to 1: how much of the lesser text is in the other, and how much there is beside."""
    shared = sum(weight for word, weight in one.weights.items() if word in other.weights)
    if not shared:
        return 0.0
    alike = (shared / min(one.weight, other.weight) + 2 * shared / (one.weight + other.weight)) / 2
    return alike - (OTHER_SUBJECT if _other_subject(one, other) else 0)


def _other_subject(one: Worded, other: Worded) -> bool:
    """Whether they speak of different things from the first or second word on: the port of another service."""
    for mine, theirs in zip(one.begins, other.begins, strict=False):
        if mine != theirs:
            return mine not in other.weights and theirs not in one.weights
    return False


def _words(text: str) -> tuple[str, ...]:
    """In their order, each as often as it is there."""
    found: list[str] = []
    for word in _WORD.findall(text[:LONGEST].casefold()):
        if not word.isascii() and _UNSPACED.search(word):
            found += (word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            found.append(word[:_STEM])
    return tuple(found)


def _weight(word: str) -> float:
    if any(character.isdigit() for character in word):
        return OF_NUMBER
    return OF_SHORT if len(word) <= _SHORT and not _UNSPACED.search(word) else 1.0
