"""The History view: who did what, found by words, and what comes back of it."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Collection
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.config.settings import Ui, load
from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Origin
from hermes_mem.history.schema import FILE
from hermes_mem.store.short import Short
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.history import sources
from hermes_mem.tui.screens.picker import Picker
from hermes_mem.tui.session import Session
from tests.homes import HermesHome
from tests.past import Past
from tests.tui.desk import SIZES, Desk, joined, opened, session
from tests.tui.stores import HOSTILE, MEMORY, USER
from tests.tui.text_snapshot import TextSnapshots, masked

NOW = datetime(2026, 11, 30, 14, 2).astimezone()
FACTS = [*MEMORY, *(f"Fact number {number} about the build" for number in range(16))]
KEPT = FACTS[23:]
LEAKED = "The key is ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"


@pytest.fixture(autouse=True)
def nothing_seen_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen for the first time is in the history with the time of the test."""
    monkeypatch.setattr(Session, "observe", lambda _self, _snapshots: False)


@pytest.fixture
def lived(hermes_home: HermesHome, env: Environment) -> HermesHome:
    return build(hermes_home, env)


def build(hermes_home: HermesHome, env: Environment) -> HermesHome:
    """A memory at which everybody was at work: 28 entries became 5, and nobody knows by whom."""
    hermes_home.memory(joined(FACTS)).user(joined(USER))
    user = Past(env, hermes_home.path, hermes_home.path / "memories/USER.md", "user")
    user.seen(NOW - timedelta(40), joined(USER))
    past = Past(env, hermes_home.path, hermes_home.path / "memories/MEMORY.md")
    others = Origin.OBSERVED
    past.seen(NOW - timedelta(40), joined(FACTS[:10]))
    past.changed(NOW - timedelta(12), joined(FACTS), actor="pi", summary="added 18 to MEMORY", origin=others)
    past.changed(NOW - timedelta(3), joined(KEPT), actor="unknown", summary="23 went", origin=others)
    past.changed(NOW - timedelta(1), joined([*KEPT, LEAKED]), actor="hermes", summary="1 came", origin=others)
    past.changed(NOW - timedelta(hours=2), joined([*KEPT, "A newer one"]), summary="edited 1", reason="since it moved")
    past.changed(NOW - timedelta(hours=1), joined(KEPT), actor="script", summary="removed 1 from MEMORY")
    return hermes_home


def rows(desk: Desk) -> list[int]:
    """The numbers of the changes in the list."""
    assert desk.screen.history
    return [row.change.id for row in desk.screen.history.list.rows]


def memory(home: HermesHome) -> bytes:
    return (home.path / "memories/MEMORY.md").read_bytes()


async def asked(desk: Desk, query: str) -> list[int]:
    """What the filter finds; the list has the keys then."""
    await desk.press("slash")
    await desk.type(query)
    await desk.press("enter")
    return rows(desk)


STATES: dict[str, tuple[str, ...]] = {
    "lived": (),
    "shrank": ("j", "j", "j"),
    "restore": ("j", "j", "j", "enter"),
    "filter": ("slash", *"turborepo"),
    "none": ("slash", *"qqq"),
    "who": ("f", "f"),
    "ascii": ("j", "j"),
}


@pytest.mark.parametrize("size", [(50, 14), *SIZES])
@pytest.mark.parametrize("name", STATES)
async def test_state(name: str, size: tuple[int, int], person: Path, snapshots: TextSnapshots) -> None:
    env = Environment({**os.environ, "HOME": str(person)}, person, person)
    lived = build(HermesHome(person / ".hermes"), env)
    settings = replace(load(env), ui=Ui(glyphs="ascii" if "ascii" in name else "unicode"))
    async with opened(session(env, settings=settings), "6", *STATES[name], size=size) as desk:
        snapshots.check(f"history/{name}-{size[0]}x{size[1]}", masked(await desk.still(), lived.path.parent))


async def test_the_newest_that_u_takes_back_and_what_to_look_at_have_signs(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6") as desk:
        assert "u 13:02   script  removed 1 from MEMORY" in desk.text
        assert "! Fri     unknown 28 → 5 entries" in desk.text
        assert desk.text.count("! ") == 2
        assert "! look at this" in desk.text
        await desk.press("u")
        assert "Took back: removed 1 from MEMORY" in desk.text
        assert memory(lived) == joined([*KEPT, "A newer one"])


ALL = [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("removed", [7]),
        ("moved", [7, 6]),
        ("unknown", [4, 2, 1]),
        ("pi added", [3]),
        ("turborepo", [4]),
        ("turborepo 23", [4]),
        ("Turborepo", []),
        ("newer one", [7, 6]),
        ("28 entries", [4, 3]),
        ("who:pi", [3]),
        ("who:h", [5]),
        ("who:", ALL),
        ("who:you target:mem", [6]),
        ("target:user", [1]),
        ("store:hermes who:s", [7]),
        ("ghp_FAKE", [6, 5]),
        ("nowhere at all", []),
    ],
)
async def test_the_filter_looks_at_what_was_said_and_at_the_texts(
    query: str, found: list[int], lived: HermesHome, env: Environment
) -> None:
    async with opened(session(env), "6") as desk:
        assert await asked(desk, query) == found
        assert "ghp_FAKEfake" not in desk.text
        await desk.press("escape")
        assert rows(desk) == ALL


