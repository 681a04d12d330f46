"""Where the skills of a Hermes home are found, and which of two Hermes takes."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.skills import discovering
from hermes_mem.model.skill import Activity, Origin, Scope
from tests.homes import HermesHome, put
from tests.layouts.hermes_skills import around, found, in_order, rules, skill_text
from tests.powerless import run_powerless

CLOSED = """
from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.skills.reading import skill_findings, skills_of
from hermes_mem.model.store import Home
home = Home("hermes", Path(sys.argv[2]), "default", "")
env = Environment({"XDG_CACHE_HOME": sys.argv[2] + "/cache"}, closed, closed)
skills = skills_of(home, env)
answer = [[[s.path, s.unlisted] for s in skills], [[f.rule, f.fix] for f in skill_findings(home, env)]]
"""


def test_the_category_is_the_path_however_long(hermes_home: HermesHome, env: Environment) -> None:
    for path in ("flat", "dev/one", "ml/models/deep/two", "scripts/three"):
        hermes_home.file(f"skills/{path}/SKILL.md", skill_text(path.rpartition("/")[2]))
    categories = {path: skill.category for path, skill in found(hermes_home, env).items()}
    assert categories == {
        "dev/one": "dev",
        "flat": None,
        "ml/models/deep/two": "ml/models/deep",
        "scripts/three": "scripts",
    }


@pytest.mark.parametrize(
    "way", [".git", ".hub/quarantine", "dev/node_modules", "own/references", "own/scripts", "venv"]
)
def test_some_directories_are_passed_over(hermes_home: HermesHome, env: Environment, way: str) -> None:
    hermes_home.file("skills/own/SKILL.md", skill_text("own"))
    hermes_home.file(f"skills/{way}/inner/SKILL.md", skill_text("inner"))
    assert list(found(hermes_home, env)) == ["own"]


def test_a_skill_in_the_folder_of_another_is_found_and_said(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/outer/SKILL.md", skill_text("outer")).file("skills/outer/in/SKILL.md", skill_text("in"))
    skills = found(hermes_home, env)
    assert (rules(skills["outer"]), rules(skills["outer/in"])) == ([], ["skill.inside"])
    assert skills["outer/in"].category == "outer"


def test_a_link_is_followed_once(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/b/real/SKILL.md", skill_text("real"))
    (hermes_home.path / "skills/c").symlink_to("b")
    (hermes_home.path / "skills/b/circle").symlink_to("..")
    (hermes_home.path / "skills/a").symlink_to("b/real")
    skills = found(hermes_home, env)
    assert list(skills) == ["a"]
    assert skills["a"].closed is not None
    assert skills["a"].closed.startswith("A symbolic link leads to it")


def test_links_that_lead_nowhere_or_out_are_no_end(hermes_home: HermesHome, env: Environment, tmp_path: Path) -> None:
    put(tmp_path / "away/SKILL.md", skill_text("out"))
    skills = hermes_home.path / "skills"
    (skills / "file").mkdir(parents=True)
    (skills / "out").symlink_to(tmp_path / "away")
    (skills / "self").symlink_to("self")
    (skills / "gone").symlink_to(tmp_path / "none")
    (skills / "file/SKILL.md").symlink_to(tmp_path / "none")
    read = found(hermes_home, env)
    assert (rules(read["out"]), read["out"].unlisted) == (["skill.link-out"], None)
    assert rules(read["file"]) == ["skill.unreadable"]
    assert read["file"].unlisted == f"it cannot be read (its link leads to {tmp_path / 'none'}, where nothing is)"


def test_a_pipe_a_folder_and_a_binary_are_no_text(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/folder/SKILL.md/x", b"x").file("skills/binary/SKILL.md", bytes(range(256)))
    (hermes_home.path / "skills/pipe").mkdir()
    os.mkfifo(hermes_home.path / "skills/pipe/SKILL.md")
    unlisted = {path: skill.unlisted for path, skill in found(hermes_home, env).items()}
    assert unlisted == {"binary": "it is not UTF-8", "pipe": "it cannot be read (it is a named pipe, not a file)"}


@pytest.mark.parametrize(
    "name", ["new\nline", "esc\x1b[31m", "emoji 🙂", "技能", "..odd", " blank ", "q'uo\"te", "[b]x"]
)
def test_any_name_is_a_name(hermes_home: HermesHome, env: Environment, name: str) -> None:
    hermes_home.file(f"skills/{name}/SKILL.md", skill_text())
    assert [skill.name for skill in found(hermes_home, env).values()] == [name]


def test_a_name_that_is_no_text_at_all_is_one_too(hermes_home: HermesHome, env: Environment) -> None:
    put(hermes_home.path / "skills" / os.fsdecode(b"caf\xe9") / "SKILL.md", skill_text())
    assert [skill.name for skill in found(hermes_home, env).values()] == ["caf\udce9"]
    assert [skill.name for skill in found(hermes_home, env).values()] == ["caf\udce9"]


def test_of_two_with_one_name_the_first_path_is_listed(hermes_home: HermesHome, env: Environment) -> None:
    for path in ("ops/deploy", "dev-old/ship", "dev/deploy"):
        hermes_home.file(f"skills/{path}/SKILL.md", skill_text("deploy"))
    skills = found(hermes_home, env)
    first = hermes_home.path / "skills/dev-old/ship"
    assert {path: skill.shadowed_by for path, skill in skills.items()} == {
        "dev-old/ship": None,
        "dev/deploy": first,
        "ops/deploy": first,
    }
    assert all("skill.same-name" in rules(skill) for skill in skills.values())


def test_what_is_not_listed_shadows_nothing(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/a/SKILL.md", skill_text("x", more="platforms: [windows]\n"))
    hermes_home.file("skills/b/SKILL.md", skill_text("x"))
    skills = found(hermes_home, env)
    assert (skills["a"].unlisted, skills["b"].shadowed_by) == ("it is for windows only", None)


def test_a_text_of_the_same_name_is_in_the_way(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/notion/SKILL.md", skill_text("notion")).file("skills/api/SKILL.md", skill_text("api"))
    hermes_home.file("skills/api/notion.md", b"How the API works.").file("skills/api/references/api.md", b"x")
    skills = found(hermes_home, env)
    assert (rules(skills["notion"]), rules(skills["api"])) == (["skill.same-file"], [])


def test_roots_of_others_come_last(hermes_home: HermesHome, env: Environment, tmp_path: Path) -> None:
    put(tmp_path / "shared/one/SKILL.md", skill_text("one"))
    put(tmp_path / "shared/two/SKILL.md", skill_text("two"))
    hermes_home.file("team/three/SKILL.md", skill_text("three"))
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    hermes_home.config(
        json.dumps({"skills": {"external_dirs": [str(tmp_path / "shared"), "team", "none", "", "skills"]}})
    )
    (hermes_home.path / "skills/link").symlink_to(tmp_path / "shared/two")
    read = [(s.directory, s.scope, s.origin) for s in in_order(hermes_home, env)]
    own, shared = hermes_home.path / "skills", tmp_path / "shared"
    assert read == [
        (own / "link", Scope.GLOBAL, Origin.EXTERNAL),
        (own / "one", Scope.GLOBAL, Origin.LOCAL),
        (shared / "one", Scope.EXTERNAL, Origin.EXTERNAL),
        (hermes_home.path / "team/three", Scope.EXTERNAL, Origin.EXTERNAL),
    ]
    shadowed = in_order(hermes_home, env)[2]
    assert shadowed.shadowed_by == own / "one"
    assert shadowed.closed == f"It belongs to {shared}, which Hermes only reads."


@pytest.mark.parametrize("spelled", ["$SHARED", "${SHARED}", "~/shared", "  ~/shared "])
def test_a_root_is_spelled_as_people_do(
    hermes_home: HermesHome, env: Environment, spelled: str, isolated: Path
) -> None:
    put(isolated / "shared/one/SKILL.md", skill_text("one"))
    hermes_home.config(json.dumps({"skills": {"external_dirs": spelled}}))
    env = replace(env, environ={**env.environ, "SHARED": str(isolated / "shared")})
    assert [skill.root for skill in in_order(hermes_home, env)] == [isolated / "shared"]


@pytest.mark.parametrize(
    "config",
    [
        "skills: 7",
        "skills: {external_dirs: {a: b}}",
        "skills: [",
        "\xff",
        "skills: {external_dirs: [~, 7]}",
        'skills: {external_dirs: ["\\ud800", "\\0"]}',
    ],
)
def test_a_configuration_without_sense_has_no_roots(hermes_home: HermesHome, env: Environment, config: str) -> None:
    hermes_home.config(config).file("skills/one/SKILL.md", skill_text("one"))
    assert list(found(hermes_home, env)) == ["one"]


@pytest.mark.parametrize("inside", [True, False])
def test_a_trusted_project_comes_first_where_the_person_is_in_it(
    hermes_home: HermesHome, env: Environment, tmp_path: Path, inside: bool
) -> None:
    project = tmp_path / "app"
    put(project / ".hermes/skills/one/SKILL.md", skill_text("one"))
    put(project / ".agents/skills/two/SKILL.md", skill_text("two"))
    put(tmp_path / "other/.git/HEAD", b"")
    put(project / ".git/HEAD", b"")
    put(project / "src/x", b"")
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    hermes_home.config(json.dumps({"skills": {"trusted_project_dirs": [str(project)]}}))
    env = replace(env, cwd=project / "src" if inside else tmp_path / "other")
    skills = in_order(hermes_home, env)
    own = next(skill for skill in skills if skill.scope is Scope.GLOBAL)
    assert (skills[0] is own, own.shadowed_by) == (not inside, project / ".hermes/skills/one" if inside else None)
    assert [(skill.project, skill.shadowed_by) for skill in skills if skill is not own] == [("app", None)] * 2


def test_a_project_that_is_not_trusted_is_not_looked_into(
    hermes_home: HermesHome, env: Environment, tmp_path: Path
) -> None:
    put(tmp_path / "app/.hermes/skills/one/SKILL.md", skill_text("one"))
    put(tmp_path / "app/.git/HEAD", b"")
    assert in_order(hermes_home, replace(env, cwd=tmp_path / "app")) == []
    hermes_home.config(
        json.dumps({"skills": {"trusted_project_dirs": [str(tmp_path / "app")], "project_discovery": False}})
    )
    assert in_order(hermes_home, replace(env, cwd=tmp_path / "app")) == []


def test_a_home_that_is_kept_in_git_is_no_project(hermes_home: HermesHome, env: Environment, isolated: Path) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one"))
    put(isolated / ".git/HEAD", b"")
    hermes_home.config(json.dumps({"skills": {"trusted_project_dirs": [str(isolated)]}}))
    assert [skill.scope for skill in in_order(hermes_home, replace(env, cwd=isolated))] == [Scope.GLOBAL]


def test_only_the_active_organisation_counts(hermes_home: HermesHome, env: Environment) -> None:
    for organisation in ("acme", "other"):
        hermes_home.file(f"skills/_org/{organisation}/{organisation}-way/SKILL.md", skill_text(f"{organisation}-way"))
    hermes_home.file("skills/_org/.active_org", b"acme\n")
    skills = found(hermes_home, env).values()
    assert [skill.unlisted for skill in skills] == [None, "its organisation is not the active one"]
    assert {skill.origin for skill in skills} == {Origin.ORGANISATION}
    assert all(skill.closed for skill in skills)


@pytest.mark.parametrize("way", ["venv", "a/node_modules/b"])
def test_a_home_below_a_directory_that_hermes_passes_over_lists_nothing(
    env: Environment, tmp_path: Path, way: str
) -> None:
    home = HermesHome(tmp_path / way / "home").file("skills/one/SKILL.md", skill_text("one"))
    clause = f"a directory on the way to it is called “{'venv' if way == 'venv' else 'node_modules'}”"
    assert found(home, env)["one"].unlisted == clause


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("one", []),
        ("one-20260727000000", []),
        ("one-20260727-000000", ["skill.archive-name"]),
        ("one-2026", ["skill.archive-name"]),
        ("one-helpers", ["skill.archive-name"]),
        ("ops/one", ["skill.archive-nested"]),
        ("ops/one-old", ["skill.archive-name", "skill.archive-nested"]),
    ],
)
def test_the_archive_is_read_whatever_its_names(
    hermes_home: HermesHome, env: Environment, name: str, said: list[str]
) -> None:
    hermes_home.file(f"skills/.archive/{name}/SKILL.md", skill_text("one"))
    hermes_home.file("skills/ops/one/SKILL.md", skill_text("one"))
    live, archived = in_order(hermes_home, env)
    assert (archived.activity, archived.path, rules(archived)) == (Activity.ARCHIVED, name, said)
    assert (archived.shadowed_by, archived.category, rules(live)) == (None, None, [])


def test_what_is_in_the_archive_without_a_skill_is_said(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/.archive/hollow/references/x.md", b"x").file("skills/.archive/full/SKILL.md", skill_text())
    (hermes_home.path / "skills/.archive/empty").mkdir()
    effects = {finding.file: finding.effect for finding in around(hermes_home, env)}
    hollow = hermes_home.path / "skills/.archive/hollow/references"
    assert effects == {str(hollow): "Hermes restores it as it is, without the skill."}


def test_a_directory_with_files_and_no_skill_is_said_once(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/notes/one.md", b"x").file("skills/notes/below/two.md", b"x")
    hermes_home.file("skills/dev/DESCRIPTION.md", b"x").file("skills/ops/README.md", b"x")
    hermes_home.file("skills/ops/real/SKILL.md", skill_text("real")).file("skills/ops/real/more/x.md", b"x")
    said = [(finding.rule, finding.file) for finding in around(hermes_home, env)]
    assert said == [("skill.no-file", str(hermes_home.path / "skills/notes"))]


def test_what_is_switched_off_is_said(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/one/SKILL.md", skill_text("one")).file("skills/two/SKILL.md", skill_text("two"))
    hermes_home.config(json.dumps({"skills": {"disabled": ["one"], "platform_disabled": {"cli": ["two"]}}}))
    on_cli = replace(env, environ={**env.environ, "HERMES_PLATFORM": "cli"})
    assert [skill.disabled for skill in in_order(hermes_home, env)] == [True, False]
    assert [skill.disabled for skill in in_order(hermes_home, on_cli)] == [True, True]


def test_directories_without_end_are_given_up(
    hermes_home: HermesHome, env: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discovering, "DIRECTORIES", 5)
    for number in range(9):
        hermes_home.file(f"skills/{number}/SKILL.md", skill_text(str(number)))
    assert len(in_order(hermes_home, env)) == 4
    assert [finding.rule for finding in around(hermes_home, env)] == ["skill.endless"]


def test_a_home_without_skills_has_none(hermes_home: HermesHome, env: Environment) -> None:
    assert (in_order(hermes_home, env), around(hermes_home, env)) == ([], [])
    hermes_home.file("skills", b"a file of that name")
    assert in_order(hermes_home, env) == []


def test_what_may_not_be_read_is_said(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.file("skills/file/SKILL.md", skill_text("file")).file("skills/folder/in/SKILL.md", skill_text("in"))
    file, folder = hermes_home.path / "skills/file/SKILL.md", hermes_home.path / "skills/folder"
    file.chmod(0)
    folder.chmod(0)
    try:
        skills, findings = run_powerless(CLOSED, file, str(hermes_home.path))
    finally:
        folder.chmod(0o700)
    assert [path for path, _ in skills] == ["file"]
    assert skills[0][1].startswith("it cannot be read (owner ")
    assert findings == [["skill.closed", f"chmod u+rx {folder}"]]
