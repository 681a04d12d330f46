"""The skills of a store, and the text of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import NotFound, Unreadable
from hermes_mem.model.skill import Scope, Skill
from hermes_mem.skills.reading import Whole, read_skills, whole_text
from hermes_mem.store.reading import find_homes
from tests.homes import HermesHome, put


def skill_at(directory: Path) -> Skill:
    return Skill(directory.name, directory, directory.parent, Scope.GLOBAL, "")


def test_every_home_has_its_own(hermes_home: HermesHome, env: Environment) -> None:
    for home in (hermes_home, hermes_home.profile("work")):
        home.file(f"skills/{home.path.name}/SKILL.md", b"---\nname: one\ndescription: d\n---\nBody\n")
    found = [read_skills(home, env) for home in find_homes(env)]
    assert [[skill.path for skill in shelf.skills] for shelf in found] == [[".hermes"], ["work"]]


def test_what_is_odd_around_them_comes_along(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/.usage.json", b"{")
    shelf = read_skills(find_homes(env)[0], env)
    assert ([finding.rule for finding in shelf.findings], shelf.unread) == (["skill.usage-unreadable"], False)


@pytest.mark.parametrize(
    ("raw", "whole"),
    [
        (b"---\nname: a\n---\nBody\n", Whole("name: a", "Body\n")),
        (b"\xef\xbb\xbfone\r\ntwo\rthree", Whole("", "one\ntwo\nthree")),
        (b"odd \xff", Whole("", "odd \ufffd")),
        (b"", Whole("", "")),
        (b"nul\x00\x1b[31m", Whole("", "nul\x00\x1b[31m")),
    ],
)
def test_the_text_is_all_of_the_file(tmp_path: Path, raw: bytes, whole: Whole) -> None:
    put(tmp_path / "a/SKILL.md", raw)
    assert whole_text(skill_at(tmp_path / "a")) == whole


def test_what_has_gone_or_is_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="is gone"):
        whole_text(skill_at(tmp_path / "gone"))
    (tmp_path / "folder/SKILL.md").mkdir(parents=True)
    with pytest.raises(Unreadable, match="a directory has its name"):
        whole_text(skill_at(tmp_path / "folder"))
