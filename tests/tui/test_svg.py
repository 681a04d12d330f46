"""The colours of the main screens: pictures that were looked at before they were accepted."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot

from hermes_mem.disk.environment import Environment
from hermes_mem.tui.app import HermesMem
from hermes_mem.tui.session import Leave
from tests.homes import HermesHome
from tests.tui import stores
from tests.tui.desk import Desk, session

KEYS = ("space", "j", "j", "j", "j", "j")
"""A mark, and the cursor on an entry that the agent leaves out of the prompt."""


class Compare(Protocol):
    """What the plug-in's fixture does."""

    def __call__(self, app: HermesMem, *, terminal_size: tuple[int, int], run_before: object) -> bool: ...


@dataclass
class Picture:
    """A theme, more keys, and the person's environment."""

    theme: str | None = None
    keys: tuple[str, ...] = ()
    environ: dict[str, str] = field(default_factory=dict)


PICTURES = {
    "dark": Picture(),
    "light": Picture("papyrus"),
    "high-contrast": Picture("stele"),
    "terminal": Picture("terminal"),
    "no-colour": Picture(environ={"NO_COLOR": "1"}),
    "board": Picture(keys=("b",)),
    "zoom": Picture(keys=("z",)),
    "palette": Picture(keys=("colon",)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str, person: Path, snap_compare: Compare) -> None:
    picture = PICTURES[name]
    stores.flagged(HermesHome(person / ".hermes"))
    env = Environment({**os.environ, **picture.environ}, person, person)
    app = HermesMem(session(env), theme=picture.theme)

    async def before(pilot: Pilot[Leave]) -> None:
        desk = Desk(app, pilot)
        await desk.settle()
        for key in (*KEYS, *picture.keys):
            await desk.press(key)
        await desk.still()

    assert snap_compare(app, terminal_size=(120, 36), run_before=before)
