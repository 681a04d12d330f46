"""Against the released agent: it lists, loads and archives the skills that we say it does."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.skills.reading import skills_of
from hermes_mem.model.skill import Activity, Origin, Skill
from hermes_mem.model.store import Home
from tests.homes import HermesHome
from tests.layouts.skill_trees import grow
from tests.real_client import needs_client, run_client

ASK = r"""
import os
from pathlib import Path
from agent import prompt_builder, skill_utils
from tools import skill_usage, skills_tool

def entries():
    for root in skill_utils.get_all_skills_dirs():
        for file in skill_utils.iter_skill_index_files(root, "SKILL.md"):
            _, fields, described = prompt_builder._parse_skill_file(file)
            entry = prompt_builder._build_snapshot_entry(file, root, fields, described)
            yield [str(file.parent), entry["category"], skill_usage._read_skill_name(file, fallback=file.parent.name)]

def is_ambiguous(name):
    return bool(json.loads(skills_tool.skill_view(name)).get("matches"))

def ask(home):
    os.environ["HERMES_HOME"] = home
    skills_tool._SKILLS_CACHE.clear()
    skill_utils._external_dirs_cache_clear()
    found = list(entries())
    names = {name for _, _, name in found}
    return {
        "listed": [[s["name"], s["description"], s["category"]] for s in skills_tool._find_all_skills()],
        "found": found,
        "archived": skill_usage.list_archived_skill_names(),
        "origins": {name: skill_usage.provenance(name) for name in names},
        "eligible": {name: skill_usage.is_curation_eligible(name) for name in names},
        "usage": {row["name"]: row["use_count"] for row in skill_usage.usage_report()},
        "ambiguous": [s["name"] for s in skills_tool._find_all_skills() if s["name"] and is_ambiguous(s["name"])],
    }

answer = [ask(home) for home in payload]
"""

HOMES = 15
FOUND = {"hub": Origin.HUB, "bundled": Origin.BUNDLED}


def told(homes: list[Path], person: Path) -> list[dict[str, Any]]:
    """What the agent says of each of these homes."""
    answer: list[dict[str, Any]] = run_client(ASK, [str(home) for home in homes], person / ".hermes")
    return answer


def ours(home: Path, env: Environment) -> list[Skill]:
    return skills_of(Home("hermes", home, home.name, ""), env)


def described(skill: Skill) -> str:
    """As the list shows it."""
    return skill.description if len(skill.description) <= 1_024 else skill.description[:1_021] + "..."


def listed(skills: list[Skill]) -> list[Skill]:
    return [s for s in skills if not (s.unlisted or s.disabled or s.shadowed_by or s.activity is Activity.ARCHIVED)]


def row(skill: Skill) -> list[str | None]:
    return [skill.name, described(skill), skill.category and skill.category.partition("/")[0]]


@needs_client
def test_the_agent_finds_the_same_skills(isolated: Path, hermes_home: HermesHome, env: Environment) -> None:
    homes = [grow(HermesHome(isolated / f"home{number}"), Random(number)).path for number in range(HOMES)]
    for home, answer in zip(homes, told(homes, isolated), strict=True):
        skills = ours(home, env)
        live = {str(s.directory): s for s in skills if s.activity is not Activity.ARCHIVED}
        assert [row(skill) for skill in listed(skills)] == answer["listed"], home
        assert {place for place, _, _ in answer["found"]} == set(live), home
        for place, category, recorded in answer["found"]:
            skill = live[place]
            assert (skill.category or Path(place).name) == category, place
            uses = skill.usage.uses if skill.record == recorded else 0
            assert uses == answer["usage"].get(recorded, uses), place
            origin = skill.origin
            assert origin in (FOUND.get(answer["origins"][recorded], origin), Origin.EXTERNAL), place
            assert answer["eligible"][recorded] or skill.closed is not None, place


@needs_client
def test_the_agent_lists_the_same_archive(isolated: Path, hermes_home: HermesHome, env: Environment) -> None:
    homes = [grow(HermesHome(isolated / f"home{number}"), Random(number)).path for number in range(HOMES)]
    for home, answer in zip(homes, told(homes, isolated), strict=True):
        archived = [s for s in ours(home, env) if s.activity is Activity.ARCHIVED]
        assert sorted({Path(s.path).parts[0] for s in archived}) == answer["archived"]


@needs_client
def test_the_agent_asks_for_the_path_where_we_say_that_several_have_the_name(
    isolated: Path, hermes_home: HermesHome, env: Environment
) -> None:
    """But for names that its list cuts off, or reads no further to see."""
    homes = [grow(HermesHome(isolated / f"home{number}"), Random(number)).path for number in range(HOMES)]
    counted = 0
    for home, answer in zip(homes, told(homes, isolated), strict=True):
        rules = {skill.name: rules_of(skill) for skill in listed(ours(home, env)) if called_in_full(skill)}
        said = {name for name, found in rules.items() if found & {"skill.same-name", "skill.same-file"}}
        assert said == set(answer["ambiguous"]) & set(rules), home
        counted += len(said)
    assert counted


def rules_of(skill: Skill) -> set[str]:
    return {finding.rule for finding in skill.findings}


def called_in_full(skill: Skill) -> bool:
    return bool(skill.name) and not rules_of(skill) & {"skill.name-long", "skill.front-matter-long"}
