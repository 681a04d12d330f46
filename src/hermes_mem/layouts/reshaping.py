"""Texts taken apart and put together again, for repairs of any layout: no file, no agent, no limit of its own.

Whatever is cut keeps every character but blanks at the ends of pieces, and those that the function names. Every
function reads a text once, whatever is in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hermes_mem.guards import shape

Fits = Callable[[str], bool]
"""Whether a text may be one entry."""

_HEADING = re.compile(r"#{1,6}[ \t]+\S")
_BULLET = re.compile(r"(?:[-*+•]|\d{1,3}[.)])[ \t]+\S")
_RULE = re.compile(r"[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_MARKED = re.compile(r"§[ \t]+(?!\d)(?=.*\S)")
_DELIMITER = re.compile(r"[ \t]*(?:\d{1,6}[|:→][ \t]*)?§[§ \t]*")
_NUMBER = re.compile(r"^[ \t]{0,8}\d{1,6}[|→]", re.MULTILINE)
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
_NUMBERED = next(rule for rule in shape.RULES if rule.id == "shape.line-numbers")


class Way(NamedTuple):
    """One way to make several entries of one: a word for scripts, and behind "Split it" what a person is told.

    `drops` names in the plural what stood at the cuts and is not there afterwards; empty where nothing is lost.
    """

    id: str
    says: str
    cut: Callable[[str], list[str]]
    drops: str = ""


def at_headings(text: str) -> list[str]:
    """A piece for each heading of Markdown; what stands before the first is one too, and so is a title alone."""
    return _led(_cut(text, lambda line, _: _is_heading(line)))


def at_rules(text: str) -> list[str]:
    """The pieces between lines that are only a rule (`---`), which go."""
    return _cut(text, lambda _, above: _is_rule(above), drops=_is_rule)


def at_bullets(text: str) -> list[str]:
    """A piece for each item of a list at the left edge, with what is indented below it; for what stands between too."""
    listed = any(_BULLET.match(line) for line in text.split("\n"))
    return _led(_cut(text, _begins_an_item if listed else lambda *_: False))


def at_paragraphs(text: str) -> list[str]:
    """The pieces between blank lines; one that ends in a colon goes with the next."""
    return _led(_cut(text, _after_a_blank), colons=True)


def at_lines(text: str) -> list[str]:
    """A piece for each line, with those that are indented below it."""
    return _led(_cut(text, _at_the_edge))


WAYS = (
    Way("headings", "at its headings", at_headings),
    Way("rules", "at its rules (---)", at_rules, "rules (---)"),
    Way("bullets", "at its bullets", at_bullets),
    Way("paragraphs", "at its paragraphs", at_paragraphs),
    Way("lines", "at its lines", at_lines),
)
BY_LENGTH = Way("sentences", "between its sentences", lambda text: [text])
"""For a text that has nothing else: as much in each piece as fits."""


def ways(text: str, fits: Fits) -> Iterator[tuple[Way, list[str]]]:
    """The ways to make entries of a text that fit, with those entries; first what most likely were single notes.

    Pieces that are still too long are cut finer. No two ways give the same.
    """
    cuts = sorted(((way, pieces) for way in WAYS if len(pieces := way.cut(text)) > 1), key=lambda cut: _rank(*cut))
    seen: list[list[str]] = []
    for way, pieces in [*cuts, *([] if cuts else [(BY_LENGTH, [text])])]:
        found = fitted(pieces, fits)
        if found and len(found) > 1 and found not in seen:
            seen.append(found)
            yield way, found


def _rank(way: Way, pieces: Sequence[str]) -> int:
    """Bullets come before paragraphs where most of the pieces are some; else the ways as they stand."""
    if way.id == "bullets" and sum(bool(_BULLET.match(piece)) for piece in pieces) * 3 <= len(pieces) * 2:
        return WAYS.index(way) * 2 + 3
    return WAYS.index(way) * 2


def at_delimiters(text: str) -> list[str]:
    """The pieces between lines that are meant for delimiters: `§` with blanks, numbers or another § beside it."""
    return _cut(text, lambda _, above: _is_delimiter(above), drops=_is_delimiter, fenced=False)


def at_bare_delimiters(text: str) -> list[str]:
    """The pieces between lines that are nothing but `§`."""
    return _cut(text, lambda _, above: above == "§", drops=lambda line: line == "§", fenced=False)


def numbers_at_delimiters(text: str) -> int:
    """How many of these lines have a line number in them, which goes too."""
    return sum(_is_delimiter(line) and line.strip(" \t§") != "" for line in text.split("\n"))


def at_marks(text: str) -> list[str]:
    """A piece for each line that begins with `§` and a blank, as bullets do; the marks go."""
    pieces = _cut(text, lambda line, _: bool(_MARKED.match(line)), fenced=False)
    return [_MARKED.sub("", piece, count=1) if _MARKED.match(piece) else piece for piece in pieces]


def marks(text: str) -> int:
    """How many lines begin so."""
    return sum(bool(_MARKED.match(line)) for line in text.split("\n"))


def without_line_numbers(text: str) -> tuple[str, int]:
    """The text without the line numbers that a read tool put before its lines, and how many those were."""
    parts, at, count = [], 0, 0
    for found in _NUMBERED.hits(text):
        bare, numbers = _NUMBER.subn("", found[0])
        parts += [text[at : found.start()], bare]
        at, count = found.end(), count + numbers
    return "".join([*parts, text[at:]]), count


def fitted(pieces: Iterable[str], fits: Fits) -> list[str] | None:
    """The pieces, each that is too long cut finer: at paragraphs, lines, sentences, words. None where a word is."""
    return _finer(pieces, fits, 0)


def _finer(pieces: Iterable[str], fits: Fits, level: int) -> list[str] | None:
    whole: list[str] = []
    for piece in pieces:
        if fits(piece):
            whole.append(piece)
            continue
        if level == len(_FINER):
            return None
        cut, between = _FINER[level]
        found = _finer(_packed(cut(piece), between, fits), fits, level + 1)
        if found is None:
            return None
        whole += found
    return whole


def torn(entries: Sequence[str]) -> list[range]:
    """Runs of entries that look like one which a line of only § has torn: all but the last of a run end openly.

    That is with a colon, a comma or an opening bracket, or within a block of code.
    """
    runs: list[range] = []
    begin, code = 0, False
    for index, entry in enumerate(entries):
        code ^= sum(bool(_FENCE.match(line)) for line in entry.split("\n")) % 2 == 1 if "```" in entry else False
        if not (code or entry.endswith(_OPEN)):
            runs += [range(begin, index + 1)] if index > begin else []
            begin = index + 1
    if not code and len(entries) - begin > 1:
        runs.append(range(begin, len(entries)))
    return runs


_OPEN = (":", "：", ",", "，", "、", "(", "[", "{")


def _packed(pieces: Sequence[str], between: str, fits: Fits) -> Iterator[str]:
    """Neighbours together as many as fit: they were one text. How many is found by doubling and halving."""
    begin = 0
    while begin < len(pieces):
        most = len(pieces) - begin
        count, step = 1, 1
        while step:
            more = count + step <= most and fits(between.join(pieces[begin : begin + count + step]))
            count += step if more else 0
            step = step * 2 if more else step // 2
        yield between.join(pieces[begin : begin + count])
        begin += count


_FINER: tuple[tuple[Callable[[str], list[str]], str], ...] = (
    (lambda text: _cut(text, _after_a_blank), "\n\n"),
    (lambda text: _cut(text, _at_the_edge), "\n"),
    (lambda text: [piece for part in _SENTENCE.split(text) if (piece := part.strip())], " "),
    (str.split, " "),
)
"""Ever finer cuts, and what is put between pieces that fit together."""


def _cut(
    text: str,
    starts: Callable[[str, str], bool],
    *,
    drops: Callable[[str], bool] = lambda _: False,
    fenced: bool = True,
) -> list[str]:
    """Pieces that begin where `starts` says so of a line and the one above it; lines that `drops` names are left out.

    With `fenced`, blocks of code are kept whole.
    """
    lines = text.split("\n")
    inside = _code(lines) if fenced else frozenset[int]()
    pieces: list[list[str]] = [[]]
    for number, line in enumerate(lines):
        above = lines[number - 1] if number else ""
        if number not in inside and starts(line, above):
            pieces.append([])
        if number in inside or not drops(line):
            pieces[-1].append(line)
    return [piece for part in pieces if (piece := "\n".join(part).strip())]


def _code(lines: Sequence[str]) -> frozenset[int]:
    """Which lines stand in a block of code, its closing fence too; a fence that nothing closes opens none."""
    inside: set[int] = set()
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        fence = _FENCE.match(line)
        if fence and opened is None:
            opened = number, fence[1]
        elif fence and opened and line.strip().startswith(opened[1]) and set(line.strip()) == {opened[1][0]}:
            inside |= set(range(opened[0] + 1, number + 1))
            opened = None
    return frozenset(inside)


def _led(pieces: Sequence[str], *, colons: bool = False) -> list[str]:
    """Headings with nothing below them go with what follows, but for a title; with `colons` what ends in one does."""
    led: list[list[str]] = []
    leads = False
    for number, piece in enumerate(pieces):
        led += [] if leads else [[]]
        led[-1].append(piece)
        bare = all(_is_heading(line) for line in piece.split("\n") if line.strip())
        leads = (bare and number > 0) or (colons and piece.endswith((":", "：")))
    return ["\n".join(together) for together in led]


def _begins_an_item(line: str, above: str) -> bool:
    return bool(_BULLET.match(line)) or _is_heading(line) or (_at_the_edge(line, above) and not above.strip())


def _after_a_blank(line: str, above: str) -> bool:
    return bool(line.strip()) and not above.strip()


def _at_the_edge(line: str, above: str) -> bool:  # noqa: ARG001 - one of the ways that a line may begin a piece
    return bool(line.strip()) and not line[0].isspace()


def _is_heading(line: str) -> bool:
    return bool(_HEADING.match(line))


def _is_rule(line: str) -> bool:
    return bool(_RULE.fullmatch(line))


def _is_delimiter(line: str) -> bool:
    return bool(_DELIMITER.fullmatch(line))
