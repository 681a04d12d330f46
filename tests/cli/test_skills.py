"""`skills list`, `find` and `show`: both agents' skills, in the shapes of the contract and as text."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli
from tests.cli.test_output import hidden
from tests.cli.test_tui import started
from tests.homes import put

FIXTURE = Path(__file__).parents[1] / "data/pi-agent"

SECRET = "ghp_" + "a1B2c3" * 6

__all__ = ["started"]


def text(name: str, description: str, body: str = "Do it.", **more: str) -> bytes:
    lines = [f'name: "{name}"', f'description: "{description}"', *(f'{key}: "{value}"' for key, value in more.items())]
    return "\n".join(["---", *lines, "---", body]).encode()


def skill(home: Path, path: str, description: str = "Says what it is for", **more: str) -> Path:
    put(home / path / "SKILL.md", text(path.rpartition("/")[2], description, **more))
    return home / path


@pytest.fixture
def pi(user_home: Path) -> Path:
    """A home that pi-hermes-memory itself has written, and a skill in Pi's own directory."""
    home = user_home / ".pi/agent"
    shutil.copytree(FIXTURE, home)
    skill(home, "skills/frontend-design", "Taste, spacing and type")
    return home


@pytest.fixture
def hermes(user_home: Path) -> Path:
    """A home of Hermes with skills in categories, one of them pinned, and one in its archive."""
    home = user_home / ".hermes"
    skill(home, "skills/devops/staging-deploy", "Deploy to staging in order")
    skill(home, "skills/testing/testing-checklist", "Checks before a pull request")
    skill(home, "skills/.archive/yarn-workspaces", "Plug and play")
    record = '"state": "%s", "pinned": %s, "use_count": %d, "created_at": "2026-11-01T10:00:00+00:00"'
    usage = {"staging-deploy": ("active", "true", 7), "testing-checklist": ("stale", "false", 1)}
    rows = ", ".join(f'"{name}": {{{record % said}}}' for name, said in usage.items())
    put(home / "skills/.usage.json", f"{{{rows}}}".encode())
    return home


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def test_the_list_has_the_shape_of_the_contract(cli: Cli, pi: Path, hermes: Path) -> None:
    ran = cli("skills", "list", "--json")
    assert ran.code == 0
    rows = {(row["store"], row["id"]): row for row in ran.shaped("skills list")["skills"]}
    deploy = rows["hermes:default", "global:devops/staging-deploy"]
    assert {key: deploy[key] for key in ("name", "category", "below", "path", "state", "states", "pinned", "uses")} == {
        "name": "staging-deploy",
        "category": "devops",
        "below": "devops/staging-deploy",
        "path": str(hermes / "skills/devops/staging-deploy"),
        "state": "active",
        "states": ["pinned", "active"],
        "pinned": True,
        "uses": 7,
    }
    theirs = rows["pi:default", "project:shop:testing-checklist"]
    assert (theirs["state"], theirs["project"], theirs["uses"]) == ("shadowed", "shop", None)
    assert theirs["updated"] == "2026-11-29T00:00:00.000Z"
    assert theirs["shadowed_by"] == str(pi / "pi-hermes-memory/skills/testing-checklist")
    assert [finding["rule"] for finding in theirs["findings"]] == ["skill.shadowed"]
    external = rows["pi:default", "external:frontend-design"]
    assert (external["scope"], external["origin"]) == ("external", "external")
    assert "only reads" in external["closed"]


def test_a_list_has_badges_words_age_and_uses(cli: Cli, pi: Path, hermes: Path) -> None:
    ran = cli("skills", "list")
    assert ran.code == 0
    lines = {" ".join(line.split()[:3]): line for line in ran.out.splitlines()}
    assert "hermes:default" in ran.out
    assert "archived" in next(line for line in ran.out.splitlines() if "yarn-workspaces" in line)
    deploy = next(line for line in lines.values() if " staging-deploy " in line)
    assert deploy.split()[:4] == ["G", "staging-deploy", "devops", "pinned"]
    assert deploy.endswith("7  Deploy to staging in order")
    assert "stale" in next(line for line in lines.values() if "Checks before a pull" in line)
    assert "E     frontend-design" in ran.out
    shadowed = next(line for line in lines.values() if "shop's own checks" in line)
    assert shadowed.split()[:5] == ["P", "!", "testing-checklist", "shop", "shadowed"]
    assert "! skill.shadowed  testing-checklist" in ran.out


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--scope", "external"], {"frontend-design"}),
        (["--scope", "project"], {"deploy-checklist", "testing-checklist"}),
        (["--state", "pinned"], {"staging-deploy"}),
        (["--state", "archived"], {"yarn-workspaces"}),
        (["--state", "stale"], {"testing-checklist"}),
        (["--state", "shadowed"], {"testing-checklist"}),
        (["--project", "shop"], {"deploy-checklist", "testing-checklist"}),
        (["--scope", "global", "--state", "shadowed"], set()),
    ],
    ids=" ".join,
)
def test_a_list_is_narrowed_down(cli: Cli, pi: Path, hermes: Path, options: list[str], expected: set[str]) -> None:
    ran = cli("skills", "list", "--json", *options)
    assert ran.code == 0
    assert {*names(ran.shaped("skills list")["skills"])} == expected


