"""Which skills a home of Pi has, which of them Pi takes, and why one cannot be changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi.skills.around import skill_findings
from hermes_mem.layouts.pi.skills.reading import skills_of
from hermes_mem.model.skill import Origin, Scope, Skill
from hermes_mem.model.store import Home
from tests.cli.test_untouched import state
from tests.homes import PiHome, put
from tests.powerless import run_powerless

FIXTURE = Path(__file__).parents[1] / "data/pi-agent"
GLOBAL, OWN, SHOP = "pi-hermes-memory/skills", "skills", "projects-memory/shop/skills"


def skill(home: PiHome, path: str, name: str | None = None, *, says: str = "Says what it is for") -> Path:
    """Put a skill where `path` says, below the home."""
    lines = ["---", f"name: {name or path.rpartition('/')[2]}", f'description: "{says}"', 'updated: "2026-11-29"']
    put(home.path / path / "SKILL.md", "\n".join([*lines, "---", "Do it."]).encode())
    return home.path / path


def read(home: PiHome | Path, env: Environment) -> list[Skill]:
    path = home if isinstance(home, Path) else home.path
    return skills_of(Home("pi", path, "default", "test"), env)


def rules(one: Skill) -> list[str]:
    return [finding.rule for finding in one.findings]


def paths(skills: Sequence[Skill]) -> list[str]:
    return [f"{one.scope}:{one.path}" for one in skills]


def test_the_skills_that_pi_itself_has_written(env: Environment) -> None:
    found = read(FIXTURE, env)
    assert [one.id for one in found] == [
        "global:debug-typescript-errors",
        "global:release-notes",
        "global:testing-checklist",
        "project:shop:deploy-checklist",
        "project:shop:testing-checklist",
    ]
    first = found[0]
    assert (first.name, first.description) == (
        "debug-typescript-errors",
        "Step-by-step approach to debugging TS errors in monorepos",
    )
    assert (first.scope, first.origin, first.closed, first.unlisted) == (Scope.GLOBAL, Origin.LOCAL, None, None)
    assert str(first.updated) == str(first.usage.created) == "2026-11-29 00:00:00+00:00"
    assert (first.usage.uses, first.usage.pinned) == (None, False)
    assert [rules(one) for one in found] == [[], [], [], [], ["skill.shadowed"]]


def test_reading_leaves_the_home_as_it_was(env: Environment, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(FIXTURE, home)
    before = state(home)
    read(home, env)
    assert state(home) == before


def test_pis_own_come_first_and_are_only_read(env: Environment, pi_home: PiHome) -> None:
    own, ours = skill(pi_home, f"{OWN}/deploy"), skill(pi_home, f"{GLOBAL}/deploy")
    theirs = skill(pi_home, f"{SHOP}/deploy")
    external, global_, project = read(pi_home, env)
    assert (external.directory, external.id, external.origin) == (own, "external:deploy", Origin.EXTERNAL)
    assert "only reads" in str(external.closed)
    assert (external.shadowed_by, global_.shadowed_by, project.shadowed_by) == (None, own, own)
    assert (global_.directory, project.directory, project.project) == (ours, theirs, "shop")
    assert str(own) in global_.findings[-1].message


def test_a_project_hides_nothing_from_another(env: Environment, pi_home: PiHome) -> None:
    skill(pi_home, "projects-memory/alpha/skills/deploy")
    skill(pi_home, f"{SHOP}/deploy")
    assert [(one.id, one.shadowed_by) for one in read(pi_home, env)] == [
        ("project:alpha:deploy", None),
        ("project:shop:deploy", None),
    ]


def test_pi_goes_by_the_name_and_its_memory_by_the_directory(env: Environment, pi_home: PiHome) -> None:
    """Two of one name: Pi takes the first. Two directories of one name: the memory knows the first."""
    first = skill(pi_home, f"{GLOBAL}/a/deploy", "ship")
    skill(pi_home, f"{GLOBAL}/b/other", "ship")
    skill(pi_home, f"{GLOBAL}/c/deploy", "shop")
    one, two, three = read(pi_home, env)
    assert (one.id, one.shadowed_by, rules(one)) == ("global:deploy", None, ["skill.name-differs"])
    assert (two.id, two.shadowed_by) == ("global:other", first)
    assert (three.id, three.shadowed_by) == ("global:c/deploy", None)
    assert "skill.same-directory" in rules(three)


def test_what_pi_does_not_take_hides_nothing(env: Environment, pi_home: PiHome) -> None:
    skill(pi_home, f"{OWN}/deploy", says="")
    skill(pi_home, f"{GLOBAL}/deploy")
    external, ours = read(pi_home, env)
    assert (external.unlisted, ours.unlisted, ours.shadowed_by) == ("it has no description", None, None)


def test_a_skill_without_a_name_has_that_of_its_directory(env: Environment, pi_home: PiHome) -> None:
    pi_home.file(f"{GLOBAL}/quiet/SKILL.md", b"---\ndescription: Says nothing of a name\n---\n")
    pi_home.file(f"{GLOBAL}/plain/SKILL.md", b"No front matter.")
    plain, quiet = read(pi_home, env)
    assert (quiet.name, quiet.unlisted, rules(quiet)) == ("quiet", None, ["skill.undated"])
    assert (plain.name, plain.unlisted, rules(plain)) == ("plain", "it has no description", ["skill.no-front-matter"])


def test_directories_that_are_no_skills_and_dotted_ones_are_none(env: Environment, pi_home: PiHome) -> None:
    pi_home.file(f"{GLOBAL}/notes/README.md", b"x").file(f"{GLOBAL}/odd/SKILL.md/inner.txt", b"x")
    for passed_over in (".git/x", "deep/.hidden/x", "node_modules/x"):
        skill(pi_home, f"{GLOBAL}/{passed_over}")
    skill(pi_home, f"{GLOBAL}/deep/er/and/deeper")
    assert paths(read(pi_home, env)) == ["global:deep/er/and/deeper"]


def test_a_skill_inside_of_another_is_listed_by_the_memory_alone(env: Environment, pi_home: PiHome) -> None:
    for root in (OWN, GLOBAL):
        skill(pi_home, f"{root}/outer-{root[:2]}")
        skill(pi_home, f"{root}/outer-{root[:2]}/references/inner")
    found = read(pi_home, env)
    assert paths(found) == ["external:outer-sk", "global:outer-pi", "global:outer-pi/references/inner"]
    assert (found[2].unlisted, rules(found[2])) == ("it lies inside of another skill", ["skill.inside-another"])
    assert found[2].id == "global:inner"


def test_a_text_in_the_root_itself_takes_all_others_from_pi(env: Environment, pi_home: PiHome) -> None:
    skill(pi_home, GLOBAL, "all")
    skill(pi_home, f"{GLOBAL}/one")
    root, one = read(pi_home, env)
    assert (root.path, root.name, root.unlisted) == (".", "all", None)
    assert "root" in str(root.closed)
    assert one.unlisted == "it lies inside of another skill"


def test_single_files_are_skills_until_pi_turns_them_into_directories(env: Environment, pi_home: PiHome) -> None:
    text = b'---\nname: old-way\ndescription: "x"\nupdated: "2026-01-01"\n---\ny'
    pi_home.file(f"{GLOBAL}/Old Way.md", text).file(f"{GLOBAL}/twin.md", text.replace(b"old-way", b"twin"))
    pi_home.file(f"{SHOP}/page.md", text).file(f"{OWN}/README.md", b"Read me").file(f"{OWN}/mine.md", text)
    skill(pi_home, f"{GLOBAL}/twin", "another")
    found = {one.path: one for one in read(pi_home, env)}
    assert set(found) == {"Old Way.md", "twin.md", "twin", "page.md", "mine.md"}
    mine = pi_home.path / OWN / "mine.md"
    assert (found["Old Way.md"].id, found["Old Way.md"].shadowed_by) == ("global:old-way", mine)
    assert "deletes it" in next(f.effect for f in found["twin.md"].findings if f.rule == "skill.flat")
    assert found["twin.md"].id == "global:twin.md"
    assert all(found[name].closed for name in ("Old Way.md", "twin.md", "page.md", "mine.md"))


def test_the_configuration_says_where_they_lie(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    skill(pi_home, f"{GLOBAL}/unused")
    put(tmp_path / "elsewhere/skills/here/SKILL.md", b"---\ndescription: x\n---\n")
    skill(pi_home, "work/shop/skills/there")
    pi_home.config(f'{{"memoryDir": "{tmp_path}/elsewhere", "projectsMemoryDir": "work"}}')
    assert [one.id for one in read(pi_home, env)] == ["global:here", "project:shop:there"]
    pi_home.config('{"memoryDir": "."}')
    skill(pi_home, "skills/both")
    assert [one.id for one in read(pi_home, env)] == ["global:both"]


def test_a_link_is_followed_once_and_only_by_pi(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    put(tmp_path / "far/linked/SKILL.md", b'---\ndescription: x\nupdated: "2026-01-01"\n---\n')
    (tmp_path / "far/round").symlink_to(tmp_path / "far")
    near = skill(pi_home, f"{GLOBAL}/near")
    root = pi_home.path / GLOBAL
    for name, target in {"far": tmp_path / "far", "again": tmp_path / "far/linked", "loop": root, "twin": near}.items():
        (root / name).symlink_to(target)
    (root / "nowhere").symlink_to(tmp_path / "gone")
    (root / "self").symlink_to(root / "self")
    found = read(pi_home, env)
    assert paths(found) == ["global:again", "global:near"]
    linked = found[0]
    assert (linked.id, linked.unlisted, rules(linked)) == ("global:again", None, ["skill.linked"])
    assert (linked.called, "link" in str(linked.closed)) == (None, True)


@pytest.mark.parametrize(
    ("rule", "passed_over"),
    [
        ("*.tmp/\ndrafts", {"deep/drafts", "drafts"}),
        ("/drafts", {"deep/drafts", "drafts"}),
        ("deep/", {"deep/drafts", "deep/keep"}),
        ("deep/*\n!deep/keep", {"deep/drafts"}),
        ("**/keep\n# deep", {"deep/keep"}),
        ("DEEP/dr[a-c]fts", {"deep/drafts"}),
        ("dr?fts/SKILL.md\n\n", {"drafts"}),
    ],
)
def test_an_ignore_file_keeps_skills_from_pi(
    env: Environment, pi_home: PiHome, rule: str, passed_over: set[str]
) -> None:
    for path in ("drafts", "deep/drafts", "deep/keep"):
        skill(pi_home, f"{GLOBAL}/{path}", path.replace("/", "-"))
        skill(pi_home, f"{OWN}/{path}", "own-" + path.replace("/", "-"))
    for root in (GLOBAL, OWN):
        pi_home.file(f"{root}/.gitignore", rule.encode())
    found = read(pi_home, env)
    assert {one.path for one in found if "skill.ignored" in rules(one)} == passed_over
    assert {one.path for one in found if one.scope is Scope.EXTERNAL} == {
        "drafts",
        "deep/drafts",
        "deep/keep",
    } - passed_over


def test_an_ignore_file_further_down_speaks_of_what_is_below_it(env: Environment, pi_home: PiHome) -> None:
    skill(pi_home, f"{GLOBAL}/a/x")
    skill(pi_home, f"{GLOBAL}/b/x", "other")
    pi_home.file(f"{GLOBAL}/a/.fdignore", b"x\n[")
    assert [one.path for one in read(pi_home, env) if one.unlisted] == ["a/x"]


def test_what_cannot_be_read_is_there_all_the_same(env: Environment, pi_home: PiHome, tmp_path: Path) -> None:
    root = pi_home.path / GLOBAL
    (root / "pipe").mkdir(parents=True)
    os.mkfifo(root / "pipe/SKILL.md")
    (root / "dangling").mkdir()
    (root / "dangling/SKILL.md").symlink_to(tmp_path / "gone")
    pi_home.file(f"{GLOBAL}/binary/SKILL.md", b"\x00\xff\x89PNG" * 99)
    binary, dangling, pipe = read(pi_home, env)
    assert (pipe.name, rules(pipe), pipe.unlisted) == ("pipe", ["skill.unreadable"], "it cannot be read")
    assert (dangling.name, rules(dangling)) == ("dangling", ["skill.dangling"])
    assert (binary.name, rules(binary)) == ("binary", ["skill.undecodable", "skill.no-front-matter"])


CLOSED = """
from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.pi import skill_findings, skills_of
from hermes_mem.model.store import Home
home, env = Home("pi", Path(sys.argv[2]), "default", "test"), Environment.here()
skills = skills_of(home, env)
findings = [f for one in skills for f in one.findings] + skill_findings(home, env)
answer = [[one.path, one.unlisted] for one in skills], [[f.rule, f.effect, f.fix] for f in findings]
"""


@pytest.mark.parametrize("closed", ["locked", "."])
def test_a_directory_that_may_not_be_listed_is_said(pi_home: PiHome, closed: str) -> None:
    skill(pi_home, f"{GLOBAL}/open")
    skill(pi_home, f"{GLOBAL}/locked")
    skills, [[rule, effect, fix]] = closed_to_us(pi_home, pi_home.path / GLOBAL / closed)
    assert skills == ([] if closed == "." else [["open", None]])
    assert (rule, "lists no skill of this scope" in effect, fix[:10]) == ("skill.closed", True, "chmod u+rx")


def test_a_text_that_may_not_be_read_is_one_all_the_same(pi_home: PiHome) -> None:
    file = skill(pi_home, f"{GLOBAL}/locked") / "SKILL.md"
    skills, [[rule, _, fix]] = closed_to_us(pi_home, file)
    assert (skills, rule, fix[:9]) == ([["locked", "it cannot be read"]], "skill.unreadable", "chmod u+r")


def closed_to_us(home: PiHome, path: Path) -> Any:
    path.chmod(0o000)
    try:
        return run_powerless(CLOSED, path, str(home.path))
    finally:
        path.chmod(0o755)


def test_what_a_skill_left_behind_is_said(env: Environment, pi_home: PiHome) -> None:
    """Pi's memory moves and deletes the text alone."""
    skill(pi_home, f"{GLOBAL}/whole")
    pi_home.file(f"{GLOBAL}/left/references/table.md", b"x").file(f"{GLOBAL}/.hidden/x", b"x").file(
        f"{OWN}/own/x", b"x"
    )
    (pi_home.path / GLOBAL / "empty/references").mkdir(parents=True)
    [finding] = skill_findings(Home("pi", pi_home.path, "default", "test"), env)
    assert (finding.rule, finding.file) == ("skill.no-file", str(pi_home.path / GLOBAL / "left"))


