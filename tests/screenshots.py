"""`python -m tests.screenshots` makes the pictures of the README from the demo store."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from textual.pilot import Pilot

from hermes_mem.config.remembered import Remembered
from hermes_mem.config.settings import load
from hermes_mem.demo.create import PROJECT, create
from hermes_mem.disk.environment import Environment
from hermes_mem.store.reading import Choice
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.session import Leave, Session

FOLDER = Path(__file__).parents[1] / "screenshots"


@dataclass(frozen=True)
class Shot:
    """A picture: its name, the keys pressed before it, and how the screen looks."""

    name: str
    keys: list[str] = field(default_factory=list)
    size: tuple[int, int] = (120, 36)
    theme: str = "caduceus"
    welcomed: bool = True


NEXT = "right_square_bracket"

SHOTS = (
    Shot("memory", ["j", "j", "j", "j"]),
    Shot("memory-light", ["j", "j", "space", "j", "space"], theme="papyrus"),
    Shot("memory-contrast", ["j", "j", "j", "j"], theme="stele"),
    Shot("memory-80x24", ["j", "space", "j", "space"], size=(80, 24)),
    Shot("board", ["b", "j", "space"]),
    Shot("zoom", ["j", "j", "j", "j", "z"]),
    Shot("filter", ["slash", *"deploy"]),
    Shot("failures", [NEXT, NEXT, NEXT, NEXT, "j", "j"]),
    Shot("board-pi", [NEXT, NEXT, "b", "tab", "tab", "j", "space"]),
    Shot("health", ["5", "j"]),
    Shot("palette", ["colon", *"mark"]),
    Shot("first-start", welcomed=False),
)


async def take(shot: Shot, person: Path) -> str:
    """The picture as SVG, without the web font that Textual asks for."""
    env = Environment({"HOME": str(person)}, person, person / PROJECT)
    choice = Choice(profile="all" if shot.welcomed else None)
    clock = datetime(2026, 11, 30, 14, 2).astimezone
    session = Session(env, choice, load(env), remembered=Remembered(welcomed=shot.welcomed), clock=clock)
    app = HermesMem(session, theme=shot.theme)
    async with app.run_test(size=shot.size) as pilot:
        await settle(app, pilot)
        for key in shot.keys:
            await pilot.press(key)
        await settle(app, pilot)
        return re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(title="hermes-mem"), flags=re.DOTALL)


async def settle(app: HermesMem, pilot: Pilot[Leave]) -> None:
    """Until nothing is being read or checked any more; the watch goes on for ever."""
    await pilot.pause()
    while ahead := [worker for worker in app.workers if worker.group != "watch" and not worker.is_finished]:
        await app.workers.wait_for_complete(ahead)
        await pilot.pause()


def main() -> None:
    """Writes one file for each shot."""
    os.environ.pop("NO_COLOR", None)
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as directory:
        person = Path(directory)
        create(person / ".hermes")
        create(person / ".pi" / "agent", "pi")
        (person / PROJECT).mkdir()
        for shot in SHOTS:
            path = FOLDER / f"{shot.name}.svg"
            path.write_text(asyncio.run(take(shot, person)), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
