"""The row under the cursor can be read, in colours that differ from the rest."""

from __future__ import annotations

import pytest
from rich.style import Style

from hermes_mem.disk.environment import Environment
from tests.homes import HermesHome
from tests.tui.desk import Desk, opened, session


def styles_of_row(desk: Desk, row: int) -> list[Style]:
    """The styles of the words of a row of the list, as they go to the terminal."""
    entry_list = desk.screen.memory.current_list
    strip = entry_list.render_line(row)
    return [segment.style for segment in strip if segment.style and segment.text.strip()]


@pytest.mark.parametrize("theme", ["caduceus", "papyrus", "stele", "textual-dark", "textual-light"])
async def test_the_cursor_stands_out_and_its_text_can_be_seen(theme: str, home: HermesHome, env: Environment) -> None:
    async with opened(session(env), theme=theme) as desk:
        here, other = styles_of_row(desk, 0), styles_of_row(desk, 1)
        assert {style.bgcolor for style in here}.isdisjoint({style.bgcolor for style in other})
        assert all(style.color != style.bgcolor for style in here + other)


async def test_without_colours_the_cursor_is_reversed(home: HermesHome, env: Environment) -> None:
    colourless = Environment({**env.environ, "NO_COLOR": "1"}, env.user_home, env.cwd)
    async with opened(session(colourless)) as desk:
        assert all(style.reverse for style in styles_of_row(desk, 0))
        assert not any(style.reverse for style in styles_of_row(desk, 1))
