"""How every state looks, at the sizes that people have: text that was looked at before it was accepted."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from textual.widgets import TextArea

from hermes_mem.config.remembered import Remembered
from hermes_mem.config.settings import Ui, load
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import Unreadable
from hermes_mem.store.reading import Choice
from hermes_mem.tui.session import Session
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import SIZES, WELCOMED, Desk, opened, session
from tests.tui.text_snapshot import TextSnapshots, masked

NARROW, WIDE = SIZES
TINY, HUGE = (50, 14), (160, 50)


@dataclass
class State:
    """A home, and what a person does there. `environ` is theirs, with `@` for their directory.

    `keys` may hold `type:WORDS`, `text:TEXT` for what shall be in the editor, `size:COLUMNSxLINES` for another window,
    and `outside` for what another program writes then.
    """

    build: stores.Build = stores.calm
    keys: Sequence[str] = ()
    sizes: Sequence[tuple[int, int]] = (NARROW, WIDE)
    remembered: Remembered = WELCOMED
    ui: Ui = Ui()
    environ: Mapping[str, str] = field(default_factory=dict)
    store: str | None = None
    outside: stores.Build = stores.reworded


FIRST = Remembered()
MINE = "text:Tasks run with `pnpm turbo`, from the root of the monorepo."
LEAKED = f"text:{stores.SECRET}"
LONG = "text:" + " ".join(f"One more fact, number {number}." for number in range(60))

STATES = {
    # The list
    "filled": State(sizes=(TINY, NARROW, WIDE, HUGE)),
    "cursor": State(keys=("j", "j", "j", "j", "j")),
    "bottom": State(keys=("G",), sizes=(NARROW,)),
    "flags": State(stores.flagged, ("j", "j", "j", "j", "j")),
    "marks": State(keys=("space", "j", "j", "space"), sizes=(TINY, NARROW, WIDE)),
    "mark-one": State(keys=("space",), sizes=(NARROW,)),
    "range": State(keys=("j", "v", "j", "j")),
    "mark-advances": State(keys=("space", "space"), sizes=(NARROW,), ui=Ui(mark_advances=True)),
    "user": State(keys=("right_square_bracket",)),
    "targets-focused": State(keys=("shift+tab",), sizes=(WIDE,)),
    "detail-focused": State(keys=("tab",), sizes=(NARROW,)),
    "sort-size": State(stores.flagged, ("s",), sizes=(NARROW,)),
    "sort-flags": State(stores.flagged, ("s", "s"), sizes=(NARROW,)),
    "sort-alphabet": State(stores.flagged, ("s", "s", "s"), sizes=(NARROW,)),
    "only-flagged": State(stores.flagged, ("f",), sizes=(NARROW,)),
    "only-secrets": State(stores.flagged, ("f", "f"), sizes=(NARROW,)),
    "only-blanked": State(stores.flagged, ("f", "f", "f"), sizes=(NARROW,)),
    "only-copies": State(stores.flagged, ("f", "f", "f", "f"), sizes=(NARROW,)),
    "only-nothing": State(keys=("f", "f"), sizes=(NARROW,)),
    # The filter
    "filter": State(keys=("slash", "type:in")),
    "filter-none": State(keys=("slash", "type:qqq")),
    "filter-close": State(keys=("slash", "type:postgras")),
    "filter-list": State(keys=("slash", "type:in", "enter", "j", "space"), sizes=(NARROW,)),
    # The board
    "board": State(stores.flagged, ("b",), sizes=(TINY, NARROW, WIDE, HUGE)),
    "board-marks": State(stores.flagged, ("b", "j", "space", "tab", "space")),
    "board-filter": State(stores.flagged, ("b", "slash", "type:in"), sizes=(NARROW,)),
    "board-broken": State(stores.undecodable, ("b",), sizes=(NARROW,)),
    "board-scripts": State(stores.scripts, ("b",)),
    # The zoom
    "zoom": State(stores.flagged, ("j", "j", "j", "j", "j", "z"), sizes=(TINY, NARROW, WIDE)),
    "zoom-lines": State(keys=("j", "j", "j", "j", "j", "j", "j", "j", "z"), sizes=(NARROW,)),
    "zoom-marks": State(keys=("space", "j", "space", "z")),
    "zoom-drifted": State(stores.drifted, ("z",), sizes=(NARROW,)),
    "zoom-left": State(keys=("j", "z", "escape"), sizes=(NARROW,)),
    "zoom-huge": State(stores.huge, ("z", "J", "J"), sizes=(NARROW,)),
    # Other views
    "skills": State(keys=("2",)),
    "sessions": State(keys=("3",), sizes=(NARROW,)),
    "review": State(keys=("4",), sizes=(NARROW,)),
    "health": State(keys=("5",), sizes=(NARROW,)),
    "history": State(keys=("6",), sizes=(TINY, NARROW)),
    # What opens over the desk
    "help": State(keys=("question_mark",), sizes=(TINY, NARROW, WIDE)),
    "help-end": State(keys=("question_mark", *["pagedown"] * 9), sizes=(NARROW,)),
    "help-filter": State(keys=("question_mark", "slash", "type:mark")),
    "help-none": State(keys=("question_mark", "slash", "type:qqq"), sizes=(NARROW,)),
    "help-elsewhere": State(keys=("5", "question_mark"), sizes=(NARROW,)),
    "palette": State(keys=("colon",), sizes=(TINY, NARROW, WIDE)),
    "palette-filter": State(keys=("colon", "type:mark all")),
    "palette-none": State(keys=("colon", "type:qqq"), sizes=(NARROW,)),
    "palette-unavailable": State(stores.absent, ("colon",), sizes=(NARROW,)),
    "themes": State(keys=("colon", "type:theme", "enter", "down")),
    "targets": State(stores.profiles, ("ctrl+t",)),
    "targets-filter": State(stores.profiles, ("ctrl+t", "type:profile-3"), sizes=(NARROW,)),
    # Writing
    "edit": State(keys=("j", "e"), sizes=(TINY, NARROW, WIDE)),
    "edit-what-if": State(keys=("e", MINE)),
    "edit-resized": State(keys=("e", MINE, "size:50x14", "size:160x50", "size:80x24"), sizes=(WIDE,)),
    "edit-hostile": State(stores.hostile, ("j", "e"), sizes=(NARROW,)),
    "edit-secret": State(keys=("N", LEAKED)),
    "edit-over": State(keys=("N", LONG)),
    "split": State(keys=("S", "text:The monorepo is built with turborepo.\n§\nRun tasks with `pnpm turbo`.")),
    "join": State(keys=("space", "j", "space", "m"), sizes=(NARROW,)),
    "draft-left": State(keys=("e", MINE, "escape"), sizes=(NARROW,)),
    "refused-secret": State(keys=("N", LEAKED, "ctrl+s")),
    "refused-over": State(keys=("N", LONG, "ctrl+s")),
    "refused-shrink": State(keys=("a", "d"), sizes=(NARROW,)),
    "kept-anyway": State(keys=("N", LEAKED, "ctrl+s", "exclamation_mark", "G")),
    "redacted": State(keys=("N", LEAKED, "ctrl+s", "X"), sizes=(NARROW,)),
    "written": State(keys=("e", MINE, "ctrl+s")),
    "written-beside": State(keys=("j", "e", MINE, "outside", "ctrl+s"), sizes=(NARROW,)),
    "conflict": State(keys=("e", MINE, "outside", "ctrl+s"), sizes=(TINY, NARROW, WIDE)),
    "conflict-compared": State(keys=("e", MINE, "outside", "ctrl+s", "type:comp", "enter")),
    "conflict-left": State(keys=("e", MINE, "outside", "ctrl+s", "escape"), sizes=(NARROW,)),
    "conflict-both": State(keys=("e", MINE, "outside", "ctrl+s", "type:both", "enter", "G"), sizes=(NARROW,)),
    "conflict-gone": State(keys=("e", MINE, "outside", "ctrl+s"), outside=stores.forgotten),
    "conflict-gone-compared": State(
        keys=("e", MINE, "outside", "ctrl+s", "type:comp", "enter"), sizes=(NARROW,), outside=stores.forgotten
    ),
    # The first start
    "first-start": State(remembered=FIRST, sizes=(TINY, NARROW, WIDE)),
    "first-start-profiles": State(stores.profiles, remembered=FIRST),
    "first-start-broken": State(stores.undecodable, remembered=FIRST, sizes=(NARROW,)),
    "first-start-none": State(stores.nothing, remembered=FIRST),
    "first-start-theme": State(keys=("right", "right"), remembered=FIRST, sizes=(NARROW,)),
    "first-start-ended": State(keys=("enter",), remembered=FIRST, sizes=(NARROW,)),
    # No store
    "no-store": State(stores.nothing, sizes=(TINY, NARROW, WIDE)),
    "nowhere": State(environ={"HERMES_HOME": "@/none"}),
    "no-such-store": State(store="@/none", sizes=(NARROW,)),
    # Memories that are not as they should be
    "absent": State(stores.absent),
    "empty": State(stores.empty),
    "white": State(stores.empty, ("right_square_bracket",), sizes=(NARROW,)),
    "unreadable-loop": State(stores.unreadable),
    "unreadable-directory": State(stores.unreadable, ("right_square_bracket",), sizes=(NARROW,)),
    "undecodable": State(stores.undecodable),
    "undecodable-sibling": State(stores.undecodable, ("right_square_bracket",)),
    "drifted": State(stores.drifted, sizes=(TINY, NARROW, WIDE)),
    "over": State(stores.over),
    "over-marks": State(stores.over, ("space", "j", "space"), sizes=(NARROW,)),
    "switched-off": State(stores.switched_off, ("right_square_bracket",)),
    "broken-config": State(stores.broken_config),
    "crlf": State(stores.line_ends, sizes=(NARROW,)),
    "bom": State(stores.line_ends, ("right_square_bracket",)),
    "copies": State(stores.flagged, ("j", "j", "j", "j", "j", "j")),
    "secrets": State(stores.secret),
    "secrets-revealed": State(stores.secret, ("asterisk",)),
    "hostile": State(stores.hostile, ("j", "j", "j", "j", "j")),
    "hostile-zoom": State(stores.hostile, ("j", "z"), sizes=(NARROW,)),
    "scripts": State(stores.scripts),
    "huge": State(stores.huge),
    "long-line": State(stores.huge, ("j",)),
    "many": State(stores.many, ("G",)),
    "profiles": State(stores.profiles, sizes=(TINY, NARROW, WIDE)),
    "last-profile": State(stores.profiles, ("left_square_bracket",)),
    # Choices of the person
    "ascii": State(stores.flagged, ("space", "j"), sizes=(TINY, NARROW, WIDE), ui=Ui(glyphs="ascii")),
    "ascii-board": State(stores.flagged, ("b",), sizes=(NARROW,), ui=Ui(glyphs="ascii")),
    "ascii-zoom": State(stores.flagged, ("z",), sizes=(NARROW,), ui=Ui(glyphs="ascii")),
    "ascii-edit": State(keys=("e", LONG), sizes=(NARROW,), ui=Ui(glyphs="ascii")),
    "ascii-conflict": State(keys=("e", MINE, "outside", "ctrl+s"), sizes=(NARROW,), ui=Ui(glyphs="ascii")),
    "ascii-help": State(keys=("question_mark",), sizes=(NARROW,), ui=Ui(glyphs="ascii")),
    # Sizes
    "smallest": State(stores.flagged, sizes=((20, 8), (40, 10), (60, 16), (120, 10))),
    "too-small": State(sizes=((19, 8), (80, 7))),
}

WITH_KEYS = {"filled", "absent", "no-store", "history"}
"""States whose last line is looked at too: else every new command would be a difference in all of them."""

CASES = [(name, size) for name, state in STATES.items() for size in state.sizes]


@pytest.fixture(autouse=True)
def nothing_seen_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen for the first time is in the history with the time of the test."""
    monkeypatch.setattr(Session, "observe", lambda _self, _snapshots: False)


