"""A home of Pi on the screen: what is seen of it, and that every key that changes memory changes it as Pi would."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.widgets import TextArea

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.metadata import encoded
from hermes_mem.tui.screens.editor import Editor
from hermes_mem.tui.screens.picker import Picker
from tests.homes import HermesHome, PiHome
from tests.tui import pi_stores as stores
from tests.tui.desk import SIZES, Desk, joined, opened, remembering, session

TODAY = datetime.now(UTC).date().isoformat()


@pytest.fixture
def env(env: Environment, isolated: Path) -> Environment:
    """In the directory of a project."""
    directory = isolated / "work" / stores.PROJECT
    directory.mkdir(parents=True)
    return replace(env, cwd=directory)


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    """A well used home, and nothing of Hermes."""
    stores.used(pi_home)
    return pi_home


def text(home: PiHome, name: str) -> str:
    """What is in one of the files."""
    return (home.path / "pi-hermes-memory" / f"{name}.md").read_text("utf-8")


async def type_over(desk: Desk, words: str) -> None:
    """Put a text into the open editor instead of what is in it."""
    assert isinstance(desk.app.screen, Editor)
    desk.app.screen.query_one(TextArea).load_text(words)
    await desk.settle()


def in_sight(desk: Desk) -> list[str]:
    """The memories on the board, from left to right."""
    return [pane.row.target.name for pane in desk.screen.memory._board.panes if pane.row]


async def go(desk: Desk, name: str) -> None:
    """Go to a memory of Pi."""
    assert desk.screen.memory.go_to(f"pi:default/{name}")
    await desk.settle()


# What is seen


async def test_what_is_found_by_searching_is_not_called_off(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        assert "(off)" not in desk.text
        assert "finds it by searching, at once" in desk.text
        await go(desk, "standing")
        assert "sees it from the start of its next session on" in desk.text


async def test_what_a_cap_leaves_out_says_so(pi_home: PiHome, env: Environment) -> None:
    stores.shown(pi_home)
    async with opened(session(env)) as desk:
        assert "sees it from the start of its next session on" in desk.text
        await go(desk, "failures")
        assert "a cap of its own leaves it out of the prompt" in desk.text
        await go(desk, "project:infra")
        assert "finds it by searching, at once" in desk.text


async def test_the_card_has_what_pi_keeps(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        assert "created 2026-07-01 · 152 days ago" in desk.text
        assert "changed 2026-11-20 · 10 days ago" in desk.text
        await desk.press("j", "j")
        assert "dates   none" in desk.text
        await desk.press("j")
        assert "More than one line" in desk.text
        await desk.press("z")
        assert "changed 2026-11-30 · today" in desk.text
        await desk.press("z")
        await go(desk, "failures")
        assert "about   failure" in desk.text
        assert "project shop" in desk.text
        await desk.press("G")
        assert "about   no category" in desk.text


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
async def test_rows_have_age_category_and_project(home: PiHome, env: Environment, size: tuple[int, int]) -> None:
    async with opened(session(env), size=size) as desk:
        await go(desk, "failures")
        (row,) = (line for line in desk.text.splitlines() if "--frozen" in line and "tool-quirk" in line)
        assert "  10d tool-quirk CI needs --frozen-lockfile" in row
        assert " shop " in row
        assert "[tool-quirk]" not in row


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
async def test_every_memory_is_named_while_it_is_in_sight(
    home: PiHome, env: Environment, size: tuple[int, int]
) -> None:
    async with opened(session(env), size=size) as desk:
        seen = []
        for row in desk.screen.memory.target_rows:
            here = desk.screen.memory.here
            assert here
            assert here.key == row.key
            assert f"›{row.target.title} " in desk.text
            seen.append(row.target.name)
            await desk.press("right_square_bracket")
        assert seen[4] == "project:shop"
        assert len(seen) == 5 + len(stores.OTHERS)
        assert desk.screen.memory.here == desk.screen.memory.target_rows[0]


# The filter


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("[tool-quirk]", [2, 3]),
        ("category:tool", [2, 3]),
        ("Category:TOOL-quirk project:sh", [2]),
        ("project:shop", [0, 2]),
        ("shop", [0, 2]),
        ("project:shop token", [0]),
        ("category:", [0, 1, 2, 3, 4]),
        ("category:none", []),
    ],
)
async def test_the_filter_knows_category_and_project(
    home: PiHome, env: Environment, query: str, found: list[int]
) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        assert "category: project:" in desk.text
        entries = [entry.text for entry in desk.screen.memory.here.target.entries]  # type: ignore[union-attr]
        desk.screen.memory._entries.query_input.value = query
        await desk.settle()
        assert {row.entry.text for row in desk.screen.memory.current_list.rows} == {entries[n] for n in found}


# The board


@pytest.mark.parametrize(("width", "number"), [(80, 2), (119, 2), (120, 3), (160, 4), (200, 5)])
async def test_the_board_has_as_many_panes_as_fit(home: PiHome, env: Environment, width: int, number: int) -> None:
    names = ["memory", "user", "failures", "standing", "project:shop"]
    async with opened(session(env, remembered=remembering(layout="board")), size=(width, 36)) as desk:
        assert in_sight(desk) == names[:number]
        assert f"memories 1-{number} of 12" in desk.text


async def test_the_board_pages_through_all_and_keeps_marks(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "b", "space", size=(80, 24)) as desk:
        for name in ("user", "failures", "standing", "project:shop", "project:alpha"):
            await desk.press("right_square_bracket")
            assert desk.screen.memory.here
            assert desk.screen.memory.here.target.name == name
            assert name in in_sight(desk)
            assert desk.marked == []
        for _ in range(5):
            await desk.press("left_square_bracket")
        assert (in_sight(desk), desk.marked) == (["memory", "user"], [0])
        await desk.press("b")
        assert desk.marked == [0]


async def test_the_board_follows_the_width(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "b", "tab", "tab", size=(120, 36)) as desk:
        assert desk.screen.memory.here
        assert desk.screen.memory.here.target.name == "failures"
        await desk.pilot.resize_terminal(80, 24)
        await desk.settle()
        assert in_sight(desk) == ["user", "failures"]
        assert desk.screen.memory.here.target.name == "failures"


async def test_keys_that_come_at_once_go_as_far_on_the_board(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "b", size=(120, 36)) as desk:
        await desk.pilot.press(*["right_square_bracket"] * 4)
        await desk.settle()
        assert desk.screen.memory.here
        assert desk.screen.memory.here.target.name == "project:shop"


async def test_an_entry_goes_to_the_pane_beside(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "b", "less_than_sign") as desk:
        assert "There is no pane on that side" in desk.text
        await desk.press("greater_than_sign")
        assert "Moved 1 from MEMORY to USER" in desk.text
        assert text(home, "USER") == joined([*stores.USER, stores.MEMORY[0]]).decode()
        assert text(home, "MEMORY") == joined(stores.MEMORY[1:]).decode()
        await desk.press("u")
        assert text(home, "USER") == joined(stores.USER).decode()
        assert text(home, "MEMORY") == joined(stores.MEMORY).decode()


# Changing


async def test_a_new_entry_has_its_dates_and_the_gauge_knew(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        await type_over(desk, "A new fact")
        wanted = joined([*stores.MEMORY, encoded("A new fact", TODAY, TODAY)]).decode()
        assert f" → {len(wanted)} / 5,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "MEMORY") == wanted
        assert "Added 1 to MEMORY" in desk.text


async def test_an_edited_entry_keeps_the_day_it_was_made(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        await type_over(desk, "The laptop runs Fedora 45.")
        wanted = joined([encoded("The laptop runs Fedora 45.", stores.DAY, TODAY), *stores.MEMORY[1:]]).decode()
        assert f" → {len(wanted)} / 5,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "MEMORY") == wanted


async def test_an_edited_failure_keeps_its_project(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        await desk.press("e")
        await type_over(desk, "[failure] Kept the token in a cookie")
        entry = encoded("[failure] Kept the token in a cookie", stores.DAY, TODAY, "shop")
        wanted = joined([entry, *stores.FAILURES[1:]]).decode()
        assert f" → {len(wanted)} / 10,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "failures") == wanted


@pytest.mark.parametrize(
    ("keys", "typed", "entry"),
    [
        (["enter"], "It broke", "[failure] It broke"),
        (["type:quirk", "enter"], "It broke", "[tool-quirk] It broke"),
        (["type:quirk", "enter"], "[insight] It broke", "[insight] It broke"),
    ],
)
async def test_a_new_failure_is_asked_for_its_category(
    home: PiHome, env: Environment, keys: list[str], typed: str, entry: str
) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        await desk.press("N")
        assert isinstance(desk.app.screen, Picker)
        for key in keys:
            await (desk.type(key[5:]) if key.startswith("type:") else desk.press(key))
        await type_over(desk, typed)
        wanted = joined([*stores.FAILURES, encoded(entry, TODAY, TODAY)]).decode()
        assert f" → {len(wanted)} / 10,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "failures") == wanted


async def test_stepping_out_of_the_category_writes_nothing(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        await desk.press("N", "escape")
        assert desk.app.screen is desk.screen
        assert text(home, "failures") == joined(stores.FAILURES).decode()


async def test_a_rule_is_added_and_comments_stay(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "standing")
        await desk.press("N")
        await type_over(desk, "Keep answers short.")
        used = len("\n".join([*stores.RULES, "Keep answers short."]))
        assert f" → {used} / 2,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "STANDING") == stores.STANDING + "- Keep answers short.\n"


async def test_to_hermes_and_back(home: PiHome, hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(joined(["A fact of Hermes"])).user(joined(["Likes tea"]))
    memory = hermes_home.path / "memories" / "MEMORY.md"
    async with opened(session(env)) as desk:
        await go(desk, "memory")
        await desk.press("t")
        await desk.type("memory hermes")
        await desk.press("enter")
        assert memory.read_bytes() == joined(["A fact of Hermes", "The laptop runs Fedora 44; the shell is fish."])
        assert text(home, "MEMORY") == joined(stores.MEMORY[1:]).decode()
        assert "Hermes keeps nothing of that" in desk.screen.query_one("Flash").message.plain  # type: ignore[attr-defined]
        await desk.press("u")
        assert text(home, "MEMORY") == joined(stores.MEMORY).decode()
        assert memory.read_bytes() == joined(["A fact of Hermes"])
        assert desk.screen.memory.go_to("hermes:default/memory")
        await desk.settle()
        await desk.press("t")
        await desk.type("failures pi")
        await desk.press("enter", "exclamation_mark")
        assert text(home, "failures").endswith(encoded("A fact of Hermes", TODAY, TODAY))


async def test_repair_removes_what_pi_would(pi_home: PiHome, env: Environment) -> None:
    pi_home.memory(joined(["one", "two", "one"]) + b"\n\n")
    async with opened(session(env), "F") as desk:
        assert "Repaired MEMORY" in desk.text
        assert text(pi_home, "MEMORY") == joined(["one", "two"]).decode()


async def test_undo_after_a_restart(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "d"):
        assert text(home, "MEMORY") == joined(stores.MEMORY[1:]).decode()
    async with opened(session(env), "u"):
        assert text(home, "MEMORY") == joined(stores.MEMORY).decode()


async def test_join_and_split(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "space", "j", "space", "m") as desk:
        await type_over(desk, "Fedora 44 with fish and rg.")
        await desk.press("ctrl+s")
        joined_up = encoded("Fedora 44 with fish and rg.", stores.DAY, TODAY)
        assert text(home, "MEMORY") == joined([joined_up, *stores.MEMORY[2:]]).decode()
        await desk.press("home", "S")
        await type_over(desk, "Fedora 44 with fish.\n§\nrg is there.")
        parts = [encoded(part, stores.DAY, TODAY) for part in ("Fedora 44 with fish.", "rg is there.")]
        wanted = joined([*parts, *stores.MEMORY[2:]]).decode()
        assert f" → {len(wanted)} / 5,000" in desk.text
        await desk.press("ctrl+s")
        assert text(home, "MEMORY") == wanted
        await desk.press("u", "u")
        assert text(home, "MEMORY") == joined(stores.MEMORY).decode()
        await desk.press("U")
        assert text(home, "MEMORY") == joined([joined_up, *stores.MEMORY[2:]]).decode()


async def test_the_order_of_a_file(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "alt+down") as desk:
        first, second, *others = stores.MEMORY
        assert text(home, "MEMORY") == joined([second, first, *others]).decode()
        await desk.press("alt+up")
        assert text(home, "MEMORY") == joined(stores.MEMORY).decode()


async def test_the_first_fact_of_a_project(pi_home: PiHome, env: Environment) -> None:
    stores.absent(pi_home)
    async with opened(session(env)) as desk:
        await go(desk, "project:shop")
        assert "PROJECT shop is empty" in desk.text
        await desk.press("N")
        await type_over(desk, "The cart table is ours.")
        await desk.press("ctrl+s")
        written = (pi_home.path / "projects-memory/shop/MEMORY.md").read_text("utf-8")
        assert written == encoded("The cart table is ours.", TODAY, TODAY)
        assert "Added 1 to PROJECT shop" in desk.text


async def test_a_file_that_is_gone_gives_the_command_that_brings_it_back(pi_home: PiHome, env: Environment) -> None:
    stores.gone(pi_home)
    async with opened(session(env)) as desk:
        assert "copy the command that mends it" in desk.text
        command = desk.screen.memory.to_copy
        assert command
        scripts = Path(sys.executable).parent
        environ = {**env.environ, "PATH": f"{scripts}:{os.environ['PATH']}"}
        await asyncio.to_thread(subprocess.run, command, shell=True, check=True, env=environ)
        await desk.press("R")
        assert "MEMORY · 5 entries" in desk.text


async def test_what_the_history_shows_of_a_failure_can_be_brought_back(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        await desk.press("d", "6")
        assert "removed 1 from FAILURES" in desk.text
        await desk.press("enter")
        await desk.type("back")
        await desk.press("enter")
        assert text(home, "failures") == joined([*stores.FAILURES[1:], stores.FAILURES[0]]).decode()


async def test_a_secret_in_a_failure_is_refused_and_redacted(home: PiHome, env: Environment) -> None:
    async with opened(session(env)) as desk:
        await go(desk, "failures")
        await desk.press("N", "enter")
        await type_over(desk, "The key is ghp_" + "a1B2" * 9)
        await desk.press("ctrl+s")
        assert text(home, "failures") == joined(stores.FAILURES).decode()
        await desk.press("X", "enter", "ctrl+s")
        assert text(home, "failures").endswith(encoded("[failure] The key is [redacted]", TODAY, TODAY))
