"""What lies beside the skills of a Hermes home: usage, where they came from, and who names them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.skills.usage import moment, usage_of
from hermes_mem.model.skill import Activity, Origin, Usage
from tests.homes import HermesHome
from tests.layouts.hermes_skills import around, found, rules, skill_text

HUB = {
    "version": 1,
    "installed": {"from-hub": {"install_path": "dev/placed"}, "odd": 7, "out": {"install_path": "../x"}},
}


@pytest.fixture
def one(hermes_home: HermesHome) -> HermesHome:
    """A home with the skill `one` in the category `dev`."""
    return hermes_home.file("skills/dev/one/SKILL.md", skill_text("one"))


def usage(home: HermesHome, record: Any) -> HermesHome:
    return home.file("skills/.usage.json", json.dumps({"one": record}).encode())


def test_usage_is_that_of_the_name(one: HermesHome, env: Environment) -> None:
    record = {
        "created_by": "agent",
        "use_count": 3,
        "view_count": 2,
        "patch_count": 1,
        "created_at": "2026-01-01T10:00:00+00:00",
        "last_used_at": "2026-02-01T10:00:00+02:00",
        "last_viewed_at": "2026-02-01T09:00:00",
        "last_patched_at": None,
        "pinned": True,
        "state": "stale",
        "patch_generation": 4,
    }
    skill = found(usage(one, record), env)["dev/one"]
    day = datetime(2026, 2, 1, 9, tzinfo=UTC)
    assert skill.usage == Usage(3, 2, 1, day, datetime(2026, 1, 1, 10, tzinfo=UTC), None, True)
    assert (skill.activity, skill.origin, skill.record) == (Activity.STALE, Origin.AGENT, "one")


def test_without_a_record_nothing_was_counted(one: HermesHome, env: Environment) -> None:
    skill = found(one, env)["dev/one"]
    assert (skill.usage, skill.record, skill.origin) == (Usage(), None, Origin.LOCAL)


@pytest.mark.parametrize(
    "record",
    [
        {"use_count": "many", "created_at": 7, "state": 4},
        {"use_count": [1], "last_used_at": "soon"},
        {"use_count": 1e999},
    ],
)
def test_a_record_without_sense_counts_nothing(one: HermesHome, env: Environment, record: Any) -> None:
    skill = found(usage(one, record), env)["dev/one"]
    assert (skill.usage, skill.activity) == (Usage(), Activity.ACTIVE)


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"one": ' + b"9" * 5_000 + b"}"])
def test_a_spoilt_file_counts_as_none_and_is_said(one: HermesHome, env: Environment, raw: bytes) -> None:
    one.file("skills/.usage.json", raw)
    assert found(one, env)["dev/one"].usage == Usage()
    assert [finding.rule for finding in around(one, env)] == ["skill.usage-unreadable"]


def test_what_is_no_record_is_passed_over(one: HermesHome, env: Environment) -> None:
    assert found(usage(one, [1]), env)["dev/one"].record is None
    assert around(one, env) == []


def test_records_of_no_skill_are_said_together(one: HermesHome, env: Environment) -> None:
    one.file("skills/.archive/old/SKILL.md", skill_text("old"))
    records: dict[str, Any] = {name: {} for name in ("one", "old", "e", "d", "c", "b")}
    one.file("skills/.usage.json", json.dumps(records).encode())
    (finding,) = around(one, env)
    assert finding.message == "4 usage records are of no skill there is: b, c, d and 1 more."


def test_a_record_that_says_archived_of_what_is_there_is_said(one: HermesHome, env: Environment) -> None:
    skill = found(usage(one, {"state": "archived"}), env)["dev/one"]
    assert (skill.activity, rules(skill)) == (Activity.ACTIVE, ["skill.state"])


def test_usage_that_is_counted_under_another_name_than_it_is_looked_up(
    hermes_home: HermesHome, env: Environment
) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one # mine"))
    skill = found(usage(hermes_home, {"use_count": 2}), env)["one"]
    assert (skill.name, skill.usage.uses, rules(skill)) == ("one", 2, ["skill.two-names"])


@pytest.mark.parametrize(
    ("value", "time"),
    [
        ("2026-01-01", datetime(2026, 1, 1, tzinfo=UTC)),
        ("2026-01-01T00:00:00Z", datetime(2026, 1, 1, tzinfo=UTC)),
        ("0001-01-01T00:00:00+14:00", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_a_time_is_read_or_is_none(value: object, time: datetime | None) -> None:
    assert moment(value) == time


def test_truth_and_falsehood_are_numbers_too() -> None:
    assert usage_of({"use_count": True, "view_count": False, "pinned": 1}) == Usage(uses=1, pinned=True)


def test_where_they_came_from(hermes_home: HermesHome, env: Environment) -> None:
    for name in ("from-hub", "bundled", "own"):
        hermes_home.file(f"skills/{name}/SKILL.md", skill_text(name))
    hermes_home.file("skills/dev/placed/SKILL.md", skill_text("another"))
    hermes_home.file("skills/.bundled_manifest", b"bundled:0123\n\n  gone : 45\n").file(
        "skills/.curator_suppressed", b"# x\n"
    )
    hermes_home.file("skills/.hub/lock.json", json.dumps(HUB).encode())
    origins = {skill.name: (skill.origin, skill.closed is None) for skill in found(hermes_home, env).values()}
    assert origins == {
        "bundled": (Origin.BUNDLED, True),
        "another": (Origin.HUB, False),
        "from-hub": (Origin.HUB, False),
        "own": (Origin.LOCAL, True),
    }
    named = {skill.name for skill in found(hermes_home, env).values() if skill.named_by}
    assert named == {"another", "from-hub"}


@pytest.mark.parametrize("raw", [b"{", b"\xff"])
def test_what_says_where_they_came_from_may_be_spoilt(one: HermesHome, env: Environment, raw: bytes) -> None:
    one.file("skills/.hub/lock.json", raw)
    assert found(one, env)["dev/one"].origin is Origin.LOCAL
    assert [finding.rule for finding in around(one, env)] == ["skill.origin-unreadable"]


@pytest.mark.parametrize(
    "raw",
    [
        b"[]",
        b"null",
        b'{"installed": []}',
        b'{"installed": {"a": {"install_path": "\\u0000"}}}',
        b'{"installed": {"a": {"install_path": "\\ud800"}}}',
    ],
)
def test_an_odd_lock_of_the_hub_names_nothing(one: HermesHome, env: Environment, raw: bytes) -> None:
    one.file("skills/.hub/lock.json", raw)
    assert found(one, env)["dev/one"].origin is Origin.LOCAL


@pytest.mark.parametrize(("prunes", "is_open"), [("true", True), ("false", False), ("0", False)])
def test_bundled_ones_are_closed_where_the_curator_keeps_them(
    one: HermesHome, env: Environment, prunes: str, is_open: bool
) -> None:
    one.file("skills/.bundled_manifest", b"one:0").config(f"curator: {{prune_builtins: {prunes}}}")
    assert (found(one, env)["dev/one"].closed is None) is is_open


def test_the_administrator_has_the_last_word(one: HermesHome, env: Environment, tmp_path: Path) -> None:
    one.file("skills/.bundled_manifest", b"one:0").config("curator: {prune_builtins: true}")
    (tmp_path / "config.yaml").write_text("curator: {prune_builtins: false}")
    env = replace(env, environ={**env.environ, "HERMES_MANAGED_DIR": str(tmp_path)})
    assert found(one, env)["dev/one"].closed == "It came with Hermes, and curator.prune_builtins keeps all of those."


def test_a_skill_that_a_command_is_built_on_is_closed(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/plan/SKILL.md", skill_text("plan"))
    assert found(hermes_home, env)["plan"].closed == "The command /plan of Hermes is built on it."


def test_the_directory_of_all_skills_is_closed(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/SKILL.md", skill_text("all"))
    assert found(hermes_home, env)["."].closed == "It is the directory of all skills itself."


@pytest.mark.parametrize("word", ["one", "dev/one", "dev:one", "/one", " one ", "ABSOLUTE"])
def test_a_job_names_it_in_any_way(one: HermesHome, env: Environment, word: str) -> None:
    called = str(one.path / "skills/dev/one") if word == "ABSOLUTE" else word
    jobs = {"jobs": [{"id": "a1", "name": "nightly", "enabled": False, "skills": ["other", called]}, {"id": "b2"}, 7]}
    one.file("cron/jobs.json", json.dumps(jobs).encode())
    assert found(one, env)["dev/one"].named_by == ("the cron job “nightly” names it",)


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        (b'[{"id": "x", "skill": "one"}]', True),
        (b'\xef\xbb\xbf{"jobs": [{"id": "x", "skill": "one"}]}', True),
        (b'{"jobs": [{"id": "x", "prompt": "a\tb\n", "skills": "one"}]}', True),
        (b'{"jobs": [{"id": "x", "skill": "one", "skills": []}]}', False),
        (b'{"jobs": {"one": 1}}', False),
        (b"{", False),
        (b"\xff", False),
        (b"7", False),
    ],
)
def test_jobs_are_read_as_the_agent_does(one: HermesHome, env: Environment, raw: bytes, named: bool) -> None:
    one.file("cron/jobs.json", raw)
    assert found(one, env)["dev/one"].named_by == (("the cron job “x” names it",) if named else ())


def test_bundles_name_it_too(one: HermesHome, env: Environment, tmp_path: Path) -> None:
    one.file("skill-bundles/work.yaml", b"skills: [one, two]").file(
        "skill-bundles/b.yml", b"name: Both\nskills: [dev/one]"
    )
    one.file("skill-bundles/odd.yaml", b"skills: one").file("skill-bundles/none.txt", b"skills: [one]")
    clauses = ("the bundle “work” names it", "the bundle “Both” names it")
    assert found(one, env)["dev/one"].named_by == clauses
    elsewhere = replace(env, environ={**env.environ, "HERMES_BUNDLES_DIR": str(tmp_path)})
    assert found(one, elsewhere)["dev/one"].named_by == ()