def test_a_list_is_sorted_by_name_or_newest_first(cli: Cli, user_home: Path, pi: Path) -> None:
    root = pi / "pi-hermes-memory/skills"
    shutil.rmtree(pi / "skills")
    shutil.rmtree(pi / "projects-memory")
    skill(root, "zebra", updated="2026-12-01", created="2026-01-01")
    skill(root, "apple")
    usual = ["apple", "debug-typescript-errors", "release-notes", "testing-checklist", "zebra"]
    assert names(cli("skills", "list", "--json").json["skills"]) == usual
    updated = names(cli("skills", "list", "--json", "--sort", "updated").json["skills"])
    assert updated == ["zebra", *usual[1:4], "apple"]
    created = names(cli("skills", "list", "--json", "--sort", "created").json["skills"])
    assert created == [*usual[1:4], "zebra", "apple"]


def test_a_long_list_is_cut_and_says_so(cli: Cli, user_home: Path) -> None:
    root = user_home / ".pi/agent/pi-hermes-memory/skills"
    for number in range(230):
        skill(root, f"skill-{number:03}")
    out = cli("skills", "list").out
    assert ("skill-199" in out, "skill-200" in out, "… 30 more" in out) == (True, False, True)
    assert len(cli("skills", "list", "--json").json["skills"]) == 230
    assert names(cli("skills", "list", "--json", "--limit", "2").json["skills"]) == ["skill-000", "skill-001"]
    assert "skill-229" in cli("skills", "list", "--full").out


@pytest.mark.parametrize("project", ["nowhere", "infra"])
def test_a_project_without_skills_is_not_found(cli: Cli, pi: Path, project: str) -> None:
    ran = cli("skills", "list", "--project", project, "--json")
    assert ran.code == 3
    assert "shop" in ran.shaped("error")["error"]["hint"]


def test_find_puts_the_best_first_over_all_stores(cli: Cli, pi: Path, hermes: Path) -> None:
    rows = cli("skills", "find", "staging", "--json").shaped("skills find")["skills"]
    assert names(rows)[:1] == ["staging-deploy"]
    rows = cli("skills", "find", "checklist", "tsting", "--json").shaped("skills find")["skills"]
    assert {row["store"] for row in rows if not row["close"]} == {"hermes:default", "pi:default"}
    assert {row["name"] for row in rows if not row["close"]} == {"testing-checklist"}
    assert names(cli("skills", "find", "taste", "--json").json["skills"]) == ["frontend-design"]
    lines = cli("skills", "find", "dply", "stag").out.splitlines()
    assert lines[0].split()[:3] == ["G", "staging-deploy", "hermes:default"]


def test_find_labels_what_is_only_close(cli: Cli, pi: Path) -> None:
    rows = cli("skills", "find", "fronted-desing", "--json").shaped("skills find")["skills"]
    assert [(row["name"], row["close"]) for row in rows][:1] == [("frontend-design", True)]
    out = cli("skills", "find", "fronted-desing").out.splitlines()
    assert out[0] == "Close to it:"
    assert "frontend-design" in out[1]


def test_find_that_finds_nothing_says_so(cli: Cli, pi: Path) -> None:
    ran = cli("skills", "find", "zzzz")
    assert (ran.code, ran.out, ran.err) == (0, "", "No skill is like that.\n")
    assert cli("skills", "find", "zzzz", "--json").shaped("skills find")["skills"] == []


def test_find_can_be_narrowed_and_sorted(cli: Cli, pi: Path) -> None:
    assert names(cli("skills", "find", "checklist", "--scope", "project", "--json").json["skills"]) == [
        "deploy-checklist",
        "testing-checklist",
    ]
    sorted_ = cli("skills", "find", "e", "--sort", "name", "--json").json["skills"]
    assert names(sorted_) == sorted(names(sorted_))


