"""Changing memory on the screen: what lies on disk afterwards, what is said, and that nothing written is lost."""

from __future__ import annotations

import shutil

import pytest
from textual.widgets import TextArea

from hermes_mem.disk.environment import Environment
from hermes_mem.model import plan
from hermes_mem.store.reading import Choice
from hermes_mem.store.writing import Order
from hermes_mem.tui.memory.pictures import to_pictures
from hermes_mem.tui.screens.editor import Editor
from hermes_mem.tui.screens.picker import Picker
from tests.homes import HermesHome
from tests.tui.conftest import FACTS
from tests.tui.desk import Desk, joined, opened, session

SECRET = "The key is ghp_" + "a1B2" * 9


def memory(home: HermesHome) -> bytes:
    return (home.path / "memories/MEMORY.md").read_bytes()


def user(home: HermesHome) -> bytes:
    return (home.path / "memories/USER.md").read_bytes()


async def type_over(desk: Desk, text: str) -> None:
    """Put a text into the open editor instead of what is in it."""
    assert isinstance(desk.app.screen, Editor)
    desk.app.screen.query_one(TextArea).load_text(text)
    await desk.settle()


def written_text(desk: Desk) -> str:
    """What is in the open editor."""
    assert isinstance(desk.app.screen, Editor)
    return desk.app.screen.text


async def write(desk: Desk, text: str, *, keep: bool = True) -> None:
    """Put a text into the open editor, and write it or leave."""
    await type_over(desk, text)
    await desk.press("ctrl+s" if keep else "escape")


async def test_remove_and_undo_and_redo(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "j", "d") as desk:
        assert memory(home) == joined([FACTS[0], *FACTS[2:]])
        assert "Removed 1 from MEMORY: " in desk.text
        assert "u undo" in desk.text
        await desk.press("u")
        assert memory(home) == joined(FACTS)
        await desk.press("U")
        assert memory(home) == joined([FACTS[0], *FACTS[2:]])


async def test_undo_after_a_restart(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "d"):
        assert memory(home) == joined(FACTS[1:])
    async with opened(session(env), "u"):
        assert memory(home) == joined(FACTS)


async def test_marked_entries_go_together(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "space", "j", "space", "d") as desk:
        assert "MEMORY would lose more than half" in desk.text
        await desk.press("exclamation_mark")
        assert memory(home) == joined(FACTS[2:])
        assert "Removed 2 from MEMORY" in desk.text


