"""The same fact twice: in two memories, in two stores, or in nearly the same words."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from shlex import quote
from typing import NamedTuple

from hermes_mem.health.check import Check, Report, Sight
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Remove
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import PROJECT, Target, title_of
from hermes_mem.store.matching import Worded, Words, likeness

SAME, NEAR, WHOLE, SHARED = "duplicate.same", "duplicate.near", "duplicate.memory", "duplicate.shared"

ELSEWHERE = "Each store has an agent of its own; what is changed for one stays as it is for the other."
NOT_HERE = "what the agent of this store knows of it"
OTHER_PROJECT = "Each project has a memory of its own; what is changed for one stays as it is for the other."
NOT_IN_PROJECT = "what the agent knows of it in this project"

LEAST = 0.65
"""How much alike two texts have to be, from 0 to 1, to be told of."""

ALMOST = 0.99
"""As much alike are texts at most that are not the same."""

MOST = 4000
"""So many entries are compared in their wording; of more only those that are the same are found."""

MOST_CANDIDATES = 8
"""With so many texts, those that share the rarest words with it, a text is compared."""

MOST_SHARING = 60
"""A word that more texts have says nothing of what one is about."""

SHORTEST = 3
"""Words of a text that has a wording at all."""

_NUMBER = re.compile(r"(?<!\w)\w*\d[\w.]*")  # Only from where a word begins: each is read once.


class Placed(NamedTuple):
    """An entry with where it stands."""

    home: Home
    target: str
    entry: Entry

    def seen_from(self, other: Placed) -> str:
        """Where it stands, as somebody says it who is at the other one."""
        title = title_of(self.target)
        return title if self.home == other.home else f"{title} of {self.home.name}"


class Pair(NamedTuple):
    """An entry and the one before it that says the same; `alike` is 1 for texts that are the same once folded."""

    later: Placed
    earlier: Placed
    alike: float


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    copies, pairs = _duplicates(tuple(sight.stores))
    for home, target, original in copies:
        yield home, _of_memory(target, original)
    for of_both in _shared(pairs).values():
        yield of_both[0].later.home, _of_shared(of_both, sight.stores)
    for pair in pairs:
        if not _is_shared(pair):
            yield pair.later.home, _finding(pair)


def _apart(pair: Pair) -> bool:
    """Whether no session ever meets both: they are of two stores, or of two projects of one."""
    projects = pair.later.target.startswith(PROJECT) and pair.earlier.target.startswith(PROJECT)
    return pair.later.home != pair.earlier.home or (projects and pair.later.target != pair.earlier.target)


def _elsewhere(pair: Pair) -> tuple[str, str]:
    """What it means that they are apart, and what is lost where the one is removed."""
    return (ELSEWHERE, NOT_HERE) if pair.later.home != pair.earlier.home else (OTHER_PROJECT, NOT_IN_PROJECT)


def _is_shared(pair: Pair) -> bool:
    """Whether two have the very same apart: profiles often do, so that is told once for two of their memories."""
    return pair.alike == 1 and _apart(pair)


def _shared(pairs: Iterable[Pair]) -> dict[tuple[Home, str, Home, str], list[Pair]]:
    """Those pairs, by the memories that they are in."""
    found: dict[tuple[Home, str, Home, str], list[Pair]] = defaultdict(list)
    for pair in filter(_is_shared, pairs):
        found[pair.later.home, pair.later.target, pair.earlier.home, pair.earlier.target].append(pair)
    return found


@lru_cache(maxsize=1)
def _duplicates(
    stores: tuple[Snapshot, ...],
) -> tuple[tuple[tuple[Home, Target, tuple[Home, Target]], ...], tuple[Pair, ...]]:
    """Memories that hold what another one holds, and the pairs among all that is left."""
    copies, left, known = [], list[Placed](), dict[tuple[str, ...], tuple[Home, Target]]()
    for store in stores:
        for target in store.targets:
            texts = tuple(sorted(entry.text for entry in target.entries))
            if (original := known.setdefault(texts, (store.home, target))) != (store.home, target) and texts:
                copies.append((store.home, target, original))
            else:
                left += [Placed(store.home, target.name, entry) for entry in target.entries if entry.copy_of is None]
    same = list(_same(left))
    later = {pair.later for pair in same}
    near = _near([placed for placed in left if placed not in later])
    return tuple(copies), (*same, *near)


def _same(left: Sequence[Placed]) -> Iterator[Pair]:
    first: dict[str, Placed] = {}
    for placed in left:
        if (earlier := first.setdefault(folded(placed.entry.text), placed)) is not placed:
            yield Pair(placed, earlier, 1)


def folded(text: str) -> str:
    """The text without what the eye does not tell apart: composition of letters, case, and what blanks there are."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _near(left: Sequence[Placed]) -> Iterator[Pair]:
    """Each with the earlier one that it is most like."""
    if len(left) > MOST:
        return
    words = Words(_by_memory(left))
    worded = [words.of(placed.entry.text) for placed in left]
    numbers = [_numbers(placed.entry.text) for placed in left]
    having: dict[str, list[int]] = defaultdict(list)
    for position, mine in enumerate(worded):
        # Other numbers are another fact in the same words.
        others = [other for other in _candidates(mine, having) if numbers[other] == numbers[position]]
        best, earlier = max(((likeness(worded[other], mine), -other) for other in others), default=(0.0, 0))
        if best >= LEAST:
            yield Pair(left[position], left[-earlier], min(best, ALMOST))
        if len(mine.weights) >= SHORTEST:
            for word in mine.weights:
                having[word].append(position)


