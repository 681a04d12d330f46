"""The registry: every command told once, keys that do not collide, and a person's own keys."""

from __future__ import annotations

import pytest

from hermes_mem.tui.app import COMMANDS
from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.registry import Registry, clashes, is_key, show_key


def test_no_two_commands_of_a_view_share_a_key() -> None:
    assert clashes(COMMANDS) == []


def test_a_clash_would_be_seen() -> None:
    quit_ = Registry(COMMANDS)["app.quit"]
    assert sorted(clashes([quit_, quit_])) == sorted(("app.quit", "app.quit", key) for key in quit_.keys)


def test_ids_are_unique() -> None:
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.id)
def test_every_command_says_what_it_does(command: Command) -> None:
    assert command.help.endswith(".")
    assert command.label
    assert command.group


def test_a_persons_key_replaces_the_built_in_one() -> None:
    registry = Registry(COMMANDS, {"list.mark": "i, x"})
    assert registry.keys(registry["list.mark"]) == ("i", "x")
    assert registry.shown_key(registry["list.mark"]) == "i"
    assert registry.problems == []


def test_a_pair_of_keys_is_shown_as_such_until_it_is_rebound() -> None:
    down = Registry(COMMANDS)["list.down"]
    assert Registry(COMMANDS).shown_key(down) == "jk"
    assert Registry(COMMANDS, {"list.down": "x"}).shown_key(down) == "x"


def test_a_key_that_is_taken_is_refused_and_said() -> None:
    registry = Registry(COMMANDS, {"list.mark": "q"})
    assert registry.keys(registry["list.mark"]) == ("space",)
    assert registry.problems == ["[keys] list.mark = q: that key is app.quit already; give that one another."]


def test_a_key_can_be_taken_over_once_its_owner_has_another() -> None:
    registry = Registry(COMMANDS, {"list.sort": "o", "list.mark": "s"})
    assert registry.keys(registry["list.mark"]) == ("s",)
    assert registry.problems == []


def test_an_unknown_command_names_the_nearest() -> None:
    registry = Registry(COMMANDS, {"list.marks": "m"})
    assert registry.problems == ["[keys] list.marks: no such command; did you mean list.mark?"]


def test_a_key_that_does_not_exist_is_refused_and_said() -> None:
    registry = Registry(COMMANDS, {"list.mark": "ctlr+x"})
    assert registry.keys(registry["list.mark"]) == ("space",)
    assert registry.problems == ["[keys] list.mark = ctlr+x: no key has that name; it keeps space."]


def test_every_built_in_key_has_a_name_that_is_known() -> None:
    assert [key for command in COMMANDS for key in command.keys if not is_key(key)] == []


def test_nobody_can_be_locked_in() -> None:
    registry = Registry(COMMANDS, {"app.quit": ""})
    assert registry.keys(registry["app.quit"]) == ("q", "ctrl+q")
    assert registry.problems == ["[keys] app.quit needs a key; it keeps q."]


@pytest.mark.parametrize(
    ("key", "shown"), [("escape", "esc"), ("shift+down", "shift+↓"), ("ctrl+p", "ctrl+p"), ("+", "+"), ("G", "G")]
)
def test_keys_are_shown_as_people_write_them(key: str, shown: str) -> None:
    assert show_key(key) == shown
