"""What happens on disk while the screen is open."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import joined, opened, session


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A store with nothing to worry about."""
    stores.calm(hermes_home)
    return hermes_home


@pytest.mark.parametrize("keys", [(), ("b",), ("z",), ("b", "z"), ("slash", "i"), ("space", "v", "j")], ids=" ".join)
async def test_a_home_that_goes_away_and_comes_back(keys: tuple[str, ...], home: HermesHome, env: Environment) -> None:
    aside = home.path.with_name("aside")
    async with opened(session(env), *keys) as desk:
        home.path.rename(aside)
        await desk.press("escape", "escape", "R")
        assert "No agent memory was found." in desk.text
        assert "monorepo" not in desk.text
        for key in ("j", "space", "b", "z", "slash", "y", "]", "tab"):
            await desk.press(key)
        aside.rename(home.path)
        await desk.press("escape", "R")
        assert "12 entries" in desk.text
        assert "monorepo" in desk.text


async def test_a_memory_that_breaks_and_is_mended(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "j") as desk:
        home.memory("café".encode("latin-1"))
        await desk.press("R")
        assert "MEMORY · undecodable" in desk.text
        assert "monorepo" not in desk.text
        home.memory(joined(stores.MEMORY))
        await desk.press("R")
        assert "12 entries" in desk.text


async def test_a_memory_that_shrinks_under_the_cursor_and_the_marks(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "a", "G") as desk:
        home.memory(joined(stores.MEMORY[:2]))
        await desk.press("R")
        assert (desk.cursor, desk.marked) == (1, [0, 1])
        home.memory(b"")
        await desk.press("R")
        assert (desk.rows, desk.marked) == ([], [])


async def test_a_profile_that_appears_and_goes(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "b") as desk:
        home.profile("work").memory(joined(["A fact of work"]))
        await desk.press("R")
        await desk.press("right_square_bracket", "right_square_bracket")
        assert "A fact of work" in desk.text
        (home.path / "profiles" / "work" / "memories" / "MEMORY.md").unlink()
        (home.path / "profiles" / "work").rename(home.path / "elsewhere")
        await desk.press("R")
        assert "A fact of work" not in desk.text
        assert desk.screen.memory.here is not None


async def test_many_readings_at_once_end_in_the_last(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        for number in range(1, 12):
            home.memory(joined(stores.MEMORY[:number]))
            await desk.pilot.press("R")
        await desk.settle()
        assert len(desk.rows) == 11
