"""How the Health view looks in every state: text that was looked at before it was accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

import pytest

from hermes_mem.config.settings import Ui
from hermes_mem.health.examining import Looked
from hermes_mem.model.store import Snapshot
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.screens import checking
from hermes_mem.tui.session import Session
from tests.homes import HermesHome
from tests.tui import findings, stores
from tests.tui.desk import Desk, opened
from tests.tui.test_states import NARROW, TINY, WIDE, State, press, session_of
from tests.tui.test_svg import Compare
from tests.tui.text_snapshot import TextSnapshots, masked

ASCII = Ui(glyphs="ascii")


def two(home: HermesHome) -> None:
    """Two stores, one with a secret."""
    stores.drifted(home)
    stores.secret(home.profile("work"))


STATES = {
    "list": State(two, ("5",), (TINY, NARROW, WIDE)),
    "cursor": State(two, ("5", "j", "j"), (NARROW,)),
    "one-store": State(stores.drifted, ("5",)),
    "zoom": State(two, ("5", "z"), (TINY, NARROW, WIDE)),
    "secret": State(two, ("5", "j", "j"), (WIDE,)),
    "secret-revealed": State(two, ("5", "j", "j", "asterisk"), (WIDE,)),
    "ways": State(two, ("5", "tab", "j"), (NARROW, WIDE)),
    "choice": State(two, ("5", "enter")),
    "preview": State(two, ("5", "enter", "down", "enter"), (TINY, NARROW, WIDE)),
    "preview-loses": State(two, ("5", "enter", "type:split", "enter"), (NARROW,)),
    "preview-refused": State(two, ("5", "j", "j", "j", "enter"), (NARROW,)),
    "preview-of-shape": State(two, ("5", "enter", "enter"), (NARROW,)),
    "mended": State(two, ("5", "enter", "enter", "enter"), (NARROW,)),
    "no-way": State(two, ("5", "G", "enter"), (NARROW,)),
    "leftover": State(two, ("5", "G"), (WIDE,)),
    "needing": State(two, ("5", "f"), (NARROW,)),
    "quieted": State(two, ("5", "i"), (NARROW,)),
    "quiet": State(two, ("5", "i", "j", "i", "f", "f")),
    "quiet-none": State(two, ("5", "f", "f"), (NARROW,)),
    "filter": State(two, ("5", "slash", "type:limit"), (NARROW, WIDE)),
    "filter-none": State(two, ("5", "slash", "type:qqq"), (NARROW,)),
    "filter-list": State(two, ("5", "slash", "type:work", "enter", "j"), (NARROW,)),
    "no-store": State(stores.nothing, ("5",)),
    "ascii": State(two, ("5",), (TINY, NARROW), ui=ASCII),
    "ascii-preview": State(two, ("5", "enter", "down", "enter"), (NARROW,), ui=ASCII),
    "smallest": State(two, ("5",), ((20, 8), (40, 10), (60, 16), (120, 10))),
}

WITH_KEYS = {"list", "preview"}
"""States whose last line is looked at too: else every new command would be a difference in all of them."""

CASES = [(name, size) for name, state in STATES.items() for size in state.sizes]


@pytest.fixture(autouse=True)
def invented(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found does not depend on the checks, and nothing was seen before."""
    monkeypatch.setattr(Session, "observe", lambda _self, _snapshots: False)
    monkeypatch.setattr(Session, "look", findings.look)
    monkeypatch.setattr(Session, "groups", property(findings.groups))
    monkeypatch.setattr(Session, "remedies", findings.remedies)


async def check(name: str, state: State, size: tuple[int, int], person: Path, snapshots: TextSnapshots) -> None:
    async with opened(session_of(state, person), size=size) as desk:
        await press(desk, state, person)
        text = masked(await desk.still(), person)
        text = text if name in WITH_KEYS else text.rpartition("\n")[0]
        snapshots.check(f"health/{name}-{size[0]}x{size[1]}", text)


@pytest.mark.parametrize(("name", "size"), CASES, ids=[f"{name}-{size[0]}x{size[1]}" for name, size in CASES])
async def test_state(name: str, size: tuple[int, int], person: Path, snapshots: TextSnapshots) -> None:
    await check(name, STATES[name], size, person, snapshots)


def found(*reports: Looked) -> object:
    """In place of `Session.look`."""
    return lambda _self, _shown: iter(reports)


NOTHING = (Looked("Memory", []), Looked("Leftovers", []))
FAILED = (Looked("Memory", []), Looked("Leftovers", [], "~/.hermes cannot be listed (Permission denied)."))