@pytest.mark.parametrize("word", ["staging-deploy", "devops/staging-deploy", "global:devops/staging-deploy", "{path}"])
def test_show_takes_a_name_a_path_or_an_id(cli: Cli, hermes: Path, word: str) -> None:
    path = hermes / "skills/devops/staging-deploy"
    ran = cli("skills", "show", word.format(path=path), "--json")
    [row] = ran.shaped("skills show")["skills"]
    assert (ran.code, row["path"], row["body"]) == (0, str(path), "Do it.")
    assert row["front_matter"].splitlines()[0] == 'name: "staging-deploy"'


def test_show_prints_what_is_known_the_findings_and_the_text(cli: Cli, pi: Path) -> None:
    ran = cli("skills", "show", "project:shop:testing-checklist")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "P  testing-checklist  shadowed  project:shop:testing-checklist"
    assert lines[2].endswith("projects-memory/shop/skills/testing-checklist/SKILL.md of pi:default")
    assert "  ! skill.shadowed  Pi uses another skill of this name" in ran.out
    assert lines.index("## Procedure") > lines.index("  version: 1")


def test_a_word_that_means_several_is_refused_with_the_candidates(cli: Cli, pi: Path, hermes: Path) -> None:
    ran = cli("skills", "show", "testing-checklist")
    assert (ran.code, ran.out) == (2, "")
    paths = [line.split()[0] for line in ran.err.splitlines()[2:]]
    assert len(paths) == 3
    for path in paths:
        assert cli("skills", "show", path, "--json").json["skills"][0]["path"] == path
    assert cli("skills", "show", "testing-checklist", "--json").shaped("error")["error"]["code"] == "usage"


def test_a_word_that_means_none_is_not_found_and_near_ones_are_offered(cli: Cli, pi: Path) -> None:
    ran = cli("skills", "show", "frontend-desing")
    assert (ran.code, ran.out) == (3, "")
    assert "Do you mean frontend-design?" in ran.err


def test_a_skill_of_two_profiles_is_one(cli: Cli, user_home: Path, hermes: Path) -> None:
    """Both look into the same directory, since their configurations name it."""
    shared = skill(user_home / "shared", "common").parent
    for home in (hermes, hermes / "profiles/work"):
        put(home / "config.yaml", f"skills:\n  external_dirs: [{shared}]\n".encode())
    stores = [row["store"] for row in cli("skills", "list", "--json").json["skills"] if row["name"] == "common"]
    assert stores == ["hermes:default", "hermes:work"]
    assert cli("skills", "show", "common").code == 0


def test_secrets_are_masked_unless_they_are_asked_for(cli: Cli, user_home: Path) -> None:
    home = user_home / ".pi/agent"
    put(home / "pi-hermes-memory/skills/keys/SKILL.md", text("keys", f"Uses {SECRET}", f"export TOKEN={SECRET}"))
    for command in (["list"], ["list", "--json"], ["list", "--full"], ["find", "keys"], ["show", "keys"]):
        assert SECRET[:10] not in cli("skills", *command).out
        assert SECRET in cli("skills", *command, "--reveal").out
    [row] = cli("skills", "show", "keys", "--json").json["skills"]
    assert SECRET[:10] not in row["body"] + row["front_matter"] + row["description"]


@pytest.mark.parametrize("terminal", [False, True])
def test_names_and_texts_that_try_something_are_shown_and_do_nothing(cli: Cli, user_home: Path, terminal: bool) -> None:
    root = user_home / ".pi/agent/pi-hermes-memory/skills"
    odd = "a\x1b]0;owned\x07", "b\nc", "\u202edesrever", "[bold red]x", "日本" * 30, os.fsdecode(b"\xff\xfe")
    for name in odd:
        put(
            root / name / "SKILL.md",
            b"---\ndescription: |\n  \x1b[31mred\n  \xe2\x80\xae[/]\n---\n\x1b]52;c;eA==\x07\r\n",
        )
    put(root / "nul/SKILL.md", b"---\nname: '\x00'\n---\n\x00")
    for command in (["list"], ["list", "--full"], ["find", "e"], *(["show", str(root / name)] for name in odd)):
        ran = cli("skills", *command, terminal=terminal, NO_COLOR="1")
        assert ran.code == 0
        assert ran.out
        assert hidden(ran.out + ran.err) == set()
    listed = cli("skills", "list", "--json")
    assert hidden(listed.out) == set()
    assert {*odd} <= {*names(listed.shaped("skills list")["skills"])}