def session_of(state: State, person: Path) -> Session:
    """The session of a person in this state."""
    state.build(HermesHome(person / ".hermes"))
    env = Environment({**os.environ, **_at(state.environ, person)}, person, person)
    store = Path(state.store.replace("@", str(person))) if state.store else None
    settings = replace(load(env), ui=state.ui)
    return session(env, Choice(store), remembered=state.remembered, settings=settings)


def _at(environ: Mapping[str, str], person: Path) -> dict[str, str]:
    return {name: value.replace("@", str(person)) for name, value in environ.items()}


async def press(desk: Desk, state: State, person: Path) -> None:
    """Keys and what else happens, in order."""
    for key in state.keys:
        what, _, rest = key.partition(":")
        if what == "type":
            await desk.type(rest)
        elif what == "text":
            desk.app.screen.query_one(TextArea).load_text(rest)
            await desk.settle()
        elif what == "size":
            columns, lines = map(int, rest.split("x"))
            await desk.pilot.resize_terminal(columns, lines)
            await desk.settle()
        elif what == "outside":
            state.outside(HermesHome(person / ".hermes"))
        else:
            await desk.press(key)


@pytest.mark.parametrize(("name", "size"), CASES, ids=[f"{name}-{size[0]}x{size[1]}" for name, size in CASES])
async def test_state(name: str, size: tuple[int, int], person: Path, snapshots: TextSnapshots) -> None:
    state = STATES[name]
    async with opened(session_of(state, person), size=size) as desk:
        await press(desk, state, person)
        text = masked(await desk.still(), person)
        snapshots.check(f"{name}-{size[0]}x{size[1]}", text if name in WITH_KEYS else text.rpartition("\n")[0])


