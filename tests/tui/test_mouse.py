"""What the mouse does."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widget import Widget

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.screens.help import Help
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import Desk, joined, opened, session


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """Forty facts, so that lists scroll, and three preferences."""
    hermes_home.memory(joined([f"Fact number {number}" for number in range(40)])).user(joined(stores.USER))
    return hermes_home


def place_of(desk: Desk, words: str) -> tuple[int, int]:
    """Column and line where these words begin on the screen."""
    for y, line in enumerate(desk.text.splitlines()):
        if words in line:
            return line.index(words), y
    raise AssertionError(f"{words!r} is not on the screen:\n{desk.text}")


async def click(desk: Desk, words: str) -> None:
    """Click on the first letter of these words."""
    await desk.pilot.click(offset=place_of(desk, words))
    await desk.settle()


async def wheel(desk: Desk, widget: Widget, *, down: bool) -> None:
    """Turn the wheel over a widget by one step."""
    kind = MouseScrollDown if down else MouseScrollUp
    x, y = widget.region.offset
    widget.post_message(
        kind(
            widget,
            x=1,
            y=1,
            delta_x=0,
            delta_y=0,
            button=0,
            shift=False,
            meta=False,
            ctrl=False,
            screen_x=x,
            screen_y=y,
        )
    )
    await desk.settle()


async def test_a_click_on_a_tab_goes_there(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await click(desk, "Health")
        assert desk.screen.view == "health"
        await click(desk, "Memory")
        assert desk.screen.view == "memory"


async def test_a_click_on_a_memory_shows_it(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await click(desk, "USER")
        assert desk.screen.memory.here is not None
        assert desk.screen.memory.here.target.name == "user"
        assert stores.USER[0] in desk.text


async def test_the_first_click_on_a_row_moves_and_the_second_opens(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await click(desk, "Fact number 5")
        assert (desk.cursor, desk.screen.memory.zoomed) == (5, False)
        await click(desk, "Fact number 5")
        assert desk.screen.memory.zoomed


async def test_a_click_that_brings_the_focus_opens_nothing(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "slash") as desk:
        await click(desk, "Fact number 0")
        assert desk.screen.memory.current_list.has_focus
        assert not desk.screen.memory.zoomed


async def test_a_click_into_the_filter_lets_one_type(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await click(desk, "filter (space")
        await desk.type("17")
        assert desk.rows == ["Fact number 17"]


async def test_a_click_on_a_key_of_the_last_line_presses_it(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await click(desk, "space mark")
        assert desk.marked == [0]
        await click(desk, "b board")
        assert desk.screen.memory.board
        await click(desk, "? help")
        assert isinstance(desk.app.screen, Help)


async def test_a_drag_marks_what_it_passes(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        first, last = place_of(desk, "Fact number 2"), place_of(desk, "Fact number 6")
        await desk.pilot.mouse_down(offset=first)
        await desk.pilot.hover(offset=last)
        await desk.pilot.mouse_up(offset=last)
        await desk.settle()
        assert desk.marked == [2, 3, 4, 5, 6]
        assert "5 marked" in desk.text
        assert not desk.screen.memory.zoomed


async def test_the_wheel_scrolls_and_leaves_the_cursor(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        entries = desk.screen.memory.current_list
        await wheel(desk, entries, down=True)
        assert entries.scroll_offset.y > 0
        assert desk.cursor == 0
        await wheel(desk, entries, down=False)
        assert entries.scroll_offset.y == 0


async def test_a_click_chooses_in_the_palette(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "colon") as desk:
        await desk.type("board")
        await click(desk, "Show the memories of this store side by side")
        assert desk.screen.memory.board


async def test_on_the_board_a_click_goes_to_the_other_memory(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "b") as desk:
        await click(desk, "Works in Europe")
        assert desk.screen.memory.here is not None
        assert desk.screen.memory.here.target.name == "user"
        assert desk.cursor == 1


async def test_a_click_below_the_last_row_does_nothing(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "right_square_bracket") as desk:
        x, y = place_of(desk, stores.USER[2])
        await desk.pilot.click(offset=(x, y + 4))
        await desk.settle()
        assert (desk.cursor, desk.screen.memory.zoomed) == (0, False)
