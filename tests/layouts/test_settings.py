"""Which limits and switches are in force, where each comes from, and what is said about odd ones."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import LARGEST
from hermes_mem.layouts.hermes.config_checks import config_findings
from hermes_mem.layouts.hermes.settings import MemorySettings, load
from hermes_mem.model.finding import Finding, Severity
from tests.homes import HermesHome
from tests.layouts.configurations import limits, memory
from tests.powerless import run_powerless


def managed(env: Environment, directory: Path, text: str | None = None) -> Environment:
    """The environment with an administrator's directory, and a config.yaml in it if there is a text."""
    directory.mkdir(exist_ok=True)
    if text is not None:
        (directory / "config.yaml").write_text(text)
    return replace(env, environ={**env.environ, "HERMES_MANAGED_DIR": str(directory)})


def in_force(settings: MemorySettings) -> dict[str, tuple[int, str]]:
    return {target: (limit.value, limit.source) for target, limit in settings.limits.items()}


def findings(home: HermesHome, env: Environment) -> list[Finding]:
    return list(config_findings(load(home.path, env)))


def test_without_a_file_the_defaults_hold_and_nothing_is_said(hermes_home: HermesHome, env: Environment) -> None:
    settings = load(hermes_home.path, env)
    assert in_force(settings) == {"memory": (2200, "default"), "user": (1375, "default")}
    assert dict(settings.enabled) == {"memory": True, "user": True}
    assert config_findings(settings) == ()


def test_each_limit_names_its_own_source(hermes_home: HermesHome, env: Environment, tmp_path: Path) -> None:
    hermes_home.config(memory("memory_char_limit: 3500"))
    assert in_force(load(hermes_home.path, env)) == {"memory": (3500, "profile"), "user": (1375, "default")}
    over = managed(env, tmp_path / "etc", memory("user_char_limit: 700"))
    assert in_force(load(hermes_home.path, over)) == {"memory": (3500, "profile"), "user": (700, "managed")}
    over = managed(env, tmp_path / "etc", limits("100", "50"))
    assert in_force(load(hermes_home.path, over)) == {"memory": (100, "managed"), "user": (50, "managed")}


def test_a_managed_directory_that_is_none_is_no_other_either(hermes_home: HermesHome, env: Environment) -> None:
    """HERMES_MANAGED_DIR that names nothing does not fall back to /etc/hermes."""
    for value in ("/nowhere", str(hermes_home.path / "config.yaml")):
        hermes_home.config(limits("300"))
        there = replace(env, environ={"HERMES_MANAGED_DIR": value})
        assert in_force(load(hermes_home.path, there))["memory"] == (300, "profile")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (limits("3500", "lots"), {"memory": (3500, "profile"), "user": (1375, "default")}),
        (limits("lots", "3500"), {"memory": (2200, "default"), "user": (1375, "default")}),
        (limits("2200"), {"memory": (2200, "profile"), "user": (1375, "profile")}),
    ],
)
def test_from_the_first_bad_limit_on_the_defaults_hold(
    hermes_home: HermesHome, env: Environment, text: str, wanted: dict[str, tuple[int, str]]
) -> None:
    assert in_force(load(hermes_home.config(text).path, env)) == wanted


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("memory:\n\tmemory_char_limit: 300\n", 2),
        ("memory: {memory_char_limit: 300\n\n", 3),
        ("a: 1\nb: 2\nc: [\n", 4),
        ("a: 1\r\nb: 'caf\xe9\n", 3),
    ],
)
def test_a_broken_file_is_named_with_its_line(hermes_home: HermesHome, env: Environment, text: str, line: int) -> None:
    hermes_home.config(text)
    [finding] = findings(hermes_home, env)
    assert (finding.rule, finding.severity) == ("config.unreadable", Severity.WARNING)
    assert finding.file == str(hermes_home.path / "config.yaml")
    assert f"line {line}" in finding.message
    assert "defaults" in finding.effect


