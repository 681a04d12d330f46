"""Lines in exactly as many cells as there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from hermes_mem.tui.widgets.line import cells, crop, fit, spread, tame

TEXTS = st.text(st.sampled_from("aé日本👩‍🚀🇩🇪e\u0301 ") | st.characters(exclude_categories=("Cc", "Cs")), max_size=30)
LINES = st.lists(st.tuples(TEXTS, st.sampled_from(["", "dim"])), max_size=4)


def text(line: list[tuple[str, str]]) -> str:
    return "".join(piece for piece, _ in line)


@given(LINES, st.integers(0, 40))
def test_a_fitted_line_has_exactly_the_width(line: list[tuple[str, str]], width: int) -> None:
    assert cells(fit(line, width)) == width


@given(LINES, LINES, st.integers(0, 40))
def test_two_sides_have_exactly_the_width(
    left: list[tuple[str, str]], right: list[tuple[str, str]], width: int
) -> None:
    assert cells(spread(left, right, width)) == width


def test_what_fits_stays_as_it_is() -> None:
    assert crop([("ab", "dim"), ("cd", "")], 4) == [("ab", "dim"), ("cd", "")]


def test_what_does_not_fit_ends_in_an_ellipsis_of_the_part_that_was_cut() -> None:
    assert crop([("ab", "dim"), ("cdef", "info")], 5) == [("ab", "dim"), ("cd…", "info")]
    assert text(crop([("abcdefgh", "")], 6, "...")) == "abc..."


def test_a_wide_character_is_never_cut_in_two() -> None:
    assert text(crop([("日本語", "")], 4)) == "日 …"


def test_the_right_side_is_never_cropped_while_there_is_room() -> None:
    assert text(spread([("a long text", "")], [("51", "dim")], 9)) == "a lon… 51"


@pytest.mark.parametrize("hostile", ["\x1b]52;c;eA==\x07", "a\nb\rc", "\x9b31m", "\u202egnp", "\ud800", "\x7f"])
def test_nothing_that_a_terminal_obeys_is_left(hostile: str) -> None:
    tamed = text(tame([(hostile, "")]))
    assert tamed.isprintable()
    assert cell_len(tamed) > 0
