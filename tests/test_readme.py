"""The README tells the truth: its keys, its commands, its pictures and its exit codes are those of the program."""

from __future__ import annotations

import re

import pytest

from hermes_mem.cli.registry import NOUNS
from hermes_mem.model import errors
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


def section_of(heading: str) -> str:
    """The text below a heading, up to the next one."""
    return TEXT.split(f"### {heading}\n")[1].split("\n#")[0]
