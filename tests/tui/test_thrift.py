"""What is left out was there already: the terminal shows the same as if everything had been sent."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.widgets import Static

from hermes_mem.model.budget import Budget, Unit
from hermes_mem.tui.thrift import ThriftyApp
from hermes_mem.tui.widgets.bars import Reading
from hermes_mem.tui.widgets.gauge import Gauge
from hermes_mem.tui.widgets.virtual_list import VirtualList
from tests.tui.widgets.hosts import Drawn, Host, Item, Wire, items

TOKEN = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m|\x1b[\[\]P][^a-zA-Z\a]*[a-zA-Z\a]|\r|\n|(.)", re.DOTALL)
WORDS = ["plain", "日本語", "é", "🚀 two", "─────", "a longer text of some words", "", "x" * 80]


class Grid:
    """A terminal of the simplest kind: a letter and its looks for every cell."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def feed(self, sent: str) -> Grid:
        """Obey moves, colours and letters."""
        y = x = 1
        looks = ""
        for found in TOKEN.finditer(sent):
            row, column, codes, letter = found.groups()
            if row:
                y, x = int(row), int(column)
            elif codes is not None:
                looks = "" if codes == "0" else codes
            elif letter is not None and cell_len(letter):
                for half in range(cell_len(letter)):
                    self.cells[y, x + half] = ("" if half else letter, looks)
                x += cell_len(letter)
        return self


class Detail(Static):
    """Changes with every move, as the real one does."""


class Desk(ThriftyApp[None], Host):
    """A list, a gauge and a detail, on a thrifty terminal."""

    def compose(self) -> ComposeResult:
        yield self.widget
        yield Gauge(Reading("MEMORY", Budget(1812, 2200, Unit.CODEPOINTS, "test"), 23))
        yield Detail("nothing", markup=False)

    def on_virtual_list_moved(self, event: VirtualList.Moved) -> None:
        """Shows the row below."""
        self.query_one(Detail).update(f"row {event.index}\n{event.row.text if event.row else ''}\n\nthe end")


class Dialog(ModalScreen[None]):
    """Something over the desk."""

    def compose(self) -> ComposeResult:
        yield Static("are you sure?")


def rows(chance: random.Random) -> list[Item]:
    texts = [f"{number} {chance.choice(WORDS)}" for number in range(chance.randint(0, 60))]
    return items(*texts)


def act(desk: Desk, widget: VirtualList[Item], chance: random.Random) -> None:
    """Something that a person or an agent might do."""
    match chance.randrange(9):
        case 0 | 1 | 2:
            widget.move_by(chance.choice([1, 1, -1]))
        case 3:
            widget.move_to(chance.randrange(60))
        case 4:
            widget.toggle_mark()
        case 5:
            widget.set_rows(rows(chance))
        case 6:
            desk.theme = chance.choice(["caduceus", "papyrus"])
        case 7 if len(desk.screen_stack) == 1:
            desk.push_screen(Dialog())
        case _ if len(desk.screen_stack) > 1:
            desk.pop_screen()
        case _:
            widget.mark_all()


@pytest.mark.parametrize("seed", range(4))
async def test_the_terminal_shows_what_a_full_repaint_would_show(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wire, chance, grid = Wire(monkeypatch), random.Random(seed), Grid()
    widget: VirtualList[Item] = VirtualList(Drawn())
    desk = Desk(widget, "caduceus")
    async with desk.run_test(size=(50, 18)) as pilot:
        widget.set_rows(rows(chance))
        for _ in range(30):
            act(desk, widget, chance)
            await pilot.pause()
            grid.feed(wire.take())
            everything = desk.screen._compositor.render_full_update().render_segments(desk.console)
            assert grid.cells == Grid().feed(everything).cells


@dataclass
class Painted:
    """A desk with two rows, all of it on the terminal; `wire` holds what is sent from now on."""

    desk: Desk
    rows: VirtualList[Item]
    wire: Wire
    pilot: Pilot[None]


@asynccontextmanager
async def painted(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Painted]:
    """No fixture: the context that an application runs in must be that of its test."""
    wire, widget = Wire(monkeypatch), VirtualList(Drawn())
    widget.set_rows(items("entry one", "entry two"))
    desk = Desk(widget, "caduceus")
    async with desk.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        wire.take()
        yield Painted(desk, widget, wire, pilot)


async def test_a_move_sends_what_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    async with painted(monkeypatch) as screen:
        screen.rows.cursor_down()
        await screen.pilot.pause()
        sent = screen.wire.take()
    assert "entry two" in sent
    assert "the end" not in sent
    assert len(sent.encode()) < 800


async def test_after_the_terminal_was_lent_all_of_it_is_painted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async with painted(monkeypatch) as screen:
        screen.desk.app_resume_signal.publish(screen.desk)
        await screen.pilot.pause()
        assert "the end" in screen.wire.take()