@pytest.mark.parametrize("size", [TINY, NARROW, WIDE], ids=["50x14", "80x24", "120x36"])
async def test_nothing_wrong(
    size: tuple[int, int], person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "look", found(*NOTHING))
    await check("nothing", State(two, ("5",)), size, person, snapshots)


async def test_a_check_that_failed(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "look", found(*FAILED))
    await check("failed-nothing", State(two, ("5",)), NARROW, person, snapshots)


async def test_a_check_that_failed_among_others(
    person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(_self: Session, shown: Sequence[Snapshot]) -> Iterator[Looked]:
        yield next(findings.looked(shown))
        yield FAILED[1]

    monkeypatch.setattr(Session, "look", look)
    await check("failed", State(two, ("5",)), NARROW, person, snapshots)


async def test_nothing_but_what_is_quiet(
    person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "look", lambda _self, shown: iter([next(findings.looked(shown[:1]))]))
    monkeypatch.setattr(Session, "groups", property(lambda _self: ["Memory"]))
    await check("all-quiet", State(two, ("5", "i", "i", "i")), NARROW, person, snapshots)


async def test_nothing_needs_the_person(
    person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(_self: Session, shown: Sequence[Snapshot]) -> Iterator[Looked]:
        yield Looked("Memory", [])
        yield list(findings.looked(shown))[1]

    monkeypatch.setattr(Session, "look", look)
    await check("suggestions", State(two, ("5",)), NARROW, person, snapshots)


async def test_ten_thousand(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "look", findings.many)
    monkeypatch.setattr(Session, "groups", property(lambda _self: ["Memory"]))
    await check("many", State(two, ("5", "G", "k")), NARROW, person, snapshots)


async def test_checks_that_take_long(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said at once that they run, then how far they are; esc stops them."""
    begun, go_on = Event(), Event()

    def look(_self: Session, shown: Sequence[Snapshot]) -> Iterator[Looked]:
        first, second = findings.looked(shown)
        yield first
        begun.set()
        go_on.wait(30)
        yield second

    monkeypatch.setattr(Session, "look", look)
    monkeypatch.setattr(checking, "PATIENCE", 60.0)
    app = HermesMem(session_of(State(two), person))
    async with app.run_test(size=NARROW) as pilot:
        desk = Desk(app, pilot)
        while not begun.is_set():
            await pilot.pause()
        await pilot.press("5")
        await pilot.pause()
        snapshots.check("health/checking-80x24", masked(desk.text, person).rpartition("\n")[0])
        monkeypatch.setattr(checking, "PATIENCE", 0.0)
        app.desk.checking.told()  # type: ignore[misc]
        await pilot.pause()
        snapshots.check("health/checking-long-80x24", masked(desk.text, person).rpartition("\n")[0])
        await pilot.press("escape")
        await pilot.pause()
        snapshots.check("health/stopped-80x24", masked(desk.text, person).rpartition("\n")[0])
        go_on.set()
        await desk.settle()
        assert "not checked" in desk.text
        await desk.press("R")
        assert "Finding 1 of 8" in desk.text


SINGLE = {
    *(f"nothing-{size}" for size in ("50x14", "80x24", "120x36")),
    *("failed-nothing-80x24", "failed-80x24", "all-quiet-80x24", "suggestions-80x24", "many-80x24"),
    *("checking-80x24", "checking-long-80x24", "stopped-80x24"),
}


def test_no_snapshot_is_left_over(snapshots: TextSnapshots) -> None:
    expected = {f"{name}-{size[0]}x{size[1]}" for name, size in CASES} | SINGLE
    assert {path.stem for path in (snapshots.directory / "health").glob("*.txt")} == expected


PICTURES: dict[str, tuple[str | None, Sequence[str], bool]] = {
    "dark": (None, ("5",), False),
    "light": ("papyrus", ("5",), False),
    "high-contrast": ("stele", ("5",), False),
    "no-colour": (None, ("5",), True),
    "preview": (None, ("5", "enter", "down", "enter"), False),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, person: Path, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    theme, keys, colourless = PICTURES[name]
    made = session_of(State(two, environ={"NO_COLOR": "1"} if colourless else {}), person)
    app = HermesMem(made, theme=theme)

    async def before(pilot: object) -> None:
        desk = Desk(app, pilot)  # type: ignore[arg-type]
        await desk.settle()
        for key in keys:
            await desk.press(key)
        await desk.still()

    assert snap_compare(app, terminal_size=(120, 36), run_before=before)
