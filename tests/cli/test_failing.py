"""A failure with its parts on the command line, as the agent would have written it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_mem.layouts.pi.failures import CATEGORIES
from tests.cli.conftest import Cli, texts
from tests.cli.test_completion import complete
from tests.homes import PiHome

PARTS = ["--failed", "it hangs", "--tool-state", " ts ", "--corrected-to", "ct"]


@pytest.fixture
def pi(user_home: Path, monkeypatch: pytest.MonkeyPatch) -> PiHome:
    """A home with failures and a project, seen from a directory that is no project."""
    monkeypatch.chdir(user_home)
    return PiHome(user_home / ".pi/agent").failures(b"").project("shop", b"owns the cart")


def failures(pi: PiHome) -> list[str]:
    """The visible texts of the failures."""
    raw = (pi.path / "pi-hermes-memory/failures.md").read_text("utf-8")
    return [entry.partition(" <!-- ")[0] for entry in raw.split("\n§\n")]


def test_it_is_composed_as_the_agent_composes_it(cli: Cli, pi: PiHome) -> None:
    ran = cli("memory", "add", "failures", " Tried X\n", "--category", "Tool-Quirk", *PARTS, "--json")
    assert ran.code == 0
    [entry] = ran.shaped("change")["entries"]
    assert entry["now"]["text"] == "[tool-quirk] Tried X — Failed: it hangs — Tool state: ts — Corrected to: ct"
    assert failures(pi) == [entry["now"]["text"]]
    [target] = cli("memory", "list", "--target", "failures", "--json").shaped("memory list")["stores"][0]["targets"]
    assert target["entries"][0]["category"] == "tool-quirk"


@pytest.mark.parametrize(
    ("text", "options", "written"),
    [
        ("X", [], "[failure] X"),
        ("[insight] X", [], "[insight] X"),
        ("[insight] X", ["--category", "insight"], "[insight] X"),
        ("[odd] X", [], "[failure] [odd] X"),
        ("X — Y", ["--failed", "Z"], "[failure] X — Y — Failed: Z"),
    ],
)
def test_every_failure_has_a_category(cli: Cli, pi: PiHome, text: str, options: list[str], written: str) -> None:
    assert cli("memory", "add", "failures", text, *options).code == 0
    assert failures(pi) == [written]


def test_it_may_be_about_a_project(cli: Cli, pi: PiHome) -> None:
    assert cli("memory", "add", "failures", "X", "--project", "proj é").code == 0
    assert "project64=cHJvaiDDqQ -->" in (pi.path / "pi-hermes-memory/failures.md").read_text("utf-8")
    [store] = cli("memory", "list", "--project", "proj é", "--json").json["stores"]
    assert [entry["project"] for target in store["targets"] for entry in target["entries"]] == ["proj é"]


def test_the_same_failure_in_two_projects_is_two(cli: Cli, pi: PiHome) -> None:
    for project in (["--project", "shop"], ["--project", "infra"], [], []):
        assert cli("memory", "add", "failures", "X", *project).code == 0
    assert failures(pi) == ["[failure] X"] * 3


def test_the_memory_of_a_project(cli: Cli, pi: PiHome, home: Path) -> None:
    """Also beside a store that has no projects."""
    for target in ("memory", "project:shop"):
        ran = cli("memory", "add", target, f"new in {target}", "--project", "shop", "--json")
        assert [entry["target"] for entry in ran.shaped("change")["entries"]] == ["project:shop"]
    assert (pi.path / "projects-memory/shop/MEMORY.md").read_text("utf-8").count("new in") == 2
    assert len(texts(home)) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["memory", "X", "--category", "insight"], "MEMORY has no such parts: --category"),
        (["project:shop", "X", "--failed", "Y"], "PROJECT shop has no such parts: --failed"),
        (["standing", "X", "--tool-state", "Y", "--corrected-to", "Z"], "--tool-state, --corrected-to"),
        (["failures", "X", "--category", "oops"], ", ".join(CATEGORIES)),
        (["failures", "[insight] X", "--category", "failure"], "begins with [insight]"),
        (["failures", "X", "--failed", " "], "--failed is empty"),
        (["failures", "X", "--project", ""], "--project is empty"),
        (["failures", "X", "--failed", "\udcff"], "--failed is not UTF-8"),
        (["failures", "X", "--project", "\udcff"], "--project is not UTF-8"),
        (["failures", "X", "--project", "../shop"], "not the name of a project"),
        (["memory", "X", "--project", ".."], "not the name of a project"),
        (["user", "X", "--project", "shop"], "USER is about no project"),
        (["project:shop", "X", "--project", "infra"], "PROJECT shop is about no project"),
        (["memory", "X", "--project", "nowhere"], "There are: memory, user, failures, standing, project:shop"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_said_there(cli: Cli, pi: PiHome, arguments: list[str], said: str) -> None:
    before = files(pi)
    ran = cli("memory", "add", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert files(pi) == before


def files(pi: PiHome) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in pi.path.rglob("*") if path.is_file()}


@pytest.mark.parametrize("option", [["--project", "shop"], ["--category", "insight"], ["--failed", "Y"]])
def test_hermes_keeps_none_of_it(cli: Cli, home: Path, option: list[str]) -> None:
    ran = cli("memory", "add", "memory", "X", *option)
    assert (ran.code, ran.out) == (2, "")
    assert option[0] in ran.err
    assert len(texts(home)) == 3


def test_without_a_text_there_is_no_failure(cli: Cli, pi: PiHome) -> None:
    ran = cli("memory", "add", "failures", " ", *PARTS, "--json")
    assert ran.code == 4
    assert [finding["rule"] for finding in ran.shaped("change")["findings"]] == ["entry.empty"]


def test_a_secret_in_a_part_is_refused_and_redacted(cli: Cli, pi: PiHome) -> None:
    secret = "sk-FAKEFAKEFAKEFAKEFAKEFAKE0000"
    command = ["memory", "add", "failures", "X", "--failed", f"the key {secret} was wrong"]
    assert cli(*command).code == 4
    assert cli(*command, "--redact").code == 0
    assert "FAKE" not in failures(pi)[0]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("hermes-mem memory add failures X --category in", ["insight"]),
        ("hermes-mem memory list --category ", list(CATEGORIES)),
        ("hermes-mem memory list --project ", ["infra", "shop"]),
        ("hermes-mem memory add memory X --project s", ["shop"]),
    ],
)
def test_the_shell_completes_them(user_home: Path, pi: PiHome, line: str, offered: list[str]) -> None:
    pi.project("infra", b"a")
    assert complete(user_home, line) == offered


def test_help_tells_of_them(cli: Cli) -> None:
    shown = cli("memory", "add", "--help").out
    for flag in ("--category", "--failed", "--tool-state", "--corrected-to", "--project"):
        assert f"  {flag} " in shown
    assert "Options of a failure (Pi only)" in cli("memory", "add", "--help", terminal=True).out
