"""What the tests of Hermes' skills have in common."""

from __future__ import annotations

from hermes_mem.disk.environment import Environment
from hermes_mem.layouts.hermes.skills.reading import skill_findings, skills_of
from hermes_mem.model.finding import Finding
from hermes_mem.model.skill import Skill
from hermes_mem.model.store import Home
from tests.homes import HermesHome


def skill_text(name: str = "", description: str = "Does it.", more: str = "") -> bytes:
    """A SKILL.md; without a name it has none in its front matter."""
    named = f"name: {name}\n" if name else ""
    return f"---\n{named}description: {description}\n{more}---\n\nBody.\n".encode()


def in_order(home: HermesHome, env: Environment) -> list[Skill]:
    """The skills of a home as they come."""
    return skills_of(Home("hermes", home.path, "default", ""), env)


def found(home: HermesHome, env: Environment) -> dict[str, Skill]:
    """The same by their paths."""
    return {skill.path: skill for skill in in_order(home, env)}


def around(home: HermesHome, env: Environment) -> list[Finding]:
    """The findings around the skills of a home."""
    return skill_findings(Home("hermes", home.path, "default", ""), env)


def rules(skill: Skill) -> list[str]:
    """The rules of a skill's findings."""
    return [finding.rule for finding in skill.findings]