def test_what_cannot_be_read_is_told_and_the_rest_is_shown(cli: Cli, pi: Path) -> None:
    broken = pi / "pi-hermes-memory/skills/release-notes/SKILL.md"
    broken.unlink()
    os.mkfifo(broken)
    ran = cli("skills", "list")
    assert ran.code == 6
    assert "debug-typescript-errors" in ran.out
    assert "! skill.unreadable  release-notes" in ran.out
    shown = cli("skills", "show", "release-notes")
    assert (shown.code, shown.out) == (6, "")
    assert "named pipe" in shown.err


def test_a_skill_that_goes_while_it_is_asked_for_is_not_found(cli: Cli, pi: Path) -> None:
    file = pi / "pi-hermes-memory/skills/release-notes/SKILL.md"
    file.unlink()
    file.symlink_to(pi / "gone")
    ran = cli("skills", "show", "release-notes")
    assert (ran.code, "is gone" in ran.err) == (3, True)


def test_what_is_odd_around_them_is_said_once(cli: Cli, pi: Path) -> None:
    put(pi / "pi-hermes-memory/skills/left/references/a.md", b"x")
    assert "i skill.no-file  left has files and no SKILL.md." in cli("skills", "list").out
    [finding] = cli("skills", "list", "--json").shaped("skills list")["findings"]
    assert (finding["rule"], finding["store"]) == ("skill.no-file", "pi:default")


def test_without_a_store_it_says_where_it_looked(cli: Cli, user_home: Path) -> None:
    ran = cli("skills", "list")
    assert (ran.code, ran.out) == (3, "")
    assert str(user_home / ".hermes") in ran.err


def test_a_project_of_hermes_alone_is_refused(cli: Cli, hermes: Path) -> None:
    ran = cli("skills", "list", "--project", "shop")
    assert (ran.code, ran.out) == (2, "")
    assert "Pi" in ran.err


@pytest.mark.parametrize(
    "arguments", [["list", "--state", "odd"], ["list", "--limit", "0"], ["find"], ["show"], ["list", "--sort", "size"]]
)
def test_what_is_no_usage_says_so(cli: Cli, hermes: Path, arguments: list[str]) -> None:
    ran = cli("skills", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "--help" in ran.err


def test_options_stand_before_or_behind(cli: Cli, pi: Path, hermes: Path) -> None:
    behind = cli("skills", "list", "--json", "--store", str(pi), "--limit", "1")
    assert behind.json == cli("--json", "--store", str(pi), "skills", "list", "--limit", "1").json
    assert behind.json == cli("skills", "--json", "--store", str(pi), "--limit", "1", "list").json


def test_bare_it_lists_where_there_is_no_screen_of_them(cli: Cli, pi: Path) -> None:
    assert cli("skills").out == cli("skills", "list").out
    assert cli("skills", "--json").json == cli("skills", "list", "--json").json
    assert cli("skills", "--project", "shop").out == cli("skills", "list", "--project", "shop").out


def test_bare_it_opens_the_screen_on_a_terminal_once_that_has_the_view(
    cli: Cli, pi: Path, started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.cli.skills.COMING", frozenset())
    assert cli("skills", terminal=True).code == 0
    assert [call["view"] for call in started] == ["skills"]
    assert "release-notes" in cli("skills").out
    assert "release-notes" in cli("skills", "--json", terminal=True).out
    assert len(started) == 1


def test_a_row_fits_its_terminal(cli: Cli, pi: Path) -> None:
    skill(pi, "skills/wide-日本語", "日本語のスキル " * 30)
    out = cli("skills", "list", terminal=True, NO_COLOR="1", COLUMNS="60").out
    from rich.cells import cell_len

    assert max(cell_len(line) for line in out.splitlines() if line.startswith("  G")) <= 60
    assert "…" in next(line for line in out.splitlines() if "wide-日本語" in line)


def test_names_are_completed_and_an_error_is_none(pi: Path, user_home: Path) -> None:
    from typer import Context
    from typer.main import get_command

    from hermes_mem.cli.complete import skills
    from hermes_mem.cli.skills import app

    context = Context(get_command(app))
    skill(pi, "skills/re\x1bd")
    assert skills(context, "re") == ["release-notes"]
    context.params["store"] = str(user_home / "gone")
    assert skills(context, "") == []
