"""The one list in a small application."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.content import Content

from hermes_mem.tui.widgets.glyphs import ASCII, UNICODE, Glyphs
from hermes_mem.tui.widgets.line import Line
from hermes_mem.tui.widgets.painter import Painter, RowState
from hermes_mem.tui.widgets.virtual_list import VirtualList
from tests.tui.widgets.hosts import Drawn, Host, Item, Items, Wire, items, listing, shown

SMALL = (32, 7)
STEPS = 60


async def test_the_cursor_and_marks_are_signs_in_the_gutter() -> None:
    widget = listing(items("one", "two", "three"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL) as pilot:
        widget.toggle_mark()
        widget.cursor_down()
        await pilot.pause()
        assert shown(host).splitlines() == [
            "╭──────────────────────────────╮",
            "│ ✓one                        3│",
            "│› two                        3│",
            "│  three                      5│",
            "│                              │",
            "│                              │",
            "╰──────────────────────────────╯",
        ]


async def test_ascii_signs_and_a_narrow_gutter_without_marks() -> None:
    widget: VirtualList[Item] = VirtualList(lambda row, *_: [[(row.text, "")]], markable=False, glyphs=ASCII)
    widget.set_rows(items("a text that is longer than the list is wide"))
    host = Host(widget)
    async with host.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert shown(host).splitlines()[1] == "│>a text that is longer than...│"


async def test_a_row_can_have_several_lines() -> None:
    def card(row: Item, width: int, state: RowState) -> Sequence[Line]:
        return [[(row.text, "strong")], [("below", "dim")]]

    widget: VirtualList[Item] = VirtualList(card, row_height=3)
    widget.set_rows(items("a", "b", "c"))
    host = Host(widget)
    async with host.run_test(size=(12, 8)) as pilot:
        widget.to_bottom()
        await pilot.pause()
        lines = [line[1:-1].rstrip(" ▁▂▃▄▅▆▇") for line in shown(host).splitlines()[1:-1]]
        assert lines == ["  b", "  below", "", "› c", "  below", ""]


async def test_only_what_is_in_sight_is_drawn() -> None:
    rows, draw = Items(100_000), Drawn()
    widget = listing(rows, draw)
    async with Host(widget).run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        widget.to_bottom()
        await pilot.pause()
        height = widget.scrollable_content_region.height
        assert len(set(draw.indices)) <= 2 * height
        assert rows.looked_at < 20 * height


async def test_a_step_draws_two_rows() -> None:
    draw = Drawn()
    widget = listing(100_000, draw)
    async with Host(widget).run_test(size=(60, 24)) as pilot:
        await pilot.pause()
        draw.indices.clear()
        widget.cursor_down()
        await pilot.pause()
        assert sorted(draw.indices) == [0, 1]


@pytest.mark.parametrize("count", [20, 100_000])
async def test_a_step_sends_less_than_a_kilobyte(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire(monkeypatch)
    widget = listing(count, Drawn())
    async with Host(widget, "gruvbox").run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        wire.take()
        widget.cursor_down()
        await pilot.pause()
        sent = wire.take()
    assert "entry number 1" in sent
    assert len(sent.encode()) < 1000


async def test_many_steps_send_less_than_a_kilobyte_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that scroll included."""
    wire = Wire(monkeypatch)
    widget = listing(100_000, Drawn())
    async with Host(widget, "caduceus").run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        wire.take()
        for _ in range(STEPS):
            widget.cursor_down()
            await pilot.pause()
        sent = wire.take()
    assert widget.scroll_offset.y > 0
    assert len(sent.encode()) / STEPS < 1000


async def test_a_step_out_of_sight_shows_what_comes_next() -> None:
    widget = listing(1_000, Drawn())
    async with Host(widget).run_test(size=(40, 14)) as pilot:
        await pilot.pause()
        for _ in range(12):
            widget.cursor_down()
        await pilot.pause()
        assert (widget.cursor, widget.scroll_offset.y) == (12, 4)
        widget.move_to(3)
        assert widget.scroll_offset.y == 3
        widget.cursor_up()
        assert widget.scroll_offset.y == 0