async def test_what_is_typed_goes_to_the_filter_and_the_keys_say_so(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6", "slash") as desk:
        await desk.type("fjqu")
        assert "/ fjqu" in desk.text
        assert "No change matches “fjqu”." in desk.text
        assert "0 of 7" in desk.text
        assert "enter to the list" in desk.text.splitlines()[-1]
        await desk.press("escape")
        assert "7 changes · 40 d" in desk.text
        assert desk.screen.history
        assert desk.screen.history.list.has_focus


@pytest.mark.parametrize("key", ["down", "tab", "enter"])
async def test_out_of_the_filter_into_the_list(key: str, lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6", "slash", "1", key) as desk:
        assert desk.screen.history
        assert desk.screen.history.list.has_focus
        assert "/ 1" in desk.text


async def test_the_texts_of_changes_are_read_once(
    lived: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    was_read: list[int] = []
    in_short = sources.in_short

    def noted(session: Session, changes: Collection[int]) -> dict[int, Short]:
        was_read.extend(changes)
        return in_short(session, changes)

    monkeypatch.setattr(sources, "in_short", noted)
    async with opened(session(env), "6") as desk:
        await asked(desk, "turborepo")
        assert sorted(was_read) == sorted(ALL)
        await asked(desk, " newer")
        await desk.press("R", "escape", "f")
        assert sorted(was_read) == sorted(ALL)


async def test_who_is_gone_through_one_by_one(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6") as desk:
        seen = []
        for _ in range(6):
            await desk.press("f")
            seen.append((desk.text.splitlines()[2].split("╮")[0].strip("╭─ "), rows(desk)))
        assert seen == [
            ("History · by you", [6]),
            ("History · by script", [7]),
            ("History · by hermes", [5]),
            ("History · by pi", [3]),
            ("History · by unknown", [4, 2, 1]),
            ("History", ALL),
        ]
        await desk.press("f")
        assert "1 of 7 · 40 d" in desk.text
        await desk.press("escape")
        assert rows(desk) == ALL


async def test_where_all_are_by_one_there_is_nothing_to_go_through(hermes_home: HermesHome, env: Environment) -> None:
    Past(env, hermes_home.path, hermes_home.path / "memories/MEMORY.md").seen(NOW, b"one")
    async with opened(session(env), "6", "f") as desk:
        assert "All of these changes are by the same one." in desk.text


async def test_everything_that_others_took_away_comes_back_in_one_step(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6", "j", "j", "j", "enter") as desk:
        assert "Bring back the 23 removed entries" in desk.text
        assert "Keeps the 5 that are there. Fits: 162 → 1,379 chars of 2,200." in desk.text
        await desk.press("enter")
        assert memory(lived) == joined([*KEPT, *FACTS[:23]])
        assert "Brought back 23 to MEMORY that change 4 took away" in desk.text
        await desk.press("u")
        assert memory(lived) == joined(KEPT)


async def test_what_does_not_fit_is_said_before_and_refused(lived: HermesHome, env: Environment) -> None:
    lived.config("memory:\n  memory_char_limit: 1000\n")
    async with opened(session(env), "6", "j", "j", "j", "enter") as desk:
        assert "OVER by 379: 162 → 1,379 chars of 1,000." in desk.text
        await desk.press("enter")
        assert memory(lived) == joined(KEPT)
        assert "! do it anyway" in desk.text
        await desk.press("exclamation_mark")
        assert len(memory(lived)) > 1000


async def test_what_is_there_again_is_not_offered(lived: HermesHome, env: Environment) -> None:
    lived.memory(joined(FACTS))
    async with opened(session(env), "6", "j", "j", "j", "enter") as desk:
        assert "Bring back the" not in desk.text
        assert isinstance(desk.app.screen, Picker)


@pytest.fixture
def pager(env: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Environment, Path]:
    """The environment of somebody whose pager keeps what it was given, and where; the terminal can be lent."""
    seen = tmp_path / "seen"
    monkeypatch.setattr(HermesMem, "suspend", lambda self: nullcontext())
    command = f"sh -c {shlex.quote(f'cat > {seen}')}"
    return Environment({**env.environ, "PAGER": command}, env.user_home, env.cwd), seen


async def to_pager(desk: Desk) -> None:
    await desk.press("enter")
    await desk.type("PAGER")
    await desk.press("enter")


@pytest.mark.parametrize("reveal", [False, True])
async def test_the_pager_gets_all_of_it_and_no_secret_unless_shown(
    reveal: bool, lived: HermesHome, pager: tuple[Environment, Path]
) -> None:
    env, seen = pager
    async with opened(session(env), *(["asterisk"] if reveal else []), "6", "j", "j") as desk:
        await to_pager(desk)
        text = seen.read_text("utf-8")
        assert "5 entries → 6" in text
        assert (LEAKED in text) is reveal
        assert ("The key is ••••••" in text) is not reveal


async def test_a_terminal_that_cannot_be_lent_says_what_else_there_is(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6") as desk:
        await to_pager(desk)
        assert "y copies what is shown" in desk.text


async def test_a_pager_that_cannot_be_started_is_said(
    lived: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HermesMem, "suspend", lambda self: nullcontext())
    env = Environment({**env.environ, "PAGER": "/no/such/pager"}, env.user_home, env.cwd)
    async with opened(session(env), "6") as desk:
        await to_pager(desk)
        assert "The pager /no/such/pager cannot be started" in desk.text


async def test_a_change_is_copied_as_it_is_shown(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6", "j", "j", "y") as desk:
        assert "Copied the change" in desk.text
        assert "secrets masked" in desk.text
        assert desk.screen.history
        assert "+ The key is ••••••" in desk.screen.history.shown_text


@pytest.mark.parametrize("seen", [False, True])
async def test_a_home_that_was_moved_is_named(seen: bool, lived: HermesHome, env: Environment) -> None:
    """Also after hermes-mem has seen it where it lies now, which it does when it opens it."""
    moved = HermesHome(lived.path.with_name("moved"))
    shutil.copytree(lived.path, moved.path, dirs_exist_ok=True)
    shutil.rmtree(lived.path)
    if not seen:
        shutil.rmtree(moved.path / "memories")
        moved.config("memory: {}\n")
    there = Environment({**env.environ, "HERMES_HOME": str(moved.path)}, env.user_home, env.cwd)
    async with opened(session(there), "6", size=(80, 24)) as desk:
        await desk.press("R")
        assert bool(rows(desk)) is seen
        text = "".join(desk.text.replace("│", " ").split())
        assert "Nothingwaschanged" not in text
        assert f"7changesof{lived.path}," in text
        assert f"historyrelink{lived.path}NEW" in text


async def test_no_store_at_all_still_names_the_history_of_one(lived: HermesHome, env: Environment) -> None:
    lived.path.rename(lived.path.with_name("moved"))
    async with opened(session(env), "6") as desk:
        assert "history relink" in " ".join(desk.text.replace("│", " ").split())


async def test_a_history_that_cannot_be_read_says_why(lived: HermesHome, env: Environment) -> None:
    for file in state_dir(env).glob(f"{FILE}*"):
        file.unlink()
    (state_dir(env) / FILE).write_bytes(b"no database" * 400)
    async with opened(session(env), "6") as desk:
        assert "is damaged" in " ".join(desk.text.replace("│", " ").split())
        await desk.press("slash", "a", "enter", "f", "y", "enter")
        assert desk.app.is_running


async def test_texts_that_tell_a_terminal_something_stay_text(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(joined(HOSTILE))
    past = Past(env, hermes_home.path, hermes_home.path / "memories/MEMORY.md")
    past.seen(NOW - timedelta(2), joined(HOSTILE))
    past.changed(NOW - timedelta(1), b"", summary="\x1b[2Jgone [bold]", reason="\x1b]0;owned\x07 [/", actor="\x1b[31m")
    async with opened(session(env), "6") as desk:
        assert "\x1b" not in desk.text
        assert "gone [bold]" in desk.text
        await desk.press("f", "f", "f", "slash", "left_square_bracket", "slash", "enter", "enter")
        assert "\x1b" not in desk.text


async def test_who_reads_a_change_stays_where_they_are_when_others_write(lived: HermesHome, env: Environment) -> None:
    async with opened(session(env), "6", "j", "j", "j", size=(80, 24)) as desk:
        await desk.press("tab", "pagedown")
        text = desk.screen.query_one("#change")
        before = text.scroll_offset.y
        assert before > 0
        past = Past(env, lived.path, lived.path / "memories/MEMORY.md", raw=memory(lived))
        past.changed(NOW, joined([*KEPT, "theirs"]), actor="hermes", summary="theirs", origin=Origin.OBSERVED)
        desk.screen.in_sight.read_again()
        await desk.still()
        assert rows(desk)[0] == 8
        assert desk.screen.history
        assert desk.screen.history.chosen
        assert desk.screen.history.chosen.id == 4
        assert text.scroll_offset.y == before


async def test_ten_thousand_changes(hermes_home: HermesHome, env: Environment, memory: Path) -> None:
    env = Environment({**env.environ, "HERMES_MEM_STATE": str(memory)}, env.user_home, env.cwd)
    past = Past(env, hermes_home.path, hermes_home.path / "memories/MEMORY.md")
    past.seen(NOW - timedelta(30), b"one")
    for number in range(10_000):
        past.changed(NOW - timedelta(minutes=4 * (10_000 - number)), f"word{number}".encode(), actor="hermes")
    async with opened(session(env), "6") as desk:
        assert "10,001 changes" in desk.text
        assert await asked(desk, "word4321") == [4324, 4323]
        await desk.press("escape", "G", "f")
        assert desk.screen.history
        assert desk.screen.history.chosen
