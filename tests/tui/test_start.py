"""Between the command and the filled screen."""

from __future__ import annotations

import gc

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.screens.desk import DeskScreen
from tests.homes import HermesHome
from tests.tui.desk import opened, session


async def test_the_collector_that_commands_do_without_runs_again(home: HermesHome, env: Environment) -> None:
    gc.disable()
    try:
        async with opened(session(env)):
            assert gc.isenabled()
    finally:
        gc.enable()


async def test_the_frame_is_there_before_a_store_is_read(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeskScreen, "read_stores", lambda self: None)
    app = HermesMem(session(env))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "slash", "colon", "2")
        assert not app.desk.ready
        assert app.desk.view == "reading"
        await pilot.press("q")
    assert not app.is_running
