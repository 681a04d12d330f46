"""Gauges and budget maps as text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.tui.widgets.bars import Reading, apportion, budget_map, gauge_bar, gauge_line, gauge_lines, level
from hermes_mem.tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from hermes_mem.tui.widgets.line import Line, cells


def text(line: Line) -> str:
    return "".join(piece for piece, _ in line)


def reading(used: int, limit: int = 2200, count: int = 23, **more: object) -> Reading:
    return Reading("MEMORY", Budget(used, limit, Unit.CODEPOINTS, "test"), count, **more)  # type: ignore[arg-type]


def test_a_gauge_says_label_share_bar_and_number() -> None:
    assert [text(line) for line in gauge_lines(23, reading(1812))] == [
        "MEMORY              82%",
        "███████████████████────",
        "1,812/2,200 chars · 23",
    ]


def test_a_plan_shows_what_becomes_of_it() -> None:
    assert [text(line) for line in gauge_lines(23, reading(1812, delta=-464))] == [
        "MEMORY              61%",
        "██████████████▒▒▒▒▒────",
        "1,812 → 1,348 / 2,200",
    ]


def test_ascii_has_no_sign_beyond_ascii() -> None:
    lines = gauge_lines(23, reading(1812, delta=200, sizes=(900, 906), current=0), ASCII)
    assert [text(line) for line in lines] == [
        "MEMORY              91%",
        "###################++--",
        "1,812 -> 2,012 / 2,200",
        "#########::::::::::----",
    ]


def test_beyond_the_limit_it_says_by_how_much() -> None:
    lines = [text(line) for line in gauge_lines(23, reading(2412))]
    assert lines[0] == "MEMORY      OVER by 212"
    assert lines[1] == "█" * 23


def test_one_line_has_bar_and_number_and_the_excess() -> None:
    assert text(gauge_line(41, reading(1100))) == "████████▌────────  1,100/2,200 chars · 23"
    assert text(gauge_line(60, reading(2412))).endswith("  2,412/2,200 chars · 23 OVER by 212")


@pytest.mark.parametrize(
    ("used", "part"),
    [(0, "good"), (709, "good"), (710, "warning"), (900, "warning"), (909, "warning"), (910, "error"), (2000, "error")],
)
def test_the_colour_follows_the_percentage_that_is_shown(used: int, part: str) -> None:
    assert level(used, 1000) == part


def test_without_a_limit_nothing_is_full() -> None:
    assert text(gauge_bar(5, 100, 0)) == "─────"
    assert level(100, 0) == "good"


@given(
    st.integers(0, 60), st.integers(0, 5000), st.integers(0, 3000), st.none() | st.integers(-6000, 6000),
    st.sampled_from([UNICODE, ASCII]),
)  # fmt: skip
def test_a_bar_has_its_width_and_tells_nothing_from_something_and_full_from_nearly(
    width: int, used: int, limit: int, delta: int | None, glyphs: Glyphs
) -> None:
    bar = text(gauge_bar(width, used, limit, delta, glyphs))
    assert len(bar) == width
    if limit and width > 1 and not delta:
        assert (bar == glyphs.rest * width) == (used == 0)
        assert (bar == glyphs.full * width) == (used >= limit)
    if delta and width and limit and max(0, used + delta) != used:
        assert glyphs.change in bar


def test_in_the_map_each_entry_is_as_wide_as_its_share_and_the_current_one_is_lit() -> None:
    assert text(budget_map(20, [97, 57, 40], 1, 400)) == "▓▓▓▓▓███▓▓──────────"


def test_in_the_map_neighbours_never_look_alike() -> None:
    pieces = budget_map(40, [50] * 8, 3, 800)
    assert all((one[0][0], one[1]) != (other[0][0], other[1]) for one, other in pairwise(pieces))


def test_a_small_entry_has_a_cell_of_its_own_while_there_is_room() -> None:
    pieces = budget_map(20, [1, 900, 1], 0, 1000)
    assert [len(piece) for piece, _ in pieces] == [1, 16, 1, 2]


def test_ten_thousand_entries_fit_and_the_current_one_is_where_it_stands_in_the_file() -> None:
    pieces = budget_map(100, [10] * 10_000, 5_000, 129_997)
    assert cells(pieces) == 100
    assert [sum(len(text) for text, _ in pieces[:at]) for at, piece in enumerate(pieces) if piece[1] == "lit"] == [50]


@given(
    st.integers(0, 50), st.lists(st.integers(0, 400), max_size=120), st.integers(0, 130), st.integers(1, 5000),
)  # fmt: skip
def test_a_map_has_its_width_and_lights_the_current_entry(
    width: int, sizes: list[int], current: int, limit: int
) -> None:
    pieces = budget_map(width, sizes, current, limit)
    assert cells(pieces) == width
    if width and current < len(sizes):
        assert any(part == "lit" for _, part in pieces)


@given(st.lists(st.floats(0, 1000), min_size=1), st.integers(0, 200))
def test_seats_are_given_out_whole_and_to_the_last(weights: list[float], seats: int) -> None:
    given_out = apportion(weights, seats)
    assert sum(given_out) == seats
    if sum(weights):
        assert all(
            abs(got - seats * weight / sum(weights)) < 1.001 for got, weight in zip(given_out, weights, strict=True)
        )
