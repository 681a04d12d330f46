"""From one start to the next: what is remembered, what is configured, and what never stops a start."""

from __future__ import annotations

import json

import pytest
from textual.events import AppBlur, AppFocus

from hermes_mem.config import remembered
from hermes_mem.config.places import config_file, state_dir
from hermes_mem.config.remembered import Remembered
from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Home
from hermes_mem.store.reading import Choice
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.screens.first_start import FirstStart
from hermes_mem.tui.session import Leave, Session
from hermes_mem.tui.start import start
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import WELCOMED, joined, opened, remembering, session


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A store with a profile beside it."""
    stores.calm(hermes_home)
    hermes_home.profile("work").memory(joined(["A fact of work"]))
    return hermes_home


def kept(env: Environment) -> dict[str, object]:
    """What lies in ui.json."""
    return dict(json.loads((state_dir(env) / "ui.json").read_text("utf-8")))


def again(env: Environment) -> Session:
    """The session of the next start."""
    return session(env, remembered=remembered.load(env))


def configured(env: Environment, text: str) -> None:
    """Write config.toml."""
    path = config_file(env)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


async def test_the_next_start_is_where_the_last_one_ended(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "right_square_bracket", "right_square_bracket", "2", "q"):
        pass
    assert (kept(env)["view"], kept(env)["store"]) == ("skills", "hermes:work/memory")
    async with opened(again(env)) as desk:
        assert desk.screen.view == "skills"
        await desk.press("1")
        assert "A fact of work" in desk.text


async def test_the_board_stays_until_it_is_put_away(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "b", "q"):
        pass
    async with opened(again(env)) as desk:
        assert desk.screen.memory.board
        await desk.press("b", "q")
    async with opened(again(env), size=(200, 50)) as desk:
        assert not desk.screen.memory.board, "chosen, so that a wide screen does not choose"


async def test_a_wide_screen_opens_the_board_until_one_has_chosen(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), size=(160, 50)) as desk:
        assert desk.screen.memory.board
    async with opened(session(env), size=(159, 50)) as desk:
        assert not desk.screen.memory.board


async def test_the_theme_stays(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "colon") as desk:
        await desk.type("theme")
        await desk.press("enter")
        await desk.type("stele")
        await desk.press("enter", "q")
    async with opened(again(env)) as desk:
        assert desk.app.theme == "stele"


async def test_stepping_out_of_the_themes_brings_the_old_one_back(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "colon") as desk:
        await desk.type("theme")
        await desk.press("enter", "down")
        assert desk.app.theme == "papyrus"
        await desk.press("escape")
        assert desk.app.theme == "caduceus"
    assert not (state_dir(env) / "ui.json").exists()


async def test_the_welcome_comes_once(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, remembered=Remembered())) as desk:
        assert isinstance(desk.app.screen, FirstStart)
        await desk.press("enter", "q")
    async with opened(again(env)) as desk:
        assert not isinstance(desk.app.screen, FirstStart)


async def test_leaving_from_the_welcome_lets_it_come_again(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, remembered=Remembered()), "escape") as desk:
        assert desk.app.return_value is Leave.FOR_GOOD
    assert not remembered.load(env).welcomed


async def test_a_demo_remembers_nothing(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, demo=True, remembered=Remembered()), "b", "colon") as desk:
        await desk.type("theme")
        await desk.press("enter", "down", "enter", "q")
    assert not (state_dir(env) / "ui.json").exists()


def test_from_the_welcome_to_the_demo_and_its_home_is_gone_afterwards(
    env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`start` runs twice: on what is there, then on the invented home."""
    seen: list[tuple[bool, list[Home]]] = []

    def run(app: HermesMem, **_: object) -> None:
        seen.append((app.session.demo, app.session.homes()))
        if not app.session.demo:
            app.exit(Leave.FOR_DEMO)
        assert all(home.path.is_dir() for home in seen[-1][1])

    monkeypatch.setattr(HermesMem, "run", run)
    assert start(env, Choice(), settings=session(env).settings) == 0
    [(first, none), (second, homes)] = seen
    assert (first, none, second) == (False, [], True)
    assert {home.kind for home in homes} == {"hermes", "pi"}
    assert not any(home.path.exists() for home in homes)


