"""Cursor, marks and ranges over rows that change."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.tui.widgets.selection import Selection
from tests.tui.widgets.hosts import Item, Items, items


def selection(*texts: str) -> Selection[Item]:
    made: Selection[Item] = Selection()
    made.replace(items(*texts))
    return made


def keys(rows: list[Item]) -> list[str]:
    return [row.key for row in rows]


def test_the_cursor_stays_with_its_row_when_rows_come_and_go() -> None:
    chosen = selection("a", "b", "c")
    chosen.move(1)
    chosen.replace(items("new", "a", "b"))
    assert chosen.cursor == 2


def test_the_cursor_keeps_its_place_when_its_row_is_gone() -> None:
    chosen = selection("a", "b", "c", "d")
    chosen.move(2)
    chosen.replace(items("a", "b", "d"))
    assert chosen.row == Item("d", "d")
    chosen.replace(items("a"))
    assert chosen.cursor == 0


def test_the_cursor_goes_where_it_is_told() -> None:
    chosen = selection("a", "b")
    chosen.replace(items("x", "y", "z"), "z")
    assert chosen.row == Item("z", "z")


def test_no_rows_are_no_row() -> None:
    chosen = selection()
    chosen.toggle()
    chosen.start_range()
    chosen.move(5)
    assert (chosen.row, chosen.chosen, chosen.marked) == (None, [], frozenset())


def test_without_marks_a_verb_is_about_the_row_under_the_cursor() -> None:
    chosen = selection("a", "b")
    chosen.move(1)
    assert keys(chosen.chosen) == ["b"]


def test_with_marks_a_verb_is_about_them_in_the_order_of_the_list() -> None:
    chosen = selection("a", "b", "c", "d")
    chosen.move(3)
    chosen.toggle()
    chosen.move(1)
    chosen.toggle()
    chosen.move(2)
    assert keys(chosen.chosen) == ["b", "d"]


def test_a_verb_leaves_alone_what_is_marked_but_not_shown() -> None:
    """A filter must not make a person act on rows that they do not see."""
    chosen = selection("a", "b", "c")
    chosen.toggle()
    chosen.replace(items("b", "c"))
    assert (keys(chosen.chosen), chosen.marked) == (["b"], frozenset())
    chosen.replace(items("a", "b", "c"))
    assert chosen.marked == {"a"}


def test_a_sticky_range_grows_and_shrinks_with_every_move_and_becomes_marks() -> None:
    chosen = selection("a", "b", "c", "d")
    chosen.move(1)
    chosen.start_range()
    chosen.move(3)
    assert chosen.marked == {"b", "c", "d"}
    chosen.move(0)
    assert chosen.marked == {"a", "b"}
    chosen.end_range()
    chosen.move(3)
    assert (set(chosen.marked), chosen.ranging) == ({"a", "b"}, False)


def test_a_range_of_shift_and_arrows_ends_with_the_first_plain_move() -> None:
    chosen = selection("a", "b", "c", "d")
    chosen.extend(1)
    chosen.extend(2)
    chosen.move(3)
    assert (set(chosen.marked), chosen.ranging) == ({"a", "b", "c"}, False)


def test_a_range_keeps_its_rows_when_rows_change() -> None:
    chosen = selection("a", "b", "c")
    chosen.start_range()
    chosen.move(1)
    chosen.replace(items("z", "c", "b", "a"))
    assert (keys(chosen.marked_rows), chosen.ranging) == (["b", "a"], False)


def test_all_marks_what_is_shown_and_clear_forgets_the_hidden_too() -> None:
    chosen = selection("a", "b")
    chosen.mark_all()
    chosen.replace(items("b", "c"))
    chosen.mark_all()
    assert chosen.marked == {"b", "c"}
    chosen.clear()
    chosen.replace(items("a", "b", "c"))
    assert chosen.marked == frozenset()


def test_new_rows_are_not_looked_through_while_the_cursor_row_has_not_moved() -> None:
    chosen: Selection[Item] = Selection()
    chosen.replace(Items(200_000))
    chosen.move(150_000)
    rows = Items(200_000)
    chosen.replace(rows)
    assert (chosen.cursor, rows.looked_at) == (150_000, 1)


def headed(*texts: str) -> Selection[Item]:
    """The cursor stops at no row in capitals."""
    made: Selection[Item] = Selection(stops=lambda row: not row.text.isupper())
    made.replace(items(*texts))
    return made


def test_the_cursor_stops_at_no_heading_whichever_way_it_goes() -> None:
    chosen = headed("ONE", "a", "b", "TWO", "c", "THREE")
    assert (chosen.cursor, chosen.headed) == (1, True)
    chosen.move(3)
    assert (chosen.cursor, chosen.headed) == (4, True)
    chosen.move(3)
    assert (chosen.cursor, chosen.headed) == (2, False)
    chosen.move(0)
    assert chosen.cursor == 1
    chosen.move(99)
    assert chosen.cursor == 4


def test_when_its_row_is_gone_the_cursor_goes_to_what_follows_and_to_no_heading() -> None:
    chosen = headed("ONE", "a", "b", "TWO", "c")
    chosen.move(2)
    chosen.replace(items("ONE", "a", "TWO", "c"))
    assert chosen.cursor == 3
    chosen.replace(items("ONE", "a"))
    assert chosen.cursor == 1
    chosen.replace(items())
    assert chosen.row is None


@given(st.lists(st.booleans(), min_size=1), st.lists(st.integers(-2, 9)))
def test_the_cursor_is_never_on_a_heading_while_there_is_anything_else(rows: list[bool], moves: list[int]) -> None:
    chosen = headed(*("H" if heading else "row" for heading in rows))
    for index in moves:
        chosen.move(index)
        assert chosen.row is not None
        assert chosen.row.text == ("H" if all(rows) else "row")


STEPS = st.sampled_from(["toggle", "start_range", "end_range", "mark_all", "clear", "move", "extend", "replace"])


@given(st.lists(st.tuples(STEPS, st.integers(-2, 9))))
def test_whatever_is_done_the_cursor_is_on_a_row_and_marks_are_of_rows_that_are_shown(
    steps: list[tuple[str, int]],
) -> None:
    chosen = selection("a", "b", "c")
    for name, number in steps:
        if name == "replace":
            chosen.replace(items(*"abcdefgh"[: max(0, number)]))
        elif name in ("move", "extend"):
            getattr(chosen, name)(number)
        else:
            getattr(chosen, name)()
        there = [row.key for row in chosen.rows]
        assert chosen.cursor in range(max(1, len(there)))
        assert chosen.marked <= set(there)
        assert keys(chosen.marked_rows) == [key for key in there if key in chosen.marked]
        assert bool(chosen.chosen) == bool(there)