def _by_memory(left: Sequence[Placed]) -> list[list[str]]:
    found: dict[tuple[Home, str], list[str]] = defaultdict(list)
    for placed in left:
        found[placed.home, placed.target].append(placed.entry.text)
    return list(found.values())


def _candidates(mine: Worded, having: dict[str, list[int]]) -> list[int]:
    shared: dict[int, float] = defaultdict(float)
    for word in mine.weights:
        there = having.get(word, ())
        for other in there if len(there) <= MOST_SHARING else ():
            shared[other] += 1 / len(there)
    return sorted(shared, key=lambda other: (-shared[other], other))[:MOST_CANDIDATES]


def _numbers(text: str) -> set[str]:
    return {number.rstrip(".") for number in _NUMBER.findall(text)}


def _of_memory(target: Target, original: tuple[Home, Target]) -> Finding:
    home, other = original
    count = len(target.entries)
    message = (
        f"It holds the {count:,} entr{'y' if count == 1 else 'ies'} of {other.title} of {home.name}, and no other."
    )
    return Finding(WHOLE, Severity.INFO, message, ELSEWHERE, target=target.name)


def _of_shared(pairs: Sequence[Pair], stores: Sequence[Snapshot]) -> Finding:
    later, earlier = pairs[0].later, pairs[0].earlier
    target = next(store for store in stores if store.home == later.home).target(later.target)
    count, every = len(pairs), len(target.entries) if target else 0
    message = (
        f"{count:,} of its {every:,} entries stand{'s' if count == 1 else ''} in {earlier.seen_from(later)} as well."
    )
    return Finding(SHARED, Severity.INFO, message, _elsewhere(pairs[0])[0], target=later.target)


def _finding(pair: Pair) -> Finding:
    later, earlier = pair.later, pair.earlier
    where, apart = earlier.seen_from(later), _apart(pair)
    twice = "It takes room twice, and one of them can be changed without the other."
    effect = _elsewhere(pair)[0] if apart else twice
    if pair.alike < 1:
        rule, message, severity = NEAR, f"{pair.alike * 100:.0f} % like {earlier.entry.id} in {where}.", Severity.INFO
    else:
        rule, message, severity = SAME, f"It stands in {where} as well ({earlier.entry.id}).", Severity.WARNING
        if later.entry.text != earlier.entry.text:
            message = f"{message.removesuffix('.')}, but for case, blanks or the way its letters are made."
    remove = f"hermes-mem memory remove {later.entry.id} --store {quote(str(later.home.path))}"
    fix = None if apart else remove  # Who reads the one does not know the other.
    return Finding(rule, severity, message, effect, target=later.target, entry=later.entry.id, fix=fix)


def _remedies(report: Report, sight: Sight) -> list[Remedy]:
    """Removing the one or, where both are of one store, the other."""
    _, pairs = _duplicates(tuple(sight.stores))
    finding = report.finding
    if finding.rule == SHARED:
        every = (of_both for of_both in _shared(pairs).values() if of_both[0].later.home == report.home)
        of_both = next((one for one in every if _of_shared(one, sight.stores).fingerprint == finding.fingerprint), [])
        return [_removing("remove", [p.later for p in of_both], SHARED, _elsewhere(of_both[0])[1])] if of_both else []
    pair = next(
        (pair for pair in pairs if (pair.later.home, pair.later.entry.id) == (report.home, finding.entry)), None
    )
    if pair is None or finding.rule not in (SAME, NEAR):
        return []
    loses = "" if pair.alike == 1 else "what only its wording says"
    if _apart(pair):
        return [_removing("remove", [pair.later], finding.rule, _elsewhere(pair)[1])]
    others = {"remove": pair.later, "remove-other": pair.earlier}
    return [_removing(word, [placed], finding.rule, loses) for word, placed in others.items()]


def _removing(word: str, placed: Sequence[Placed], rule: str, loses: str) -> Remedy:
    title, count = title_of(placed[0].target), len(placed)
    says = f"Remove the {f'{count:,}' if count > 1 else 'one'} in {title}"
    if word == "remove-other":
        says = f"Remove the other one, in {title}"
    return Remedy(word, (rule,), says, operations=tuple(Remove(one.entry.id) for one in placed), loses=loses)


DUPLICATES = Check("Duplicates", _examine, _remedies)
