"""The list with very many rows against the same list with few."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.drivers.headless_driver import HeadlessDriver

from hermes_mem.tui.widgets.virtual_list import VirtualList
from tests.bench.row import Row, Sample
from tests.tui.widgets.hosts import Drawn, Item, Items

MANY, SCREENFUL, FEW = 100_000, 40, 20
ROUNDS = 60

Act = Callable[[VirtualList[Item], int], None]
"""Does something to a list in a certain round."""


class Terminal(HeadlessDriver):
    """Paints like a real one, and counts."""

    sent = 0
    painted: asyncio.Event

    @property
    def is_headless(self) -> bool:
        """Else Textual would not paint at all."""
        return False

    def write(self, data: str) -> None:
        """Counts what would go to the terminal."""
        Terminal.sent += len(data.encode())
        Terminal.painted.set()


class Pair(App[None]):
    """Two lists side by side, in one process and on one screen."""

    def __init__(self) -> None:
        super().__init__(driver_class=Terminal)
        self.animation_level = "none"
        self.many: VirtualList[Item] = VirtualList(Drawn())
        self.few: VirtualList[Item] = VirtualList(Drawn())

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.many
            yield self.few


class Contest:
    """The same act on the long list and on the short one, in turns, and what it sends to the terminal."""

    def __init__(self, act: Act, few: int = FEW) -> None:
        self.act = act
        self.few = few
        self.bytes = 0

    def take(self) -> Iterator[Sample]:
        """Processor time from the act until it is painted: what a person waits for beside the frame's clock."""
        yield from asyncio.run(self._samples())

    def remark(self) -> str:
        """Bytes for one act in the long list, the last that was timed."""
        return f"{self.bytes:,} bytes to the terminal"

    async def _samples(self) -> list[Sample]:
        Terminal.painted = asyncio.Event()
        app = Pair()
        running = asyncio.create_task(app.run_async(size=(120, 36), mouse=False))
        while not app.many.size.height:
            await asyncio.sleep(0.05)
        app.many.set_rows(Items(MANY), cursor_key=None)
        app.many.move_to(MANY // 2)
        app.few.set_rows(Items(self.few))
        await asyncio.sleep(0.3)
        samples = []
        for number in range(ROUNDS):
            theirs = await self._timed(app.few, number)
            samples.append((await self._timed(app.many, number), theirs))
        app.exit()
        await running
        return samples[ROUNDS // 6 :]

    async def _timed(self, widget: VirtualList[Item], number: int) -> float:
        widget.focus()
        await asyncio.sleep(0.1)
        Terminal.painted.clear()
        before = Terminal.sent
        start = time.process_time()
        self.act(widget, number)
        await Terminal.painted.wait()
        seconds = time.process_time() - start
        await asyncio.sleep(0.05)
        self.bytes = Terminal.sent - before
        return seconds


def step(widget: VirtualList[Item], number: int) -> None:
    """Down and up again."""
    widget.move_by(-1 if number % 2 else 1)


def scroll(widget: VirtualList[Item], number: int) -> None:
    """A move that scrolls by one row."""
    widget.move_to(widget.scroll_offset.y + widget.scrollable_content_region.height)


def replace(widget: VirtualList[Item], number: int) -> None:
    """The same number of new rows."""
    widget.set_rows(Items(len(widget.rows)))


STEP, SCROLL, REPLACE = Contest(step), Contest(scroll, few=1_000), Contest(replace, few=SCREENFUL)
ROWS = (
    Row("one cursor step in 100,000 rows", "in 20 rows", 1.3, STEP.take, STEP.remark),
    Row("one cursor move that scrolls, 100,000 rows", "in 1,000 rows", 1.3, SCROLL.take, SCROLL.remark),
    Row("100,000 new rows", "40 new rows, a screenful", 1.3, REPLACE.take, REPLACE.remark),
)
