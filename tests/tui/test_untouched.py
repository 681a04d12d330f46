"""Looking changes nothing: neither a home with everything in it nor what lies about it."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from hermes_mem.config.places import state_dir
from hermes_mem.demo.create import create
from hermes_mem.disk.environment import Environment
from hermes_mem.store.reading import Choice
from hermes_mem.tui.app import COMMANDS
from tests.cli.test_untouched import state
from tests.tui.desk import Desk, opened, session

LEAVES = {"app.suspend", "app.quit"}
LOOKS = [command for command in COMMANDS if command.group != "Change" and command.id not in LEAVES]
"""Every command that only looks; that its keys run it, `test_keys` holds."""


@pytest.fixture
def demo(person: Path) -> Path:
    """The home with every state in it."""
    path = person / ".hermes"
    create(path)
    return path


async def look_at_everything(desk: Desk) -> None:
    """Give every command in the list and on the board, and go to every memory of every store."""
    for place in ((), ("b",)):
        for command in LOOKS:
            desk.screen.show_view(command.view or "memory")
            await desk.screen.action_command(command.id)
            await desk.settle()
            if len(desk.app.screen_stack) > 1 or isinstance(desk.app.focused, Input):
                await desk.press("escape")
        desk.screen.show_view("memory")
        await desk.press("1", *place)
    for _ in desk.screen.memory.target_rows:
        await desk.pilot.press("]")
    await desk.press("R")
    assert "Read again from disk." in desk.text


async def test_a_whole_home_is_the_same_after_every_key_that_looks(demo: Path, env: Environment) -> None:
    before = state(demo)
    async with opened(session(env, Choice(demo, "all"))) as desk:
        await look_at_everything(desk)
        await desk.press("q")
    assert state(demo) == before


async def test_what_is_remembered_is_for_this_user_only(demo: Path, env: Environment) -> None:
    async with opened(session(env, Choice(demo, "all")), "b", "q"):
        pass
    place = state_dir(env)
    assert (place / "ui.json").is_file()
    assert place.stat().st_mode & 0o777 == 0o700
    modes = {path.name: path.stat().st_mode & 0o777 for path in place.rglob("*") if path.is_file()}
    assert {name: mode for name, mode in modes.items() if mode != 0o600} == {}


async def test_nothing_of_ours_lies_anywhere_else(demo: Path, env: Environment, person: Path) -> None:
    async with opened(session(env, Choice(demo, "all")), "b", "j", "y", "q"):
        pass
    outside = [path for path in person.iterdir() if path != demo]
    assert outside == []


async def test_where_nothing_can_be_remembered_it_is_said_and_the_screen_goes_on(
    demo: Path, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = demo.parent / "a-file"
    blocked.write_text("in the way", "utf-8")
    monkeypatch.setenv("HERMES_MEM_STATE", str(blocked / "state"))
    async with opened(session(Environment.here(), Choice(demo)), "b") as desk:
        assert desk.screen.memory.board
        assert "ui.json cannot be written" in desk.text