def test_names_that_try_something_are_names(env: Environment, pi_home: PiHome) -> None:
    odd = ["a\x1b]0;owned\x07", "b\nc", "\u202edesrever", "[bold red]", "日本", "x" * 200, "e\u0301", " "]
    for name in odd:
        put(pi_home.path / GLOBAL / name / "SKILL.md", f"---\ndescription: {'y' * 9}\n---\n".encode())
    raw = os.fsencode(pi_home.path / GLOBAL) + b"/\xff\xfe"
    put(Path(os.fsdecode(raw)) / "SKILL.md", b"---\ndescription: z\n---\n")
    found = {one.directory.name: one for one in read(pi_home, env)}
    assert set(found) == {*odd, os.fsdecode(b"\xff\xfe")}
    assert all("skill.name-pattern" in rules(found[name]) for name in odd)
    assert found[os.fsdecode(b"\xff\xfe")].unlisted == "the name of its directory is not UTF-8"


def test_a_skill_that_changes_is_read_again(env: Environment, pi_home: PiHome) -> None:
    file = skill(pi_home, f"{GLOBAL}/deploy") / "SKILL.md"
    os.utime(file, (1, 1))
    read(pi_home, env)
    assert [one.description for one in read(pi_home, env)] == ["Says what it is for"]
    file.write_bytes(file.read_bytes().replace(b"Says", b"Told"))
    assert [one.description for one in read(pi_home, env)] == ["Told what it is for"]


def test_thousands_of_skills_are_found_and_kept_in_the_cache(
    env: Environment, pi_home: PiHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hermes_mem.layouts.skill_cache.SETTLED", 0)
    for number in range(5_000):
        skill(pi_home, f"{GLOBAL}/group-{number % 7}/skill-{number:04}")
    first = read(pi_home, env)
    assert len({one.id for one in first}) == 5_000
    opened: list[Path] = []
    monkeypatch.setattr("hermes_mem.layouts.pi.skills.reading.read_bytes", opened.append)
    assert read(pi_home, env) == first
    assert opened == []


def test_without_any_skill_there_is_none(env: Environment, tmp_path: Path) -> None:
    assert read(tmp_path / "gone", env) == []
    assert read(tmp_path / "gone", replace(env, cwd=Path("/dev/null"))) == []