async def test_reading_that_fails(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Session) -> None:
        raise Unreadable("~/.hermes/profiles cannot be listed (Permission denied).", "Fix: chmod u+rx ~/.hermes")

    monkeypatch.setattr(Session, "homes", fail)
    async with opened(session_of(State(), person), size=NARROW) as desk:
        snapshots.check("reading-failed-80x24", masked(await desk.still(), person))


async def test_reading_that_breaks(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours is one sentence with the log's path, and R tries again."""
    monkeypatch.setenv("HERMES_MEM_STATE", str(person / "state"))
    with monkeypatch.context() as broken:
        broken.setattr(Session, "homes", lambda self: 1 / 0)
        desk_session = session_of(State(), person)
        async with opened(desk_session, size=NARROW) as desk:
            snapshots.check("reading-broke-80x24", masked(await desk.still(), person))
            broken.undo()
            monkeypatch.setenv("HERMES_MEM_STATE", str(person / "state"))
            await desk.press("R")
            assert "12 entries" in desk.text
    assert "ZeroDivisionError" in (person / "state" / "hermes-mem.log").read_text("utf-8")


async def test_a_change_that_breaks(person: Path, snapshots: TextSnapshots, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft is kept, and that is said first."""
    monkeypatch.setenv("HERMES_MEM_STATE", str(person / "state"))
    monkeypatch.setattr(Session, "apply", lambda self, order: 1 / 0)
    state = State(keys=("e", MINE, "ctrl+s"))
    async with opened(session_of(state, person), size=NARROW) as desk:
        await press(desk, state, person)
        snapshots.check("change-broke-80x24", masked(await desk.still(), person))


BROKEN = {"reading-failed-80x24", "reading-broke-80x24", "change-broke-80x24"}


def test_no_snapshot_is_left_over(snapshots: TextSnapshots) -> None:
    expected = {f"{name}-{size[0]}x{size[1]}" for name, size in CASES} | BROKEN
    assert {path.stem for path in snapshots.directory.glob("*.txt")} == expected
