"""What others write while the screen is open: it is shown and said, and what the person is doing stays."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from textual.widgets import TextArea

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.schema import FILE
from hermes_mem.model.plan import Result
from hermes_mem.store import watching
from hermes_mem.store.looking_back import changes
from hermes_mem.store.writing import Order
from hermes_mem.tui.screens.editor import Editor
from hermes_mem.tui.session import Session
from tests.homes import HermesHome
from tests.tui.conftest import FACTS
from tests.tui.desk import Desk, joined, opened, session

SOON = 15.0
"""Seconds, so that a busy machine fails no test."""


@pytest.fixture(autouse=True)
def short_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "TOGETHER", 0.1)


async def until(desk: Desk, so: Callable[[], bool]) -> None:
    """Wait for what another program causes."""
    for _ in range(int(SOON * 20)):
        await desk.settle()
        if so():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(desk.text)


async def until_watched(desk: Desk, env: Environment) -> None:
    """Until the first versions are kept: what is written from now on is a change by others."""
    await until(desk, lambda: (state_dir(env) / FILE).exists() and bool(changes(env)))


async def test_a_change_by_others_is_shown_and_said(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, live=True), "j") as desk:
        await until_watched(desk, env)
        home.memory(joined(["A new first one", *FACTS]))
        await until(desk, lambda: "A new first one" in desk.text)
        told = f"hermes:default by unknown: MEMORY {len(FACTS)} → {len(FACTS) + 1} entries"
        await until(desk, lambda: told in desk.text.split("\n")[0])
        assert FACTS[1].split("\n")[0][:20] in desk.rows[desk.cursor]


async def test_a_loss_stays_in_the_title_until_the_history_is_looked_at(home: HermesHome, env: Environment) -> None:
    home.memory(joined([*FACTS, "three more", "two more", "one more"]))
    async with opened(session(env, live=True)) as desk:
        await until_watched(desk, env)
        home.memory(joined(FACTS[:1]))
        await until(desk, lambda: "! MEMORY shrank from" in desk.text.split("\n")[0])
        await desk.press("6")
        assert "shrank" not in desk.text.split("\n")[0]
        assert "7 → 1 entries" in await desk.still()


async def test_an_earlier_version_that_is_back_is_said(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, live=True)) as desk:
        await until_watched(desk, env)
        home.memory(joined([*FACTS, "theirs"]))
        await until(desk, lambda: "theirs" in desk.text)
        home.memory(joined(FACTS))
        await until(desk, lambda: "back to what it was before change 2" in desk.text)


async def test_what_is_being_written_stays(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, live=True), "e") as desk:
        await until_watched(desk, env)
        editor = desk.app.screen
        assert isinstance(editor, Editor)
        editor.query_one(TextArea).load_text("a draft of mine")
        home.memory(joined([*FACTS, "theirs"]))
        await until(desk, lambda: len(desk.screen.memory.current_list.rows) == len(FACTS) + 1)
        assert desk.app.screen is editor
        assert editor.query_one(TextArea).text == "a draft of mine"


async def test_our_own_changes_are_no_news(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, live=True)) as desk:
        await until_watched(desk, env)
        await desk.press("d")
        await asyncio.sleep(1.5)
        await desk.settle()
        assert "by unknown" not in desk.text


async def test_where_nothing_can_be_kept_it_says_that_nothing_is_watched(home: HermesHome, env: Environment) -> None:
    state_dir(env).parent.mkdir(parents=True, exist_ok=True)
    state_dir(env).write_bytes(b"a file in the way")
    async with opened(session(env, live=True)) as desk:
        await until(desk, lambda: "The stores are not watched." in desk.text)
        assert len(desk.rows) == len(FACTS)


async def test_a_text_that_is_being_written_is_no_draft_that_lost_its_entry(
    home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stores are read again after the entry was reworded, and before the screen knows that it was."""
    really = Session.apply

    def apply(self: Session, order: Order) -> Result:
        result = really(self, order)
        seen.set()
        assert shown.wait(SOON)
        return result

    seen, shown = threading.Event(), threading.Event()
    monkeypatch.setattr(Session, "apply", apply)
    async with opened(session(env), "e") as desk:
        desk.app.screen.query_one(TextArea).load_text("reworded")
        await desk.pilot.press("ctrl+s")
        await asyncio.to_thread(seen.wait, SOON)
        desk.screen.read_stores()
        for _ in range(200):
            await desk.pilot.pause(0.02)
            if "reworded" in desk.text:
                break
        shown.set()
        await desk.settle()
        assert desk.screen.drafts == {}
        assert "Edited 1 in MEMORY" in desk.text
