"""What did not follow a change of a Pi home, or will come back, is said on the screen too."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import memory_table
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply
from tests.commit.killing import killed_at
from tests.homes import PiHome, put
from tests.tui import pi_stores as stores
from tests.tui.desk import joined, opened, session

BROKEN = b"no database" * 99


@pytest.fixture
def home(pi_home: PiHome) -> PiHome:
    """A well used home with a table that cannot follow."""
    stores.used(pi_home)
    return pi_home.file("pi-hermes-memory/sessions.db", BROKEN)


async def test_it_is_said_of_what_is_taken_back_and_done_again(home: PiHome, env: Environment) -> None:
    async with opened(session(env), "d") as desk:
        assert "database of Pi's searches cannot be written" in desk.text
        for key in ("u", "U"):
            await desk.press(key)
            assert "database of Pi's searches cannot be written" in desk.text


def test_it_is_said_of_what_was_cut_off(home: PiHome, env: Environment) -> None:
    order = Order(find_homes(env)[0], [Add("memory", "new")], "you", "added to MEMORY")
    assert killed_at(1, lambda: apply(order, env), where=(str(memory_table.__file__),))
    cut_off, behind = session(env).recover()
    assert cut_off == "A change was cut off (added to MEMORY); it is done now."
    assert "database of Pi's searches cannot be written" in behind


async def test_what_comes_back_is_said_when_it_goes(pi_home: PiHome, env: Environment) -> None:
    pi_home.project("shop", joined([*stores.SHOP, "a third fact of this project, so that not half of it goes"]))
    put(pi_home.path / "shop/MEMORY.md", joined(stores.SHOP))
    async with opened(session(env)) as desk:
        assert desk.screen.memory.go_to("pi:default/project:shop")
        await desk.settle()
        await desk.press("d")
        assert "1 of what goes is in the old memory of this project too" in desk.text