def test_bytes_that_are_no_utf8_are_named_with_their_line(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("config.yaml", b"a: 1\n\n# caf\xe9\n")
    [finding] = findings(hermes_home, env)
    assert "line 3" in finding.message


def test_a_broken_file_does_not_give_its_text_away(hermes_home: HermesHome, env: Environment) -> None:
    """A configuration may hold keys; the parser's own message quotes the line."""
    hermes_home.config("api_key: s3cr3t-value: more\n")
    [finding] = findings(hermes_home, env)
    assert "s3cr3t" not in str(finding)


def test_the_administrators_broken_file_is_his(hermes_home: HermesHome, env: Environment, tmp_path: Path) -> None:
    hermes_home.config(limits("300"))
    [finding] = findings(hermes_home, managed(env, tmp_path / "etc", "memory: {\n"))
    assert finding.file == str(tmp_path / "etc/config.yaml")
    assert "administrator" in finding.effect


@pytest.mark.parametrize(
    ("text", "rule", "severity"),
    [
        (limits("'3000'"), "config.limit", Severity.BLOCKING),
        (limits("lots"), "config.limit", Severity.BLOCKING),
        (limits("null"), "config.limit", Severity.BLOCKING),
        (limits("2200.5"), "config.limit", Severity.WARNING),
        (limits("true"), "config.limit", Severity.WARNING),
        (limits("-5"), "config.limit", Severity.WARNING),
        (memory("memory_enabled: 'off'"), "config.switch", Severity.WARNING),
        (memory("memory_enabled: null"), "config.switch", Severity.WARNING),
        (memory("nudge_interval: often"), "config.no-memory", Severity.BLOCKING),
        ("memory: []\n", "config.no-memory", Severity.BLOCKING),
        ("agent: fast\n", "config.no-memory", Severity.BLOCKING),
        ("agent: fast\nmax_turns: 3\n", "config.unreadable", Severity.WARNING),
        ("- memory\n", "config.unreadable", Severity.WARNING),
    ],
)
def test_what_is_odd_is_said_once_with_its_file(
    hermes_home: HermesHome, env: Environment, text: str, rule: str, severity: Severity
) -> None:
    hermes_home.config(text)
    [finding] = findings(hermes_home, env)
    assert (finding.rule, finding.severity, finding.file) == (rule, severity, str(hermes_home.path / "config.yaml"))


@pytest.mark.parametrize("text", [limits("3500"), limits("3_000"), limits("2.5e+3"), memory("memory_enabled: off")])
def test_what_is_right_is_not_remarked_upon(hermes_home: HermesHome, env: Environment, text: str) -> None:
    assert findings(hermes_home.config(text), env) == []


def test_an_odd_value_of_the_administrator_names_his_file(
    hermes_home: HermesHome, env: Environment, tmp_path: Path
) -> None:
    [finding] = findings(hermes_home, managed(env, tmp_path / "etc", limits("lots")))
    assert finding.file == str(tmp_path / "etc/config.yaml")


@pytest.mark.parametrize(
    ("value", "now", "later"),
    [
        ("true", True, True),
        ("false", False, False),
        ("off", False, False),
        ("'off'", True, False),
        ("'no way'", True, False),
        ("'Yes '", True, True),
        ("''", False, False),
        ("null", False, True),
        ("0", False, False),
        ("1", True, True),
    ],
)
def test_switches_as_this_release_and_later_ones_read_them(
    hermes_home: HermesHome, env: Environment, value: str, now: bool, later: bool
) -> None:
    hermes_home.config(memory(f"user_profile_enabled: {value}"))
    assert load(hermes_home.path, env).enabled["user"] is now
    assert load(hermes_home.path, env, late=True).enabled["user"] is later


def test_a_pipe_in_place_of_the_file_is_never_opened(hermes_home: HermesHome, env: Environment) -> None:
    os.mkfifo(hermes_home.path / "config.yaml")
    [finding] = findings(hermes_home, env)
    assert "named pipe" in finding.message


def test_a_closed_file_leaves_the_defaults(hermes_home: HermesHome, env: Environment) -> None:
    closed = hermes_home.config(limits("300")).path / "config.yaml"
    closed.chmod(0)
    script = """
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import LARGEST
from hermes_mem.layouts.hermes.config_checks import config_findings
from hermes_mem.layouts.hermes.settings import load
settings = load(closed.parent, Environment({"HERMES_MANAGED_DIR": "/nowhere"}, closed.parent, closed.parent))
answer = [settings.limits["memory"].value, *(finding.message for finding in config_findings(settings))]
"""
    value, message = run_powerless(script, closed)
    assert value == 2200
    assert "cannot be read (owner" in message


def test_a_file_that_only_we_leave_unread_is_told_so(hermes_home: HermesHome, env: Environment) -> None:
    with (hermes_home.path / "config.yaml").open("wb") as file:
        file.truncate(LARGEST + 1)
    [finding] = findings(hermes_home, env)
    assert "Hermes opens it all the same" in finding.effect


def test_what_a_variable_holds_is_not_given_away(hermes_home: HermesHome, env: Environment) -> None:
    """People keep keys in variables: the finding quotes the file, not what became of it."""
    hermes_home.config(limits("${ROOM}"))
    [finding] = findings(hermes_home, replace(env, environ={**env.environ, "ROOM": "hunter2-and-more"}))
    assert "hunter2" not in str(finding)
    assert "${ROOM}" in finding.message


TOKEN = "ghp_" + "k9Zt4QmW2xVb7LrY8sNd3PfH6jGc1aTeUoB5"


@pytest.mark.parametrize(
    "text", [limits(TOKEN), f"api: !{TOKEN} x\n", f"api: !!int {TOKEN}\n", memory(f"memory_enabled: ' {TOKEN}'")]
)
def test_a_secret_in_an_odd_place_is_masked(hermes_home: HermesHome, env: Environment, text: str) -> None:
    [finding] = findings(hermes_home.config(text), env)
    assert not any(TOKEN[at : at + 6] in str(finding) for at in range(len(TOKEN) - 5))


def test_a_value_that_would_never_end_is_not_written_out(hermes_home: HermesHome, env: Environment) -> None:
    """A billion laughs: 300 bytes of YAML that stand for 10 to the 12th words."""
    laughs = "a0: &a0 [ha]\n" + "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 10)}]\n" for n in range(12))
    hermes_home.config(laughs + memory("memory_char_limit: *a12"))
    [finding] = findings(hermes_home, env)
    assert finding.message == "memory.memory_char_limit is a list, not a number."


def test_a_limit_with_more_digits_than_are_written_out_is_none(hermes_home: HermesHome, env: Environment) -> None:
    settings = load(hermes_home.config(limits(hex(10**4300))).path, env)
    assert in_force(settings)["memory"] == (2200, "default")
    assert not settings.limits["memory"].usable
    assert "thousands of digits" in config_findings(settings)[0].message


def test_a_whole_number_beside_an_infinite_one_is_not_to_blame(hermes_home: HermesHome, env: Environment) -> None:
    [finding] = findings(hermes_home.config(limits(".inf", "700")), env)
    assert finding.target == "memory"
