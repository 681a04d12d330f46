"""Faults of ours in work that runs beside the screen: the screen lives, says so, and loses nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.widgets import TextArea

import hermes_mem.tui
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Unreadable
from hermes_mem.tui.history import sources
from hermes_mem.tui.session import Session
from tests.homes import HermesHome
from tests.tui.conftest import FACTS
from tests.tui.desk import Desk, joined, opened, session

FAULT = "This is a fault of hermes-mem (ZeroDivisionError); the details are in"


def broken(*_: object) -> None:
    raise ZeroDivisionError


def logged(isolated: Path) -> int:
    """How many faults the log tells of."""
    return sum(log.read_text("utf-8").count("builtins.ZeroDivisionError") for log in isolated.rglob("hermes-mem.log"))


async def write(desk: Desk, text: str) -> None:
    """Put a text into the open editor and write it."""
    desk.app.screen.query_one(TextArea).load_text(text)
    await desk.press("ctrl+s")


async def test_a_change_that_breaks_keeps_the_draft(
    home: HermesHome, env: Environment, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(session(env), "N") as desk:
        with monkeypatch.context() as patch:
            patch.setattr(Session, "apply", broken)
            await write(desk, "written with care")
        assert f"Your draft is kept. {FAULT}" in desk.text
        assert logged(isolated) == 1
        await desk.press("N")
        assert desk.app.screen.query_one(TextArea).text == "written with care"
        await desk.press("ctrl+s")
        assert "Added 1 to MEMORY" in desk.text


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        (Unreadable("It cannot be read.", "Fix: chmod u+r it"), "is kept, N opens it. It cannot be read. Fix: chmod"),
        (ZeroDivisionError(), f"is kept. {FAULT}"),
    ],
    ids=["unreadable", "fault"],
)
async def test_a_conflict_that_cannot_be_looked_at_keeps_the_draft(
    problem: Exception, says: str, home: HermesHome, env: Environment, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise problem

    async with opened(session(env), "e") as desk:
        home.memory(joined(["pnpm 10 is the package manager", *FACTS[1:]]))
        with monkeypatch.context() as patch:
            patch.setattr(Session, "read", fail)
            patch.setattr("hermes_mem.tui.screens.desk.DeskScreen.read_stores", lambda self: None)
            await write(desk, "mine")
        assert f"Your draft {says}" in desk.text
        assert logged(isolated) == isinstance(problem, ZeroDivisionError)
        await desk.press("N")
        assert desk.app.screen.query_one(TextArea).text == "mine"


@pytest.mark.parametrize("broke", ["read", "effects"])
async def test_a_history_that_breaks(
    broke: str, home: HermesHome, env: Environment, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(session(env), "d") as desk:
        with monkeypatch.context() as patch:
            patch.setattr(sources, broke, broken)
            await desk.press("6")
        assert FAULT in desk.text
        assert ("The history could not be read. R tries again." in desk.text) is (broke == "read")
        assert "Reading…" not in desk.text
        await desk.press("R")
        assert f"- {FACTS[0]}" in desk.text


def worker_calls() -> Iterator[ast.Call]:
    """Every call that makes a worker, in all files of the screen."""
    for path in Path(next(iter(hermes_mem.tui.__path__))).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        from_textual = {
            name.asname or name.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "textual"
            for name in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                made = isinstance(node.func, ast.Attribute) and node.func.attr == "run_worker"
                decorated = isinstance(node.func, ast.Name) and node.func.id == "work" and "work" in from_textual
                if made or decorated:
                    yield node


def test_no_worker_ends_the_application() -> None:
    """Textual would, by its default; and of a worker that no desk owns nobody would hear."""
    calls = list(worker_calls())
    assert len(calls) > 2
    for call in calls:
        (given,) = [keyword.value for keyword in call.keywords if keyword.arg == "exit_on_error"]
        assert isinstance(given, ast.Constant)
        assert given.value is False
