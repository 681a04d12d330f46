"""Texts taken apart: where, and that nothing but what is named goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.layouts.conflicts import both_sides, conflict
from hermes_mem.layouts.doubled import half_of, undoubled
from hermes_mem.layouts.reshaping import (
    WAYS,
    at_bullets,
    at_delimiters,
    at_headings,
    at_lines,
    at_marks,
    at_paragraphs,
    at_rules,
    fitted,
    marks,
    numbers_at_delimiters,
    torn,
    ways,
    without_line_numbers,
)

DOCUMENT = (
    "# Memory\n\n## Relay\n- rev B\n- new\n  since May\n\n## Fan\nSee fans.toml.\n\n```\n# no heading\n\n- x\n```"
)


@pytest.mark.parametrize(
    ("cut", "text", "pieces"),
    [
        (at_headings, "before\n# A\na\n## B\nb", ["before", "# A\na", "## B\nb"]),
        (at_headings, "# Title\n\n## A\na\n## B\n### C\nc", ["# Title", "## A\na", "## B\n### C\nc"]),
        (at_headings, "#tag\n#hash", ["#tag\n#hash"]),
        (at_headings, DOCUMENT, ["# Memory", *DOCUMENT.split("\n\n", 1)[1].split("\n\n", 1)]),
        (at_rules, "a\n---\nb\n\n* * *\n\nc\n___", ["a", "b", "c"]),
        (at_rules, "a -- b\n--", ["a -- b\n--"]),
        (at_bullets, "- a\n  - under a\n* b\n1. c\n2) d", ["- a\n  - under a", "* b", "1. c", "2) d"]),
        (at_bullets, "Checklist:\n- a\n- b", ["Checklist:", "- a", "- b"]),
        (at_bullets, "One.\n\n- a\n\n  of a\n- b\n\nRest.", ["One.", "- a\n\n  of a", "- b", "Rest."]),
        (at_bullets, "-- no\n-5 degrees", ["-- no\n-5 degrees"]),
        (at_paragraphs, "a\nb\n\nc\n \t\nd", ["a\nb", "c", "d"]),
        (at_paragraphs, "List:\n\n- a\n- b\n\nc", ["List:\n- a\n- b", "c"]),
        (at_lines, "a\n  under a\nb\n\nc", ["a\n  under a", "b", "c"]),
        (at_lines, "```\na\nb\n```\nc", ["```\na\nb\n```", "c"]),
        (at_lines, "```\nnever closed\nb", ["```", "never closed", "b"]),
        (at_delimiters, "a\n§ \nb\n 9|§\nc\n§§\nd\n§", ["a", "b", "c", "d"]),
        (at_delimiters, "see § 4\n§ 12 of it", ["see § 4\n§ 12 of it"]),
        (at_marks, "before\n§ a\nmore\n§\tb", ["before", "a\nmore", "b"]),
        (at_marks, "§ 12 of the lease", ["§ 12 of the lease"]),
    ],
)
def test_where_a_text_is_cut(cut: Callable[[str], list[str]], text: str, pieces: list[str]) -> None:
    assert cut(text) == pieces


@pytest.mark.parametrize(
    ("text", "bare", "count"),
    [
        ("     1|a\n     2|\n     3|b", "a\n\nb", 3),
        ("before\n9→a\n10→b\nbehind", "before\na\nb\nbehind", 2),
        ("1|2|3\n1|2|3", "1|2|3\n1|2|3", 0),
        ("7|one line alone", "7|one line alone", 0),
        ("1|a\n2|b\n\n5|c\n6|d", "a\nb\n\nc\nd", 4),
    ],
)
def test_line_numbers_go_where_they_count(text: str, bare: str, count: int) -> None:
    assert without_line_numbers(text) == (bare, count)


def test_what_goes_is_counted() -> None:
    assert marks("§ a\nb\n§ c\n§ 12") == 2
    assert numbers_at_delimiters("a\n9|§\n§ \n 10→§\n§") == 2


def limited(limit: int) -> Callable[[str], bool]:
    return lambda text: len(text) <= limit


@pytest.mark.parametrize(
    ("text", "limit", "pieces"),
    [
        ("one\n\ntwo\n\nthree", 9, ["one\n\ntwo", "three"]),
        ("one\ntwo\nthree", 9, ["one\ntwo", "three"]),
        ("One is. Two is. Three.", 15, ["One is. Two is.", "Three."]),
        ("水やり。肥料。植え替え。", 8, ["水やり。 肥料。"[:8], "植え替え。"]),
        ("one two three", 8, ["one two", "three"]),
    ],
)
def test_what_is_too_long_is_cut_as_coarsely_as_fits(text: str, limit: int, pieces: list[str]) -> None:
    assert fitted([text], limited(limit)) == pieces


def test_a_word_that_is_too_long_is_left_whole() -> None:
    assert fitted(["one " + "x" * 20], limited(10)) is None
    assert list(ways("x" * 20, limited(10))) == []


def test_the_best_way_comes_first_and_none_twice() -> None:
    assert next(way.id for way, _ in ways(DOCUMENT, limited(2200))) == "headings"
    assert next(way.id for way, _ in ways("- a\n- b\n\n- c", limited(2200))) == "bullets"
    assert next(way.id for way, _ in ways("Text.\n\nMore:\n- a\n- b\n\nRest.", limited(2200))) == "paragraphs"
    cuts = [pieces for _, pieces in ways("a\n\nb\n\nc", limited(2200))]
    assert cuts == [["a", "b", "c"]]


@given(st.text(alphabet="a#- \n§`.:1|→*_9)b", max_size=80), st.integers(3, 40))
def test_no_cut_loses_what_it_does_not_name(text: str, limit: int) -> None:
    whole = "".join(text.split())
    for way in WAYS:
        pieces = way.cut(text)
        assert all(piece == piece.strip() != "" for piece in pieces)
        kept = "".join("".join(pieces).split())
        assert kept == whole if not way.drops else not set(whole.replace(kept, "")) - {*whole}
    for _, pieces in ways(text, limited(limit)):
        assert all(len(piece) <= limit for piece in pieces)


@pytest.mark.parametrize(
    ("entries", "runs"),
    [
        (["Deploy:", "run it", "rest"], [range(0, 2)]),
        (["a", "One,", "two (", "three", "b"], [range(1, 4)]),
        (["```\nx", "y\n```", "z"], [range(0, 2)]),
        (["```\nx\n```", "y"], []),
        (["a", "ends:"], []),
        (["偏好：", "简短"], [range(0, 2)]),
        (["Ends.", "with a point", "or none"], []),
        ([], []),
    ],
)
def test_entries_that_look_torn(entries: list[str], runs: list[range]) -> None:
    assert torn(entries) == runs


BLOCK = "Relay board is rev B.\n§\nFan curve lives in fans.toml."


@pytest.mark.parametrize("between", ["\n", "\n\n", "", "\n§\n", "\n\n§\n"])
def test_a_block_that_stands_twice(between: str) -> None:
    assert half_of(BLOCK + between + BLOCK + "\n") == BLOCK


@pytest.mark.parametrize("text", ["haha", "x" * 2200, "bye\nbye", BLOCK, BLOCK + "\n" + BLOCK[:-1], "", "\n"])
def test_what_is_no_block(text: str) -> None:
    assert half_of(text) is None


def test_a_seam_within_an_entry() -> None:
    assert undoubled(["one", "two", "last\none", "two", "last", "new"]) == ["one", "two", "last", "new"]
    assert undoubled(["a", "b", "ba"]) is None
    assert undoubled(["one", "something\none"]) is None
    assert undoubled([]) is None


def test_the_sides_of_a_conflict() -> None:
    found = conflict("A\n<<<<<<< HEAD\nB1\n||||||| base\nB0\n=======\nB2\n=======\n>>>>>>> other\nC\n=======")
    assert found is not None
    assert (found.line, found.markers, found.before, found.names) == (2, 4, 1, ("HEAD", "other"))
    assert (found.ours, found.theirs) == ("A\nB1\nC\n=======", "A\nB2\n=======\nC\n=======")


@pytest.mark.parametrize(
    "text",
    [
        "<<<<<<< a\nx",
        "x\n>>>>>>> a",
        "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> b\n=======\n>>>>>>> a",
        "<<<<<<< a\nx\n>>>>>>> a",
    ],
)
def test_a_conflict_with_a_marker_missing_has_no_sides(text: str) -> None:
    found = conflict(text)
    assert found is not None
    assert (found.ours, found.theirs) == (None, None)
    assert "<" not in found.bare
    assert ">" not in found.bare


@pytest.mark.parametrize("text", ["Title\n=======\ntext", "|||||||", "<<<<<<<<< a", "a <<<<<<< b", "<<<<<<<a"])
def test_what_is_no_conflict(text: str) -> None:
    assert conflict(text) is None


def test_both_sides_keep_the_order_of_each() -> None:
    assert both_sides(["a", "b1", "c", "d"], ["a", "b2", "c", "e"]) == ["a", "b1", "b2", "c", "d", "e"]
    assert both_sides(["a", "a"], ["a"]) == ["a"]
