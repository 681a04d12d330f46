"""From the list to the board and back: it is the same entries, with the same marks and the same cursor."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import opened, session


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A store with nothing to worry about."""
    stores.calm(hermes_home)
    return hermes_home


async def test_marks_and_cursor_go_along(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "j", "space", "j", "j", "b") as desk:
        assert (desk.cursor, desk.marked) == (3, [1])
        await desk.press("space", "tab", "j", "space", "shift+tab", "b")
        assert (desk.cursor, desk.marked) == (3, [1, 3])
        await desk.press("right_square_bracket")
        assert (desk.cursor, desk.marked) == (1, [1])


async def test_a_mark_taken_away_on_the_board_is_gone(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "space", "b", "n", "b") as desk:
        assert desk.marked == []


async def test_it_opens_on_the_memory_in_sight(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "right_square_bracket", "b") as desk:
        assert desk.screen.memory.here is not None
        assert desk.screen.memory.here.target.name == "user"
        assert f"Entry 1 of {len(stores.USER)}" in desk.text


async def test_it_closes_the_zoom(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "z", "b") as desk:
        assert (desk.screen.memory.board, desk.screen.memory.zoomed) == (True, False)


async def test_what_is_typed_into_the_filter_is_seen_and_filters_every_pane(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "b", "slash") as desk:
        await desk.type("lisbon")
        assert "/ lisbon" in desk.text
        assert "Works in Europe/Lisbon" in desk.text
        assert "Prefers the command" not in desk.text
        assert "monorepo" not in desk.text


async def test_what_was_found_of_a_file_is_said_there_too(hermes_home: HermesHome, env: Environment) -> None:
    stores.drifted(hermes_home)
    async with opened(session(env), "b") as desk:
        assert "a blank line or a space stands before the delimiter" in desk.text
        await desk.press("tab")
        assert "a blank line or a space stands before the delimiter" not in desk.text


async def test_marks_in_another_store_stay(home: HermesHome, env: Environment) -> None:
    stores.calm(home.profile("work"))
    async with opened(session(env), "left_square_bracket", "space", "right_square_bracket", "b", "space", "b") as desk:
        assert desk.marked == [0]
        await desk.press("left_square_bracket")
        assert desk.marked == [0]


async def test_a_mark_is_on_the_entry_of_one_store(home: HermesHome, env: Environment) -> None:
    stores.calm(home.profile("work"))
    work = "j", *["right_square_bracket"] * 2
    async with opened(session(env), "space", *work) as desk:
        assert desk.screen.memory.here
        assert desk.screen.memory.here.home.profile == "work"
        assert (desk.rows[0], desk.marked) == (stores.MEMORY[0], [])
        await desk.press("space", *["left_square_bracket"] * 2)
        assert desk.marked == [0]
