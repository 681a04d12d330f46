"""Keys that come faster than the screen: each goes where the person meant it to go."""

from __future__ import annotations

import pytest
from textual.events import Key

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.screens.help import Help
from hermes_mem.tui.screens.picker import Picker
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import Desk, opened, session


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A store with nothing to worry about."""
    stores.calm(hermes_home)
    return hermes_home


NAMED = {":": "colon", "?": "question_mark", "/": "slash", " ": "space"}
WHOLE = {"enter", "escape", "down", "ctrl+s"}
"""Names of keys that are no words to type."""


async def burst(desk: Desk, *typed: str) -> None:
    """All keys at once, as a slow line delivers them; words are typed letter by letter."""
    for word in typed:
        for letter in [word] if word in WHOLE else word:
            desk.app.post_message(Key(NAMED.get(letter, letter), letter if letter not in WHOLE else None))
    await desk.still()


async def test_the_palette(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await burst(desk, ":", "board", "enter")
        assert desk.screen.memory.board
        assert len(desk.app.screen_stack) == 1


async def test_help(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await burst(desk, "?", "j", "j", "k")
        assert isinstance(desk.app.screen, Help)
        assert desk.cursor == 0
        await burst(desk, "escape", "j")
        assert desk.cursor == 1


async def test_the_filter(home: HermesHome, env: Environment) -> None:
    """`d` and `n` are commands of the list."""
    before = (home.path / "memories" / "MEMORY.md").read_bytes()
    for opening in ((), ("z",), ("b",), ("b", "z")):
        async with opened(session(env), *opening) as desk:
            await burst(desk, "/", "docker n")
            assert desk.screen.memory.desired.query == "docker n"
            assert (home.path / "memories" / "MEMORY.md").read_bytes() == before


async def test_the_editor(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await burst(desk, "N", "deploy and undo", "ctrl+s")
        assert "13 entries" in desk.text
    text = (home.path / "memories" / "MEMORY.md").read_text("utf-8")
    assert text.endswith("deploy and undo")
    assert text.startswith(stores.MEMORY[0])


async def test_a_key_after_a_refusal_waits_for_nothing(home: HermesHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await burst(desk, "m", "j", "j")
        assert desk.cursor == 2
        assert not isinstance(desk.app.screen, Picker)
