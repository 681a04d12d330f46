"""What the Memory view shows of the time before: how memories filled, how old entries are, and which came back."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.config.settings import Ui, load
from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.target import Target
from hermes_mem.store.growth import Growth
from hermes_mem.store.reading import Choice, find_homes, read
from hermes_mem.tui.memory.growth_pane import growth_lines
from hermes_mem.tui.widgets.glyphs import ASCII, UNICODE
from hermes_mem.tui.widgets.sparkline import sparkline
from tests.homes import HermesHome
from tests.past import Past
from tests.tui.conftest import FACTS
from tests.tui.desk import Desk, joined, opened, session
from tests.tui.text_snapshot import TextSnapshots

NOW = datetime(2026, 11, 30, 14, 2).astimezone()
WHY = "It is wrong since the move"


@pytest.fixture
def past(home: HermesHome, env: Environment) -> Past:
    return Past(env, home.path, home.path / "memories/MEMORY.md")


def grown(past: Past, days: int = 20) -> None:
    """One entry more every day, the last one today."""
    facts = list(FACTS)
    past.seen(NOW - timedelta(days + 5), joined(facts))
    for day in range(days):
        facts += [f"On day {day} this was learned about the build"]
        past.changed(NOW - timedelta(days - 1 - day), joined(facts), actor="hermes", origin=Origin.OBSERVED)


def came_back(past: Past) -> None:
    """The first fact was removed by hand, for a reason, and an agent brought it back; the second was reworded."""
    reworded = FACTS[1].replace("Tuesdays", "Wednesdays")
    past.seen(NOW - timedelta(20), joined(FACTS))
    past.changed(NOW - timedelta(12), joined(FACTS[1:]), summary="removed 1 from MEMORY", reason=WHY)
    past.changed(NOW - timedelta(9), joined([reworded, *FACTS[2:]]), summary="edited 1 in MEMORY")
    past.changed(NOW - timedelta(5), joined([reworded, *FACTS[2:], FACTS[0]]), actor="hermes", origin=Origin.OBSERVED)


async def test_growth_stands_below_the_gauges(past: Past, env: Environment, snapshots: TextSnapshots) -> None:
    grown(past)
    async with opened(session(env), size=(120, 36)) as desk:
        assert "growth, 30 days" in desk.text
        assert "at this rate MEMORY is" in desk.text
        snapshots.check("past/growth-120x36", (await desk.still()).rpartition("\n")[0])
        await desk.press("right_square_bracket")
        assert "growth" not in desk.text
        await desk.press("left_square_bracket")
        assert "growth, 30 days" in desk.text


async def test_growth_is_the_first_thing_to_go(past: Past, env: Environment) -> None:
    grown(past)
    async with opened(session(env), size=(120, 36)) as desk:
        await desk.pilot.resize_terminal(120, 17)
        assert "growth" not in await desk.still()
        assert "USER" in desk.text
        await desk.pilot.resize_terminal(120, 36)
        assert "growth, 30 days" in await desk.still()
        for width, height in ((80, 24), (50, 14), (20, 8)):
            await desk.pilot.resize_terminal(width, height)
            assert "growth" not in await desk.still()


async def test_growth_has_an_ascii_form(past: Past, env: Environment) -> None:
    grown(past)
    async with opened(session(env, settings=replace(load(env), ui=Ui(glyphs="ascii"))), size=(120, 36)) as desk:
        assert "growth, 30 days" in desk.text
        assert [line for line in (await desk.still()).splitlines() if not line.isascii()] == []


async def test_the_demo_has_no_past(past: Past, env: Environment) -> None:
    grown(past)
    async with opened(session(env, demo=True), size=(120, 36)) as desk:
        assert "growth" not in desk.text


async def test_a_history_that_cannot_be_read_costs_the_past_alone(past: Past, env: Environment) -> None:
    grown(past)
    for file in state_dir(env).glob(f"{FILE}*"):
        file.unlink()
    (state_dir(env) / FILE).write_bytes(b"no database" * 400)
    async with opened(session(env), size=(120, 36)) as desk:
        assert FACTS[0] in desk.text
        assert "growth" not in desk.text


async def test_an_entry_that_came_back_says_when_and_why_it_was_removed(
    past: Past, env: Environment, snapshots: TextSnapshots
) -> None:
    came_back(past)
    async with opened(session(env), "G", size=(120, 36)) as desk:
        await desk.still()
        assert f"You removed this on 18 Nov: {WHY}." in desk.text
        assert "brought it back on 25 Nov." in desk.text
        assert "d removes it again." in desk.text
        snapshots.check("past/returned-120x36", desk.text.rpartition("\n")[0])
        await desk.press("d")
        assert past.path.read_bytes() == joined([FACTS[1].replace("Tuesdays", "Wednesdays"), *FACTS[2:]])


def words(desk: Desk) -> str:
    """What is on the screen, without borders and line ends."""
    return " ".join(desk.text.replace("│", " ").split())


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_age_of_an_entry_comes_from_the_history(size: tuple[int, int], past: Past, env: Environment) -> None:
    came_back(past)
    async with opened(session(env), size=size) as desk:
        row = next(line for line in (await desk.still()).splitlines() if "›" in line and "Deploys" in line)
        assert "9d Deploys happen on Wednesdays" in row
        assert "first seen 20 days ago, and older · reworded 9 days ago · 2 versions" in words(desk)
        await desk.press("j")
        assert "first seen 20 days ago, and older" in words(desk)
        assert "reworded" not in words(desk)


async def test_ages_that_nobody_knows_take_no_column(past: Past, env: Environment) -> None:
    past.seen(NOW - timedelta(20), joined(FACTS))
    async with opened(session(env)) as desk:
        assert f"›  {FACTS[0]}" in (await desk.still()).replace("›   ", "›  ")
        assert "first seen 20 days ago, and older" in desk.text


@pytest.fixture
def target(home: HermesHome, env: Environment) -> Target:
    return read(find_homes(env, Choice())[0], env).targets[0]


def said(target: Target, growth: Growth) -> str:
    return "\n".join("".join(text for text, _ in line) for line in growth_lines(target, growth, 25, UNICODE))


def test_what_never_changed_is_not_drawn(target: Target) -> None:
    assert said(target, Growth((None, 5, 5, 5), 0.0)) == ""


def test_what_is_full_in_years_gets_no_number(target: Target) -> None:
    assert "is\nnot full within a year" in said(target, Growth((1, 2, 3, 4), 1.0, 900))
    assert "full in 1 day" in said(target, Growth((1, 2, 3, 4), 1.0, 1))


def test_what_does_not_grow_promises_nothing(target: Target) -> None:
    assert "at this rate" not in said(target, Growth((40, 30, 20, 10), -10.0))


@pytest.mark.parametrize(
    ("values", "width", "drawn"),
    [
        ((0, 25, 50, 75, 100), 5, "▁▂▄▆█"),
        ((None, None, 100), 3, "  █"),
        ((10, 20, 90), 2, "▁▇"),
        ((10, 20, 90), 1, "▇"),
        ((500,), 4, "█"),
        ((), 4, ""),
        ((1, 2), 0, ""),
    ],
)
def test_bars(values: tuple[int | None, ...], width: int, drawn: str) -> None:
    assert sparkline(values, 100, width) == drawn


def test_bars_of_no_limit_stay_low() -> None:
    assert sparkline((0, 10), 0, 2, ASCII) == "__"