async def test_drawn_rows_are_kept_when_the_list_scrolls() -> None:
    draw = Drawn()
    widget = listing(1_000, draw)
    async with Host(widget).run_test(size=(60, 12)) as pilot:
        widget.move_to(500)
        await pilot.pause()
        draw.indices.clear()
        widget.cursor_down()
        await pilot.pause()
        assert sorted(draw.indices) == list(range(500, 502 + widget.page // 3))


async def test_pages_halves_and_ends() -> None:
    widget = listing(1_000, Drawn())
    async with Host(widget).run_test(size=(60, 13)) as pilot:
        await pilot.pause()
        seen = []
        for move in (
            widget.page_down, widget.half_page_down, widget.cursor_up, widget.half_page_up, widget.page_up,
            widget.to_bottom, widget.cursor_down, widget.to_top, widget.cursor_up,
        ):  # fmt: skip
            move()
            seen.append(widget.cursor)
        assert seen == [10, 15, 14, 9, 0, 999, 999, 0, 0]


async def test_the_cursor_is_always_in_sight() -> None:
    widget = listing(1_000, Drawn())
    host = Host(widget)
    async with host.run_test(size=(40, 10)) as pilot:
        for index in (999, 500, 501, 0):
            widget.move_to(index)
            await pilot.pause()
            assert f"› entry number {index} " in shown(host)
        widget.to_bottom()
        await pilot.resize_terminal(40, 6)
        await pilot.pause()
        assert "› entry number 999" in shown(host)


async def test_fewer_rows_leave_no_gap_below() -> None:
    widget = listing(1_000, Drawn())
    host = Host(widget)
    async with host.run_test(size=(40, 8)) as pilot:
        widget.to_bottom()
        await pilot.pause()
        widget.set_rows(Items(7))
        await pilot.pause()
        lines = shown(host).splitlines()[1:-1]
        assert [line.strip("│ ▁▂▃▄▅▆▇█").split("  ")[0] for line in lines[-2:]] == [
            "entry number 5",
            "› entry number 6",
        ]


async def test_messages_say_what_became_of_cursor_and_marks() -> None:
    widget = listing(3, Drawn())
    host = Host(widget)
    async with host.run_test(message_hook=host.listen) as pilot:
        await pilot.pause()
        widget.cursor_down()
        await pilot.pause()
        widget.toggle_mark()
        await pilot.pause()
        widget.choose()
        await pilot.pause()
        widget.set_rows([])
        await pilot.pause()
    moved = [(m.row.key if m.row else None) for m in host.heard(VirtualList.Moved) if isinstance(m, VirtualList.Moved)]
    assert moved[-2:] == ["k1", None]
    assert [m.control for m in host.heard(VirtualList.Marked)] == [widget]
    assert [m.row.key for m in host.heard(VirtualList.Chosen) if isinstance(m, VirtualList.Chosen)] == ["k1"]


async def test_a_range_is_seen_while_it_is_drawn() -> None:
    widget = listing(items("a", "b", "c", "d"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL) as pilot:
        widget.start_range()
        widget.move_by(2)
        await pilot.pause()
        assert [line[1:4] for line in shown(host).splitlines()[1:5]] == [" ✓a", " ✓b", "›✓c", "  d"]
        widget.move_by(-1)
        await pilot.pause()
        assert [line[1:4] for line in shown(host).splitlines()[1:5]] == [" ✓a", "›✓b", "  c", "  d"]
        widget.toggle_mark()
        assert (set(widget.marked), widget.ranging) == ({"a", "b"}, False)


async def test_shift_and_arrows_draw_a_range_too() -> None:
    widget = listing(items("a", "b", "c", "d"), Drawn())
    async with Host(widget).run_test(size=SMALL) as pilot:
        widget.extend(1)
        widget.extend(1)
        widget.cursor_down()
        await pilot.pause()
        assert widget.marked == {"a", "b", "c"}


async def test_a_list_without_marks_takes_none() -> None:
    widget: VirtualList[Item] = VirtualList(Drawn(), markable=False)
    widget.set_rows(items("a", "b"))
    async with Host(widget).run_test(size=SMALL):
        widget.toggle_mark()
        widget.mark_all()
        widget.start_range()
        widget.extend(1)
        assert (widget.marked, widget.cursor, widget.ranging) == (frozenset(), 1, False)


async def test_a_click_moves_and_a_click_on_the_cursor_chooses() -> None:
    widget = listing(items("a", "b", "c"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL, message_hook=host.listen) as pilot:
        await pilot.click(VirtualList, offset=(5, 3))
        assert (widget.cursor, host.heard(VirtualList.Chosen)) == (2, [])
        await pilot.click(VirtualList, offset=(5, 3))
        await pilot.pause()
        assert len(host.heard(VirtualList.Chosen)) == 1


async def test_a_click_that_only_brings_the_focus_chooses_nothing() -> None:
    widget = listing(items("a", "b", "c"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL, message_hook=host.listen) as pilot:
        host.screen.set_focus(None)
        await pilot.pause()
        await pilot.click(VirtualList, offset=(5, 1))
        await pilot.pause()
        assert host.heard(VirtualList.Chosen) == []


async def test_a_drag_marks_what_it_passes() -> None:
    widget = listing(items("a", "b", "c", "d"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL, message_hook=host.listen) as pilot:
        await pilot.mouse_down(VirtualList, offset=(5, 2))
        await pilot.hover(VirtualList, offset=(5, 4))
        await pilot.mouse_up(VirtualList, offset=(5, 4))
        await pilot.pause()
        assert (set(widget.marked), widget.cursor, widget.ranging) == ({"b", "c", "d"}, 3, False)
        assert host.heard(VirtualList.Chosen) == []


async def test_a_click_below_the_last_row_does_nothing() -> None:
    widget = listing(items("a", "b"), Drawn())
    async with Host(widget).run_test(size=SMALL) as pilot:
        await pilot.click(VirtualList, offset=(5, 4))
        assert widget.cursor == 0


async def test_an_empty_list_says_why_in_its_own_words() -> None:
    widget = listing([], Drawn())
    widget.empty = Content("MEMORY is empty. Press N for the [first] entry.")
    host = Host(widget)
    async with host.run_test(size=SMALL) as pilot:
        await pilot.pause()
        assert [line.strip("│ ") for line in shown(host).splitlines()[1:3]] == [
            "MEMORY is empty. Press N for",
            "the [first] entry.",
        ]


async def test_under_the_focused_cursor_every_part_has_the_cursor_colours() -> None:
    widget = listing(items("a"), Drawn())
    host = Host(widget, "gruvbox")
    async with host.run_test(size=SMALL) as pilot:
        await pilot.pause()
        colours = {segment.style.color for segment in widget.render_line(0) if segment.style}
        assert len(colours) == 1
        host.screen.set_focus(None)
        await pilot.pause()
        colours = {segment.style.color for segment in widget.render_line(0) if segment.style}
        assert len(colours) > 1


async def test_another_theme_draws_everything_anew() -> None:
    widget = listing(items("a", "b"), Drawn())
    host = Host(widget)
    async with host.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = widget.render_line(1)
        host.theme = "textual-light"
        await pilot.pause()
        assert widget.render_line(1) != before
        assert widget.render_line(1).text == before.text


HOSTILE = st.text(st.characters() | st.sampled_from("[]/$\x1b\x9b\u202e\u200b\ud800\n\t日👩‍🚀"), max_size=60)


@given(HOSTILE, st.integers(0, 50), st.booleans(), st.sampled_from([UNICODE, ASCII]))
def test_no_text_can_break_a_row(text: str, width: int, marked: bool, glyphs: Glyphs) -> None:
    painter = Painter(Drawn(), 2, True, glyphs)
    state = RowState(0, True, marked, False, True)
    for strip in painter.strips(Item("k", text), width, state, lambda *parts: Style()):
        assert strip.cell_length == width
        assert not any(category(letter) in ("Cc", "Cs") or letter == "\u202e" for letter in strip.text)


async def test_markup_in_a_row_is_text() -> None:
    widget = listing(items("[G] [/foo] $x [ERROR] a"), Drawn())
    host = Host(widget)
    async with host.run_test(size=(44, 5)) as pilot:
        await pilot.pause()
        assert "[G] [/foo] $x [ERROR] a" in shown(host)
