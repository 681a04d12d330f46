"""The README tells the truth: its keys, its commands, its pictures and its exit codes are those of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hermes_mem.cli.registry import NOUNS
from hermes_mem.config.parsing import parse
from hermes_mem.config.settings import KEYS
from hermes_mem.model import errors
from hermes_mem.tui import themes
from hermes_mem.tui.app import COMMANDS
from hermes_mem.tui.commands.registry import Registry
from tests.readme import README, keys_table, section
from tests.screenshots import FOLDER, SHOTS

TEXT = README.read_text("utf-8")


def test_the_table_of_keys_is_the_one_the_program_has() -> None:
    assert section("keys", TEXT) == keys_table()


@pytest.mark.parametrize("noun", [noun.name for noun in NOUNS])
def test_every_command_is_described(noun: str) -> None:
    assert re.search(rf"^\| .*`{noun}\b", TEXT, re.MULTILINE)


def test_every_picture_it_shows_is_made_by_the_tool() -> None:
    shown = set(re.findall(r"\(screenshots/([\w-]+)\.svg\)", TEXT))
    assert shown
    assert shown <= {shot.name for shot in SHOTS}
    assert all((FOLDER / f"{name}.svg").is_file() for name in shown)


def test_every_error_has_its_exit_code_in_the_list() -> None:
    listed = set(map(int, re.findall(r"(?:^|· )(\d+) ", section_of("Exit codes"), re.MULTILINE)))
    kinds: list[type[errors.HermesMemError]] = [errors.HermesMemError, *errors.HermesMemError.__subclasses__()]
    assert {kind.exit_code for kind in kinds} <= listed


def test_the_configuration_it_shows_is_taken_whole() -> None:
    [example] = re.findall(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    settings = parse(Path("config.toml"), example.encode())
    assert settings.complaints == ()
    assert {key.name for key in KEYS} <= settings.set_here
    assert settings.keys
    assert Registry(COMMANDS, settings.keys).problems == []
    assert settings.ui.theme in {theme.name for theme in themes.load().themes}


def section_of(heading: str) -> str:
    """The text below a heading, up to the next one."""
    return TEXT.split(f"### {heading}\n")[1].split("\n#")[0]
