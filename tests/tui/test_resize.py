"""A window of any size: nothing breaks, and the list stays in sight."""

from __future__ import annotations

import pytest
from textual.geometry import Region

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.views import VIEWS
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import Desk, opened, session

SIZES = [
    (40, 10),
    (200, 60),
    (20, 8),
    (160, 12),
    (60, 16),
    (59, 15),
    (100, 30),
    (99, 29),
    (24, 60),
    (120, 8),
    (10, 3),
    (1, 1),
    (80, 24),
    (300, 100),
    (120, 36),
]
"""Up and down and across every line between two layouts."""

LEAST = (20, 8)

PLACES = {
    "list": ("j", "j", "j", "j", "space"),
    "board": ("b", "j", "space"),
    "filter": ("slash", "i", "n"),
    "zoom": ("j", "z"),
    "board zoom": ("b", "z"),
    "palette": ("colon",),
    "help": ("question_mark",),
    "targets": ("ctrl+t",),
    "editor": ("j", "e"),
    **{view: (str(number),) for number, view in enumerate(VIEWS, 1) if view != "memory"},
}


async def resized(desk: Desk, size: tuple[int, int]) -> None:
    """Give the window this size and wait for it."""
    await desk.pilot.resize_terminal(*size)
    await desk.settle()


@pytest.mark.parametrize("place", PLACES)
async def test_any_size(place: str, hermes_home: HermesHome, env: Environment) -> None:
    stores.flagged(hermes_home)
    hermes_home.memory(hermes_home.path.joinpath("memories", "MEMORY.md").read_bytes() + b"\n\n")
    async with opened(session(env), *PLACES[place]) as desk:
        for size in SIZES:
            await resized(desk, size)
            assert desk.app.screen.size == size
            assert len(desk.text.split("\n")) == size[1]
            if place in ("list", "board", "filter") and size[0] >= LEAST[0] and size[1] >= LEAST[1]:
                assert in_sight(desk, size), f"at {size}:\n{desk.text}"


def in_sight(desk: Desk, size: tuple[int, int]) -> bool:
    """Whether each list has a line of its own on the screen, and the cursor's row begins in it."""
    window = Region(0, 0, *size)
    lists = desk.screen.memory.lists
    cursor = desk.screen.memory.current_list
    top = cursor.cursor * cursor.row_height - cursor.scroll_offset.y
    shown = all(each.region.height >= 1 and window.contains_region(each.region) for each in lists)
    return shown and 0 <= top < max(1, cursor.size.height)


@pytest.mark.parametrize("size", [(20, 8), (30, 10), (40, 12), (59, 15)])
async def test_on_a_small_window_an_entry_can_be_read(
    size: tuple[int, int], hermes_home: HermesHome, env: Environment
) -> None:
    stores.calm(hermes_home)
    async with opened(session(env), "j", "z", size=size) as desk:
        for _ in range(12):
            await desk.press("J")
            if "frozen" in desk.text:
                break
        assert "frozen" in desk.text
        await desk.press("escape")
        assert not desk.screen.memory.zoomed


async def test_what_the_person_did_survives_a_resize(hermes_home: HermesHome, env: Environment) -> None:
    stores.calm(hermes_home)
    async with opened(session(env), "j", "space", "j", "slash", "i", "n", "enter", "j") as desk:
        before = (desk.cursor, desk.marked, desk.rows)
        for size in SIZES:
            await resized(desk, size)
        assert (desk.cursor, desk.marked, desk.rows) == before


async def test_below_the_least_size_it_says_what_it_needs(hermes_home: HermesHome, env: Environment) -> None:
    stores.calm(hermes_home)
    async with opened(session(env), size=(60, 7)) as desk:
        assert desk.text.startswith("Too small. From 20 x 8 on")
        await resized(desk, LEAST)
        assert "Too small" not in desk.text