async def test_edit_shows_the_budget_and_writes(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        desk.app.screen.query_one(TextArea).load_text("npm is not")
        await desk.settle()
        before, after = (len(joined(texts).decode()) for texts in (FACTS, ["npm is not", *FACTS[1:]]))
        assert f"{before} → {after} / 2,200" in desk.text
        await desk.press("ctrl+s")
        assert memory(home) == joined(["npm is not", *FACTS[1:]])
        assert "Edited 1 in MEMORY" in desk.text


async def test_a_new_entry(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        await write(desk, "  A new fact\n")
        assert memory(home) == joined([*FACTS, "A new fact"])


async def test_a_draft_that_is_left_comes_back(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        await write(desk, "half a thou", keep=False)
        assert memory(home) == joined(FACTS)
        await desk.press("e")
        assert desk.app.screen.query_one(TextArea).text == "half a thou"


async def test_a_refusal_keeps_the_text_and_one_key_keeps_it_anyway(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        await write(desk, SECRET)
        assert memory(home) == joined(FACTS)
        assert "! do it anyway" in desk.text
        await desk.press("N")
        assert desk.app.screen.query_one(TextArea).text == SECRET
        await desk.press("escape", "exclamation_mark")
        assert memory(home) == joined([*FACTS, SECRET])


async def test_a_secret_is_redacted_before_the_eyes_of_the_person(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        await write(desk, SECRET)
        assert "X redact" in desk.text
        await desk.press("X")
        assert isinstance(desk.app.screen, Editor)
        assert "[redacted]" in desk.text
        await desk.press("ctrl+s")
        assert memory(home) == joined([*FACTS, "The key is [redacted]"])


async def test_join_and_split(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "space", "j", "space", "m") as desk:
        await write(desk, "pnpm, and deploys on Tuesdays")
        assert memory(home) == joined(["pnpm, and deploys on Tuesdays", *FACTS[2:]])
        await desk.press("n", "home", "S")
        await write(desk, "pnpm\n§\ndeploys on Tuesdays")
        assert memory(home) == joined(["pnpm", "deploys on Tuesdays", *FACTS[2:]])


async def test_a_split_shows_its_budget_and_keeps_odd_line_breaks(home: HermesHome, env: Environment) -> None:
    odd = "first\u2028line"
    async with opened(session(env), "S") as desk:
        await type_over(desk, f"§\n{to_pictures(odd)}\n§\n§\nsecond\n§")
        before, after = (len(joined(texts).decode()) for texts in (FACTS, [odd, "second", *FACTS[1:]]))
        assert f"{before} → {after} / 2,200" in desk.text
        await desk.press("ctrl+s")
        assert memory(home) == joined([odd, "second", *FACTS[1:]])


async def test_a_split_into_one_is_none_and_the_text_is_kept(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "S") as desk:
        await write(desk, "only one\n§")
        assert "A split needs at least two texts." in desk.text
        assert memory(home) == joined(FACTS)
        await desk.press("S")
        assert desk.app.screen.query_one(TextArea).text == "only one\n§"


async def test_a_text_that_is_there_already_costs_nothing(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        used = len(joined(FACTS).decode())
        await type_over(desk, FACTS[2])
        assert f"{used} → {used} / 2,200" in desk.text
        await type_over(desk, "new")
        assert f"{used} → {used + len('new') + 3} / 2,200" in desk.text


async def test_move_to_another_memory_and_across_the_board(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "t") as desk:
        assert isinstance(desk.app.screen, Picker)
        await desk.press("enter")
        assert user(home) == joined(["Prefers short answers", FACTS[0]])
        await desk.press("b", "tab", "j", "less_than_sign")
        assert user(home) == joined(["Prefers short answers"])
        assert memory(home) == joined([*FACTS[1:], FACTS[0]])


async def test_an_entry_keeps_its_cursor_when_it_is_put_elsewhere(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "alt+down", "alt+down") as desk:
        assert memory(home) == joined([*FACTS[1:3], FACTS[0], FACTS[3]])
        assert desk.cursor == 2


async def test_others_changed_other_entries_meanwhile(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        home.memory(joined([*FACTS, "theirs"]))
        await write(desk, "mine")
        assert memory(home) == joined(["mine", *FACTS[1:], "theirs"])


async def test_others_changed_this_entry_meanwhile(home: HermesHome, env: Environment) -> None:
    theirs = "pnpm 10 is the package manager here"
    async with opened(session(env), "e") as desk:
        home.memory(joined([theirs, *FACTS[1:]]))
        await write(desk, "mine")
        assert "The entry changed while you wrote" in desk.text
        await desk.press("down", "down", "down", "enter")
        assert all(text in desk.text for text in (FACTS[0], theirs, "mine"))
        await desk.press("escape", "enter")
        assert memory(home) == joined(["mine", *FACTS[1:]])
        await desk.press("u")
        assert memory(home) == joined([theirs, *FACTS[1:]])


async def test_this_entry_is_gone_and_the_text_is_kept_as_new(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        home.memory(joined(FACTS[1:]))
        await write(desk, "mine")
        await desk.press("enter")
        assert memory(home) == joined([*FACTS[1:], "mine"])


async def test_a_draft_that_met_another_version_is_opened_on_that(home: HermesHome, env: Environment) -> None:
    theirs = "pnpm 10 is the package manager here"
    async with opened(session(env), "e") as desk:
        home.memory(joined([*FACTS[1:], theirs]))
        await write(desk, "mine")
        await desk.press("escape")
        assert "Your draft is kept: e on the changed entry opens it." in desk.text
        await desk.press("G", "e")
        assert written_text(desk) == "mine"
        await desk.press("ctrl+s")
        assert memory(home) == joined([*FACTS[1:], "mine"])
        await desk.press("N")
        assert written_text(desk) == ""


async def test_a_draft_whose_entry_went_is_opened_as_a_new_one(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        home.memory(joined(FACTS[1:]))
        await write(desk, "mine")
        await desk.press("escape")
        assert "Your draft is kept: N opens it." in desk.text
        await desk.press("N")
        assert written_text(desk) == "mine"


async def test_a_draft_that_lies_there_while_its_entry_goes(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        await write(desk, "begun before", keep=False)
        await desk.press("e")
        await write(desk, "about the first", keep=False)
        home.memory(joined(FACTS[1:]))
        await desk.press("R")
        assert "The entry of a draft is gone from MEMORY; N there opens it." in desk.text
        await desk.press("N")
        assert written_text(desk) == "begun before\nabout the first"


async def test_a_history_that_cannot_be_written_stops_the_change(home: HermesHome, env: Environment) -> None:
    (env.user_home / ".state").mkdir(exist_ok=True)
    (env.user_home / ".state/hermes-mem").write_text("in the way")
    async with opened(session(env), "d") as desk:
        assert memory(home) == joined(FACTS)
        assert "history" in desk.text


async def test_history_shows_what_went_and_takes_back_an_older_change(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "d", "d", "6", "j") as desk:
        assert f"- {FACTS[0]}" in desk.text
        await desk.press("enter", "enter")
        assert memory(home) == joined([FACTS[0], *FACTS[2:]])


async def test_history_brings_back_one_entry_or_the_whole_file(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "d", "6") as desk:
        home.memory(joined(["theirs"]))
        await desk.press("enter", *["down"] * 4, "enter")
        assert memory(home) == joined(["theirs", FACTS[0]])
        await desk.press("j", "enter", "down", "enter")
        assert memory(home) == joined(FACTS)
        assert "u undo" in desk.text


async def test_history_shows_which_words_changed(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "e") as desk:
        await write(desk, FACTS[0].replace("package", "only"))
        await desk.press("6")
        assert "- pnpm is the package manager" in desk.text
        assert "+ pnpm is the only manager" in desk.text


@pytest.mark.parametrize("keys", [("J",), ("tab", "j"), ("shift+tab", "pagedown")])
async def test_a_long_change_can_be_read_to_its_end(keys: tuple[str, ...], home: HermesHome, env: Environment) -> None:
    home.memory(joined(["\n".join(f"line {n}" for n in range(90)), *FACTS]))
    async with opened(session(env), "d", "exclamation_mark", "6") as desk:
        text = desk.screen.query_one("#change")
        assert text.scroll_offset.y == 0
        await desk.press(*keys)
        assert text.scroll_offset.y > 0
        await desk.press("K", "end")
        assert desk.screen.history
        assert desk.screen.history.chosen


async def test_reading_again_reads_the_history_too(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6") as desk:
        here = desk.screen.memory.here
        assert here
        entry = here.target.entries[0]
        session(env).apply(Order(here.home, [plan.Remove(entry.id)], "you", "removed elsewhere"))
        assert "removed elsewhere" not in desk.text
        await desk.press("R")
        assert "emoved elsewhere" in desk.text


async def test_repair_writes_what_the_agent_would(home: HermesHome, env: Environment) -> None:
    home.memory(b"one\n\n\xc2\xa7\ntwo")
    async with opened(session(env), "F") as desk:
        assert memory(home) == joined(["one", "two"])
        await desk.press("u")
        assert memory(home) == b"one\n\n\xc2\xa7\ntwo"


async def test_a_link_out_of_the_home_is_trusted_once(home: HermesHome, env: Environment) -> None:
    path, outside = home.path / "memories/MEMORY.md", env.user_home / "notes.md"
    path.rename(outside)
    path.symlink_to(outside)
    async with opened(session(env), "d") as desk:
        assert "! trust that file and do it" in " ".join(desk.text.split())
        await desk.press("exclamation_mark")
        assert outside.read_bytes() == joined(FACTS[1:])
        await desk.press("d")
        assert outside.read_bytes() == joined(FACTS[2:])


async def test_history_masks_secrets(home: HermesHome, env: Environment) -> None:
    home.memory(joined([*FACTS, SECRET]))
    async with opened(session(env), "G", "d", "6") as desk:
        assert "- The key is ••••••" in desk.text
        assert "a1B2a1B2" not in desk.text


async def test_a_key_pressed_twice_closes_a_dialog_once(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "N") as desk:
        desk.app.screen.query_one(TextArea).load_text("written once")
        await desk.press("ctrl+s", "ctrl+s", "ctrl+s")
        assert memory(home) == joined([*FACTS, "written once"])
        await desk.press("t", "down")
        assert desk.app.screen is not desk.screen
        await desk.press("enter", "enter", "enter")
        assert desk.app.screen is desk.screen


async def test_a_store_that_is_gone_is_not_left_in_silence(home: HermesHome, env: Environment) -> None:
    home.profile("oncall").memory(joined(["of the other one"])).config("memory: {}\n")
    both = session(env, Choice(profile="all"))
    async with opened(both, *["right_square_bracket"] * 2) as desk:
        assert "of the other one" in desk.text
        shutil.rmtree(home.path / "profiles/oncall")
        await desk.press("R")
        assert "hermes:oncall is not there any more" in desk.text
