"""The beginning of a SKILL.md, and what is remembered of it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.config.places import cache_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Reading, read_head
from hermes_mem.layouts import skill_cache
from hermes_mem.layouts.hermes.skills import meeting
from hermes_mem.layouts.hermes.skills.heads import READ, head_of, revived
from tests.homes import HermesHome
from tests.layouts.hermes_skills import in_order, skill_text
from tests.layouts.skill_trees import grow


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (skill_text("one"), []),
        (b"", ["skill.no-front-matter"]),
        (b"Text.", ["skill.no-front-matter"]),
        (b"---\nname: one\nBody.", ["skill.unclosed"]),
        (b"---\nname: one\n" + b"x: y\n" * 20_000, ["skill.front-matter-long"]),
        (skill_text("one", more="x: " + "w " * 2_500 + "\n"), ["skill.front-matter-long"]),
        (skill_text("one", "Use it: so"), ["skill.yaml"]),
        (skill_text(), ["skill.no-name"]),
        (skill_text("''"), ["skill.no-name"]),
        (skill_text("one", ""), ["skill.no-description"]),
        (skill_text("7"), ["skill.not-text"]),
        (skill_text("one", "2026-01-02"), ["skill.not-text"]),
        (skill_text("Not Good"), ["skill.name-pattern"]),
        (skill_text("n" * 65), ["skill.name-long"]),
        (skill_text("one", "d" * 1_025), ["skill.description-long"]),
        (b"---\n- a\n---\nText.", ["skill.yaml", "skill.no-name", "skill.no-description"]),
        (b"---\nname: one\n\xff\n", ["skill.undecodable"]),
    ],
)
def test_what_is_odd_is_said(raw: bytes, said: list[str]) -> None:
    assert [note.rule for note in head_of(raw[:READ]).notes] == said


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: f"---\n{text}\n---\n{text}".encode()))
def test_whatever_lies_there_is_read_and_remembered_the_same(raw: bytes) -> None:
    head = head_of(raw)
    assert revived(json.loads(json.dumps(head))) == head


def test_a_character_that_is_cut_apart_at_the_end_of_what_is_read_is_no_fault() -> None:
    raw = skill_text("one")
    raw += b"x" * (READ - len(raw) - 1) + "é".encode()
    assert head_of(raw[:READ]).notes == ()


def test_words_are_tags_and_triggers() -> None:
    more = "metadata: {hermes: {tags: [a, b]}}\ntags: [c]\ntriggers: 'd, a'\n"
    assert head_of(skill_text("one", more=more)).words == ("a", "b", "d")


class Opened:
    """How many files of skills were opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        monkeypatch.setattr(meeting, "read_head", self.read)

    def read(self, path: Path, most: int) -> Reading:
        self.count += 1
        return read_head(path, most)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """A counter; files that were changed a moment ago count as settled."""
    monkeypatch.setattr(skill_cache, "SETTLED", 0)
    return Opened(monkeypatch)


def test_of_a_thousand_skills_only_those_that_changed_are_opened_again(
    hermes_home: HermesHome, env: Environment, opened: Opened
) -> None:
    for number in range(1_000):
        hermes_home.file(f"skills/c{number % 9}/s{number}/SKILL.md", skill_text(f"s{number}"))
    first = in_order(hermes_home, env)
    assert opened.count == 1_000
    assert in_order(hermes_home, env) == first
    assert opened.count == 1_000
    hermes_home.file("skills/c3/s12/SKILL.md", skill_text("s12", "Does more.")).file(
        "skills/new/SKILL.md", skill_text("new")
    )
    assert {skill.description for skill in in_order(hermes_home, env)} == {"Does it.", "Does more."}
    assert opened.count == 1_002


def test_what_is_remembered_says_the_same(isolated: Path, env: Environment, opened: Opened) -> None:
    for number in range(8):
        home = grow(HermesHome(isolated / f"home{number}"), Random(number))
        first, before = in_order(home, env), opened.count
        assert in_order(home, env) == first
        unreadable = sum("skill.unreadable" in {f.rule for f in skill.findings} for skill in first)
        assert opened.count - before == unreadable


@pytest.mark.parametrize(
    "spoilt", [b"", b"{", b"\xff", b"[]", b"null", b'{"form": "other", "files": {}}', b"[" * 100_000]
)
def test_a_spoilt_memory_costs_only_time(
    hermes_home: HermesHome, env: Environment, opened: Opened, spoilt: bytes
) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    first = in_order(hermes_home, env)
    memory(env).write_bytes(spoilt)
    assert in_order(hermes_home, env) == first
    assert opened.count == 2


@pytest.mark.parametrize(
    "value", [7, [], [1] * 10, ["a", "b", "c", 5, [], [], [], None, [], True], [[["x"]]] * 10, {"a": 1}]
)
def test_a_memory_of_another_shape_is_none(
    hermes_home: HermesHome, env: Environment, opened: Opened, value: object
) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    first = in_order(hermes_home, env)
    saved = json.loads(memory(env).read_bytes())
    for entry in saved["files"].values():
        entry[1] = value
    memory(env).write_text(json.dumps(saved))
    assert in_order(hermes_home, env) == first


def test_what_has_gone_is_forgotten_and_nobody_else_may_read_it(
    hermes_home: HermesHome, env: Environment, opened: Opened
) -> None:
    for name in ("one", "two"):
        hermes_home.file(f"skills/{name}/SKILL.md", skill_text(name))
    in_order(hermes_home, env)
    (hermes_home.path / "skills/one/SKILL.md").unlink()
    in_order(hermes_home, env)
    assert list(json.loads(memory(env).read_bytes())["files"]) == [str(hermes_home.path / "skills/two/SKILL.md")]
    assert (memory(env).stat().st_mode & 0o777, memory(env).parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_what_changed_a_moment_ago_is_not_remembered(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    in_order(hermes_home, env)
    assert not list((cache_dir(env) / "skills").glob("*.json"))


def test_where_nothing_can_be_remembered_everything_is_read(
    hermes_home: HermesHome, env: Environment, opened: Opened
) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    cache_dir(env).parent.mkdir(parents=True, exist_ok=True)
    cache_dir(env).write_bytes(b"a file where a directory would be")
    assert in_order(hermes_home, env) == in_order(hermes_home, env)
    assert opened.count == 2


def memory(env: Environment) -> Path:
    """The one file in which things are remembered."""
    (file,) = (cache_dir(env) / "skills").iterdir()
    return file
