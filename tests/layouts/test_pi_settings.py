"""Which places, limits and modes are in force, and what is said about a configuration that is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.config_checks import config_findings
from hermes_mem.layouts.pi.settings import Settings, load
from hermes_mem.model.finding import Finding, Severity
from tests.homes import PiHome
from tests.store.test_reading import SAME_HOME


def loaded(home: PiHome, env: Environment, **said: Any) -> Settings:
    home.config(json.dumps(said))
    return load(home.path, env)


def found(home: PiHome, env: Environment, text: str) -> list[Finding]:
    return list(config_findings(load(home.config(text).path, env), env))


def test_defaults(pi_home: PiHome, env: Environment) -> None:
    settings = load(pi_home.path, env)
    assert settings.directory == pi_home.path / "pi-hermes-memory"
    assert settings.projects == pi_home.path / "projects-memory"
    limits = {name: limit.value for name, limit in settings.limits.items()}
    assert limits == {"memory": 5000, "user": 5000, "failures": 10000, "project": 5000, "standing": 2000}
    assert {limit.source for limit in settings.limits.values()} == {"default", "agent"}
    assert (settings.legacy, settings.standing, settings.overflow) == (False, True, "auto-consolidate")
    assert (settings.recent.on, settings.recent.days, settings.recent.most) == (True, 7, 5)
    assert config_findings(settings, env) == ()


def test_failures_may_hold_twice_what_memory_may(pi_home: PiHome, env: Environment) -> None:
    settings = loaded(pi_home, env, memoryCharLimit=1500.5, userCharLimit=900, projectCharLimit=700)
    assert (settings.limit("memory").value, settings.limit("memory").exact) == (1500, 1500.5)
    assert (settings.limit("failures").value, settings.limit("failures").source) == (3001, "config")
    assert settings.limit("project:shop").value == 700


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("  ", "{home}/pi-hermes-memory"),
        ("notes", "{home}/notes"),
        ("../notes", "{above}/notes"),
        (" /srv/x/../notes ", "/srv/notes"),
        ("~/notes", "{person}/notes"),
        ("~", "{person}"),
        ("memory", "{home}/pi-hermes-memory"),
        (7, "{home}/pi-hermes-memory"),
    ],
)
def test_where_the_memory_lies(pi_home: PiHome, env: Environment, value: Any, place: str) -> None:
    wanted = place.format(home=pi_home.path, above=pi_home.path.parent, person=env.user_home)
    assert loaded(pi_home, env, memoryDir=value).directory == Path(wanted)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("work", "work"),
        (" work/ ", "work"),
        ("{home}/work", "work"),
        ("a/b", None),
        ("..", None),
        ("/srv/work", None),
        ("{home}", None),
        ("", None),
        (7, None),
    ],
)
def test_where_projects_lie(pi_home: PiHome, env: Environment, value: Any, name: str | None) -> None:
    said = value.format(home=pi_home.path) if isinstance(value, str) else value
    settings = loaded(pi_home, env, projectsMemoryDir=said)
    assert settings.projects == pi_home.path / (name or "projects-memory")
    assert [f.rule for f in config_findings(settings, env)] == ([] if name else ["config.value"])


BROKEN = [
    '{"memoryDir": "notes",}',
    '{"memoryDir": "notes"} // mine',
    '\ufeff{"memoryDir": "notes"}',
    '{"memoryDir": "notes", "userCharLimit": NaN}',
    "{'memoryDir': 'notes'}",
    "",
    "[" * 100_000,
]


@pytest.mark.parametrize("text", BROKEN, ids=["comma", "comment", "BOM", "NaN", "quotes", "empty", "nested"])
def test_a_file_that_does_not_parse_is_said_loudly(pi_home: PiHome, env: Environment, text: str) -> None:
    """Pi falls back to its defaults in silence, and so to another place."""
    [finding] = found(pi_home, env, text)
    assert (finding.rule, finding.severity) == ("config.unreadable", Severity.WARNING)
    assert finding.file == str(pi_home.path / "hermes-memory-config.json")
    assert ("'notes'" in finding.effect) is ('"notes"' in text)
    assert "defaults" in finding.effect
    assert load(pi_home.path, env).directory == pi_home.path / "pi-hermes-memory"


@pytest.mark.parametrize("text", ["null", "[]", '"text"', "7"])
def test_what_is_no_object_counts_as_nothing(pi_home: PiHome, env: Environment, text: str) -> None:
    [finding] = found(pi_home, env, text)
    assert "no object" in finding.message


def test_values_that_pi_ignores_are_named(pi_home: PiHome, env: Environment) -> None:
    said = {"memoryCharLimit": "9000", "userCharLimit": True, "projectCharLimit": 0}
    said |= {"memoryMode": "legacy", "memoryOverflowStrategy": "fifo"}
    findings = found(pi_home, env, json.dumps(said))
    assert [f.rule for f in findings] == ["config.value"] * len(said)
    assert [f.message.split()[0] for f in findings] == list(said)
    settings = load(pi_home.path, env)
    assert (settings.limit("memory").value, settings.limit("memory").source) == (5000, "default")
    assert (settings.limit("user").value, settings.limit("project").value) == (5000, 0)


def test_a_secret_in_a_value_is_masked(pi_home: PiHome, env: Environment) -> None:
    key = "sk-ant-api03-" + "Ab1" * 20
    [finding] = found(pi_home, env, json.dumps({"memoryMode": key}))
    assert key[:20] not in finding.message


def test_the_old_switch_counts_only_without_the_new_setting(pi_home: PiHome, env: Environment) -> None:
    assert loaded(pi_home, env, autoConsolidate=False).overflow == "reject"
    assert loaded(pi_home, env, autoConsolidate=False, memoryOverflowStrategy="fifo-evict").overflow == "fifo-evict"


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KEYS = ["memoryDir", "projectsMemoryDir", "memoryCharLimit", "userCharLimit", "projectCharLimit", "memoryMode"]
KEYS += ["failureInjectionMaxAgeDays", "failureInjectionMaxEntries", "memoryOverflowStrategy", "autoConsolidate"]


@given(st.dictionaries(st.sampled_from(KEYS), JSON))
@SAME_HOME
def test_any_values_are_taken_without_an_exception(pi_home: PiHome, env: Environment, said: dict[str, Any]) -> None:
    settings = loaded(pi_home, env, **said)
    assert settings.projects.parent == pi_home.path
    assert all(isinstance(limit.value, int) for limit in settings.limits.values())
    assert all(f.file == str(settings.file.path) for f in config_findings(settings, env))
