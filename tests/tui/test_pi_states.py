"""How a home of Pi looks in every state: text that was looked at before it was accepted."""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from textual.widgets import TextArea

from hermes_mem.config.settings import Ui, load
from hermes_mem.disk import lease, lock
from hermes_mem.disk.environment import Environment
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.session import Session
from tests.homes import HermesHome, PiHome
from tests.tui import pi_stores, stores
from tests.tui.desk import SIZES, Desk, opened, session
from tests.tui.test_svg import Compare
from tests.tui.text_snapshot import TextSnapshots, masked

NARROW, WIDE = SIZES
TINY = (50, 14)
NEXT = "right_square_bracket"
FAILURES, STANDING, SHOP, OTHER = (tuple([NEXT] * number) for number in (2, 3, 4, 9))
MARKED = ("j", "space", "j", "space")


@dataclass
class State:
    """A home of Pi, one of Hermes beside it if `beside`, and what a person does there.

    `keys` may hold `type:WORDS`, and `text:TEXT` for what shall be in the editor.
    """

    build: pi_stores.Build = pi_stores.used
    keys: Sequence[str] = ()
    sizes: Sequence[tuple[int, int]] = (NARROW, WIDE)
    beside: bool = False
    ui: Ui = Ui()


def busy(home: PiHome) -> None:
    """An agent holds the lease of the memory."""
    pi_stores.used(home)
    with closing(sqlite3.connect(home.path / ".pi-hermes-locks.sqlite", isolation_level=None)) as connection:
        connection.execute(lease.TABLE)
        key = f"mutation:{home.path.resolve()}/pi-hermes-memory/MEMORY.md"
        row = (key, "a-token", 1, None, time.time_ns() // 1_000_000 - 60_000)
        connection.execute("INSERT INTO locks VALUES (?, ?, ?, ?, ?)", row)


def without_search(home: PiHome) -> None:
    """The database in which Pi searches is none."""
    pi_stores.used(home)
    home.file("pi-hermes-memory/sessions.db", b"no database at all" * 100)


STATES = {
    "memory": State(sizes=(TINY, NARROW, WIDE)),
    "memory-card": State(keys=("j", "j", "j", "z")),
    "memory-undated": State(keys=("j", "j")),
    "beside": State(keys=(NEXT, NEXT), beside=True, sizes=(TINY, NARROW, WIDE)),
    "failures": State(keys=FAILURES, sizes=(TINY, NARROW, WIDE)),
    "failures-card": State(keys=(*FAILURES, "z")),
    "failures-shown": State(pi_stores.shown, FAILURES),
    "failures-marks": State(keys=(*FAILURES, *MARKED), sizes=(NARROW,)),
    "standing": State(keys=STANDING),
    "project": State(keys=SHOP),
    "another-project": State(keys=OTHER),
    "targets": State(keys=("ctrl+t",), beside=True, sizes=(NARROW,)),
    "filter-category": State(keys=(*FAILURES, "slash", "type:category:tool")),
    "filter-both": State(keys=(*FAILURES, "slash", "type:project:shop ci"), sizes=(NARROW,)),
    "filter-none": State(keys=(*FAILURES, "slash", "type:category:tool project:x"), sizes=(NARROW,)),
    "board": State(keys=("b",), sizes=(TINY, NARROW, WIDE, (160, 50))),
    "board-paged": State(keys=("b", *SHOP)),
    "board-marks": State(keys=("b", *MARKED), sizes=(WIDE,)),
    "absent-project": State(pi_stores.absent, SHOP),
    "gone": State(pi_stores.gone),
    "broken-config": State(pi_stores.broken_config),
    "busy": State(busy, ("d",)),
    "mirror-behind": State(without_search, ("j", "d")),
    "new-failure": State(keys=(*FAILURES, "N")),
    "new-failure-written": State(keys=(*FAILURES, "N", "down", "enter", "text:Use uv, not pip")),
    "edit": State(keys=("e", "text:The laptop runs Fedora 45."), sizes=(NARROW,)),
    "moved": State(keys=(NEXT, NEXT, "t", "type:memory hermes", "enter"), beside=True),
    "ascii": State(keys=FAILURES, ui=Ui(glyphs="ascii"), sizes=(NARROW,)),
    "ascii-board": State(keys=("b",), ui=Ui(glyphs="ascii"), sizes=(NARROW,)),
}

CASES = [(name, size) for name, state in STATES.items() for size in state.sizes]


@pytest.fixture(autouse=True)
def still_life(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was seen before, nobody waits long for an agent, and every agent has the same name."""
    monkeypatch.setattr(Session, "observe", lambda _self, _snapshots: False)
    monkeypatch.setattr(lock, "TIMEOUT", 0.2)
    monkeypatch.setattr(lease, "program", lambda _pid: "node")


def session_of(state: State, person: Path) -> Session:
    """The session of a person who stands in a project."""
    state.build(PiHome(person / ".pi/agent"))
    if state.beside:
        stores.calm(HermesHome(person / ".hermes"))
    project = person / "work" / pi_stores.PROJECT
    project.mkdir(parents=True)
    env = Environment(dict(os.environ), person, project)
    return session(env, settings=replace(load(env), ui=state.ui))


async def press(desk: Desk, keys: Sequence[str]) -> None:
    """Keys and texts, in order."""
    for key in keys:
        what, _, rest = key.partition(":")
        if what == "type":
            await desk.type(rest)
        elif what == "text":
            desk.app.screen.query_one(TextArea).load_text(rest)
            await desk.settle()
        else:
            await desk.press(key)


@pytest.mark.parametrize(("name", "size"), CASES, ids=[f"{name}-{size[0]}x{size[1]}" for name, size in CASES])
async def test_state(name: str, size: tuple[int, int], person: Path, snapshots: TextSnapshots) -> None:
    state = STATES[name]
    async with opened(session_of(state, person), size=size) as desk:
        await press(desk, state.keys)
        text = re.sub(r"for 6\d s", "for 60 s", masked(await desk.still(), person))
        snapshots.check(f"pi/{name}-{size[0]}x{size[1]}", text.rpartition("\n")[0])


def test_no_snapshot_is_left_over(snapshots: TextSnapshots) -> None:
    expected = {f"{name}-{size[0]}x{size[1]}" for name, size in CASES}
    assert {path.stem for path in (snapshots.directory / "pi").glob("*.txt")} == expected


PICTURES: dict[str, tuple[str | None, Sequence[str]]] = {
    "dark": (None, FAILURES),
    "light": ("papyrus", FAILURES),
    "board": (None, ("b", *MARKED)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, person: Path, snap_compare: Compare) -> None:
    theme, keys = PICTURES[name]
    app = HermesMem(session_of(State(), person), theme=theme)

    async def before(pilot: object) -> None:
        desk = Desk(app, pilot)  # type: ignore[arg-type]
        await desk.settle()
        await press(desk, keys)
        await desk.still()

    assert snap_compare(app, terminal_size=(120, 36), run_before=before)
