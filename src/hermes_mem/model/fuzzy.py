"""Which texts a person means by a few letters: fzf's rules, and typos when those find too little."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

FEW = 5
"""With fewer hits than this, near misses are looked for too."""

LEAST_LIKENESS = 70
"""Per cent of `rapidfuzz.fuzz.partial_ratio` from which a text counts as a near miss."""

LEAST_TYPO = 4
"""A query of fewer characters is too short to have a typo in it."""

MOST_CLOSE = 20
"""So many near misses are shown at most."""

START = "\0"
"""Stands before each word in the form of a text that is searched."""

FREQUENT = "zjqxkvbywgpfmucdlhrsnioate"
"""Letters by how common they are, rising; others are taken for rarer still."""

SPREAD = ("acronym", "initials", "piece", "anchored", "loose")
"""How a text can have a term when no word begins with it, best first."""

PIECES = ("word", "piece")
"""How a text can have a term as it is typed."""

LONGEST = 64
"""A longer term has to occur as it is typed."""

LONG = 1000
"""Initials of words are only looked for in so many characters, since that is the one costly search."""

_WORD_START = re.compile(r"(?<![^\W_])(?=[^\W_])|(?<=[a-z])(?=[A-Z])")
_BEST, _LENGTH_BITS, _INDEX_BITS = 1 << 20, 20, 32

Fold = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Found:
    """Indices of the texts that match, best first, and of those that a typo explains, likeliest first."""

    hits: Sequence[int]
    close: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class _Forms:
    """The texts as they are searched: folded, and folded with `START` before each word."""

    bare: Sequence[str]
    marked: Sequence[str]


class Filter:
    """A list of texts that is narrowed down as a person types.

    A query is split at spaces; each term has to occur in a text as a subsequence, in any order of terms. A term with a
    capital in it is taken as it is, a term of plain letters finds accented ones too. The score of a text is the sum
    over the terms: words before pieces of words, initials of words before letters far apart, and among those first
    the terms of which each letter is an initial; among equals the shorter text first, then the one that stands first
    in the list. In `prose` a term has to occur as it is typed: in a sentence nearly every short term is a subsequence.
    """

    def __init__(self, texts: Sequence[str], *, prose: bool = False, typos: bool = True) -> None:
        """Without `typos` nothing close is looked for, which is what takes time in long texts."""
        self._texts = texts
        self._prose = prose
        self._typos = typos
        self._foreign = {index for index, text in enumerate(texts) if not text.isascii()}
        self._forms: dict[Fold, _Forms] = {}
        self._last_query = ""
        self._last_hits: Sequence[int] = ()

    def search(self, query: str) -> Found:
        """The texts that match; all of them, in their order, for a query without a term.

        A query that continues the one before only looks at the hits of that one.
        """
        terms = query.split()
        if not terms:
            return Found(range(len(self._texts)))
        continues = self._last_query and query.startswith(self._last_query)
        hits = self._ranked(terms, self._last_hits if continues else range(len(self._texts)))
        self._last_query, self._last_hits = query, hits
        return Found(hits, self._close(query, hits) if len(hits) < FEW else ())

    def _ranked(self, terms: Sequence[str], candidates: Sequence[int]) -> list[int]:
        scores = dict.fromkeys(candidates, 0)
        for term in terms:
            found = self._scored(term, list(scores))
            scores = {index: scores[index] + score for index, score in found.items()}
        longest, texts = (1 << _LENGTH_BITS) - 1, self._texts
        keys = [
            ((_BEST - score) << _LENGTH_BITS | min(len(texts[index]), longest)) << _INDEX_BITS | index
            for index, score in scores.items()
        ]
        keys.sort()
        return [key & ((1 << _INDEX_BITS) - 1) for key in keys]

    def _scored(self, term: str, candidates: Sequence[int]) -> dict[int, int]:
        """The score of each candidate that has the term."""
        fold = folding(term)
        folded, forms = fold(exact(term)), self._folded(fold)
        rest = _with_letters(folded, forms.bare, candidates)
        scores = _words(folded, forms, rest)
        others = _inside if self._prose or not 1 < len(folded) <= LONGEST else _spread
        scores |= others(folded, forms, [index for index in rest if index not in scores])
        return self._literal(term, candidates) | scores

    def _literal(self, term: str, candidates: Sequence[int]) -> dict[int, int]:
        """Those that have the term as it is but lose it in folding, as a combining accent that is searched alone."""
        foreign = self._foreign.intersection(candidates) if self._foreign else ()
        return {index: 0 for index in foreign if term in self._texts[index]}

    def _folded(self, fold: Fold) -> _Forms:
        if fold not in self._forms:
            marked = [_mark(text, fold) for text in self._texts]
            self._forms[fold] = _Forms([form.replace(START, "") for form in marked], marked)
        return self._forms[fold]

    def _close(self, query: str, hits: Sequence[int]) -> Sequence[int]:
        if not self._typos or len(query) < LEAST_TYPO:
            return ()
        # Here, since it takes 30 ms that no start should pay.
        from rapidfuzz import fuzz, process

        near = process.extract(
            query.casefold(),
            self._texts,
            scorer=fuzz.partial_ratio,
            processor=str.casefold,
            score_cutoff=LEAST_LIKENESS,
            limit=MOST_CLOSE,
        )
        return [index for _, _, index in near if index not in hits]


def positions(query: str, text: str, *, prose: bool = False) -> list[int]:
    """Where the letters of the query are in a text that matches it, as rising indices of the text: for highlighting.

    Empty for a near miss.
    """
    found: set[int] = set()
    for term in query.split():
        fold = folding(term)
        form = _mark(text, fold)
        origin = _origins(text, form, fold)
        ways = PIECES if prose or len(term) > LONGEST else ("word", *SPREAD)
        if match := _pattern(fold(exact(term)), ways).match(form):
            found.update(origin[place] for place in _places(match) if place in origin)
    return sorted(found)


def exact(text: str) -> str:
    """Composed characters, else as it is."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def caseless(text: str) -> str:
    """Composed, and without the difference of capitals."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFC", text.casefold())


def plain(text: str) -> str:
    """Without capitals and accents."""
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def folding(term: str) -> Fold:
    """What must not matter for this term: nothing if it has a capital, case if it has an accent, else both."""
    if term != term.lower():
        return exact
    return plain if term.isascii() else caseless


# The ways in which a text can have a term, and what each is worth


def _with_letters(term: str, texts: Sequence[str], candidates: Sequence[int]) -> Sequence[int]:
    """Those that have all letters of the term, the rare ones looked for first: this spares most of the real work."""
    for letter in sorted(set(term), key=FREQUENT.find):
        candidates = [index for index in candidates if letter in texts[index]]
    return candidates


def _words(term: str, forms: _Forms, rest: Sequence[int]) -> dict[int, int]:
    """From the start of a word on; better still when the text or the word is nothing else."""
    needle, worth = START + term, 24 * len(term) + 8
    whole = re.compile(re.escape(needle) + r"(?![^\W_])").search
    marked = forms.marked
    return {
        index: worth + 8 * marked[index].startswith(needle) + 4 * (whole(marked[index]) is not None)
        for index in rest
        if needle in marked[index]
    }


def _inside(term: str, forms: _Forms, rest: Sequence[int]) -> dict[int, int]:
    """In one piece, somewhere."""
    worth, bare = 20 * len(term), forms.bare
    return {index: worth for index in rest if term in bare[index]}


def _spread(term: str, forms: _Forms, rest: Sequence[int]) -> dict[int, int]:
    """In any way: initials, of words one behind the other if it can be, else a piece, else letters in this order."""
    find, marked = _pattern(term, SPREAD).match, forms.marked
    found = ((index, find(marked[index])) for index in rest)
    return {index: _worth(match, len(term)) for index, match in found if match}


def _worth(match: re.Match[str], size: int) -> int:
    way, first = match.lastgroup, match.start((match.lastindex or 0) + 1)
    if way == "piece":
        return 20 * size
    if way == "acronym":
        passed_over = match.string.count(START, first, match.end()) >= size
        return 23 * size + (9 if first == len(START) else 7) - passed_over
    if way == "initials":
        return 22 * size + (10 if first == len(START) else 8)
    gaps = match.end() - first - size
    return 16 * size + (8 if way == "anchored" else 0) - min(gaps, 24) // 2


@lru_cache(256)
def _pattern(term: str, ways: tuple[str, ...]) -> re.Pattern[str]:
    """Matches a form that has the term in one of these ways, the first that fits: a named group, then one per letter.

    Nothing in it goes back over what it has passed, so that a long text costs no more than its length.
    """
    letters = [re.escape(letter) for letter in term]
    together = f"{START}?".join(f"({letter})" for letter in letters)
    starting = "".join(f"(?>.*?{START}({letter}))" for letter in letters[1:])
    further = "".join(f"(?>{START}?({letter})|.*?{START}({letter}))" for letter in letters[1:])
    skipping = "".join(f"[^{letter}]*+({letter})" for letter in letters[1:])
    spelled = {
        "word": f".*?{START}(?P<word>{together})",
        "acronym": f".{{0,{LONG}}}?{START}(?P<acronym>({letters[0]}){starting})",
        "initials": f".{{0,{LONG}}}?{START}(?P<initials>({letters[0]}){further})",
        "piece": f".*?(?P<piece>{together})",
        "anchored": f"(?>.*?{START}(?={letters[0]}))(?P<anchored>({letters[0]}){skipping})",
        "loose": f"[^{letters[0]}]*+(?P<loose>({letters[0]}){skipping})",
    }
    possible = "".join(f"[^{letter}]*+{letter}" for letter in letters)
    return re.compile(f"(?={possible})(?:{'|'.join(spelled[way] for way in ways)})", re.DOTALL)


def _places(match: re.Match[str]) -> list[int]:
    return [
        match.start(group)
        for group in range((match.lastindex or 0) + 1, match.re.groups + 1)
        if match.start(group) >= 0
    ]


def _mark(text: str, fold: Fold) -> str:
    """The text as it is searched: folded, with `START` before each word."""
    return fold(_WORD_START.sub(START, exact(text)))


def _origins(text: str, form: str, fold: Fold) -> dict[int, int]:
    """For each place in the form the index in the text that it comes from; folding may change how long a text is."""
    letters = [index for index, letter in enumerate(form) if letter != START]
    sources = [start for start, cluster in _clusters(text) for _ in fold(exact(cluster))]
    return dict(zip(letters, sources, strict=True)) if len(letters) == len(sources) else {}


def _clusters(text: str) -> Iterator[tuple[int, str]]:
    """Each character with the combining ones that follow it, and where it begins."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or not unicodedata.combining(text[index]):
            yield start, text[start:index]
            start = index
