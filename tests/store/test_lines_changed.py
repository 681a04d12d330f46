"""Which lines of a file change where no entry does."""

from __future__ import annotations

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.masking import MASK
from hermes_mem.model.plan import Repair
from hermes_mem.store.lines_changed import LARGEST, LineChange, lines_changed
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, preview
from tests.homes import HermesHome

TOKEN = "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"


def changed(env: Environment, hermes_home: HermesHome, raw: bytes) -> list[LineChange]:
    """What writing it as Hermes itself would changes."""
    hermes_home.memory(raw)
    (home,) = find_homes(env)
    (effect,) = preview(Order(home, [Repair("memory")], "you", "repaired"), env).effects
    return lines_changed(effect, env)


CASES = {
    "blank lines": (b"one\n\n\xc2\xa7\n\ntwo", [LineChange(2, "", False), LineChange(4, "", False)]),
    "a trailing blank": (b"one \n\xc2\xa7\ntwo", [LineChange(1, "one ", False), LineChange(1, "one", True)]),
    "CR LF": (
        b"one\r\n\xc2\xa7\r\ntwo",
        [LineChange(n, t, False) for n, t in ((1, "one\r"), (2, "§\r"))]
        + [LineChange(n, t, True) for n, t in ((1, "one"), (2, "§"))],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_lines_that_change(name: str, env: Environment, hermes_home: HermesHome) -> None:
    raw, expected = CASES[name]
    assert changed(env, hermes_home, raw) == expected


def test_secrets_are_masked(env: Environment, hermes_home: HermesHome) -> None:
    raw = f"The token is {TOKEN} \n§\ntwo".encode()
    lines = changed(env, hermes_home, raw)
    assert [line.comes for line in lines] == [False, True]
    assert all(MASK in line.text and "FAKE" not in line.text for line in lines)


def test_of_a_very_large_file_no_line_is_told(env: Environment, hermes_home: HermesHome) -> None:
    hermes_home.config(f"memory:\n  memory_char_limit: {2 * LARGEST}\n")
    assert changed(env, hermes_home, b"one \n\xc2\xa7\n" + b"x" * LARGEST) == []