async def test_the_theme_of_the_configuration_comes_before_the_remembered_one(
    home: HermesHome, env: Environment
) -> None:
    configured(env, '[ui]\ntheme = "papyrus"\n')
    async with opened(session(env, remembered=remembering(theme="stele"))) as desk:
        assert desk.app.theme == "papyrus"
    async with opened(session(env, remembered=remembering(theme="stele")), theme="terminal") as desk:
        assert desk.app.theme == "terminal"


async def test_no_color_comes_before_every_theme(home: HermesHome, env: Environment) -> None:
    colourless = Environment({**env.environ, "NO_COLOR": "1"}, env.user_home, env.cwd)
    async with opened(session(colourless, remembered=remembering(theme="stele")), theme="papyrus") as desk:
        assert desk.app.theme == "plain"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[ui]\ntheme = "midnight"\n', "There is no theme midnight"),
        ('[ui]\nglyphs = "runes"\n', "glyphs"),
        ('[ui]\nmark_advances = "perhaps"\n', "mark_advances"),
        ('[keys]\n"list.mrak" = "x"\n', "list.mrak"),
        ('[keys]\n"list.mark" = "j"\n', "that key is"),
        ('[keys]\n"app.quit" = ""\n', "needs a key"),
    ],
    ids=["theme", "glyphs", "type", "command", "clash", "quit"],
)
async def test_a_wrong_look_or_key_is_said_and_stops_nothing(
    text: str, said: str, home: HermesHome, env: Environment
) -> None:
    configured(env, text)
    opening = session(env)
    opening.problems += opening.settings.complaints
    async with opened(opening) as desk:
        assert said in desk.text
        assert "12 entries" in desk.text


async def test_a_bad_theme_file_is_said_and_stops_nothing(home: HermesHome, env: Environment) -> None:
    themes = config_file(env).parent / "themes"
    themes.mkdir(parents=True)
    (themes / "mine.toml").write_text("dark = maybe", "utf-8")
    async with opened(session(env)) as desk:
        assert "Theme mine.toml cannot be used" in desk.text.splitlines()[-2]


async def test_the_persons_keys_hold(home: HermesHome, env: Environment) -> None:
    configured(env, '[keys]\n"list.mark" = "x"\n"app.help" = "f2"\n')
    async with opened(session(env), "x") as desk:
        assert desk.marked == [0]
        await desk.press("space")
        assert desk.marked == [0]
        assert "x mark" in desk.text.splitlines()[-1]
        assert "f2 help" in desk.text.splitlines()[-1].lower()


async def test_coming_back_to_the_window_reads_again(home: HermesHome, env: Environment) -> None:
    async with opened(session(env), "j", "space") as desk:
        home.memory(joined(["Written by the agent meanwhile", *stores.MEMORY]))
        desk.app.post_message(AppBlur())
        desk.app.post_message(AppFocus())
        await desk.pilot.pause()
        await desk.settle()
        assert "13 entries" in desk.text
        assert (desk.cursor, desk.marked) == (2, [2]), "cursor and mark stay with their entry"


async def test_damaged_memories_of_ours_are_forgotten(home: HermesHome, env: Environment) -> None:
    state_dir(env).mkdir(parents=True)
    (state_dir(env) / "ui.json").write_bytes(b'{"welcomed": 7, "view": ["x"], "store": "\xff')
    async with opened(again(env)) as desk:
        assert isinstance(desk.app.screen, FirstStart)


async def test_a_view_and_a_store_that_are_gone_are_passed_over(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, remembered=remembering(view="dreams", store="hermes:gone/memory"))) as desk:
        assert desk.screen.view == "memory"
        assert "12 entries" in desk.text


def test_the_sessions_of_the_tests_are_welcomed() -> None:
    assert WELCOMED.welcomed


async def test_what_was_there_at_the_start_and_what_others_write_is_in_the_history(
    home: HermesHome, env: Environment
) -> None:
    before = (home.path / "memories/MEMORY.md").read_bytes()
    async with opened(session(env), "6") as desk:
        assert "first seen" in desk.text
        home.memory(before + "\n§\nby somebody else".encode())
        await desk.press("R")
        assert "changed by others: 1 added" in desk.text
        await desk.press("k")
        assert "+ by somebody else" in desk.text


async def test_the_demo_leaves_no_history(home: HermesHome, env: Environment) -> None:
    async with opened(session(env, demo=True), "6") as desk:
        assert "Nothing was changed yet." in desk.text
    assert not (state_dir(env) / "history.sqlite").exists()
