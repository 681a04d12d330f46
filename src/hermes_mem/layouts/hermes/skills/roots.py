"""Where Hermes looks for skills, in the order in which it looks, and what its configuration says of them.

Follows hermes-agent 0.19.0 agent/skill_utils.py (`get_external_skills_dirs`, `get_disabled_skill_names`); the places of
projects and `create_dir` are those of later releases, which 0.19 passes over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_directory, is_there, real_path
from hermes_mem.layouts.front_matter import shown
from hermes_mem.layouts.hermes.settings import managed
from hermes_mem.layouts.hermes.yaml_file import read_yaml
from hermes_mem.model.skill import Scope

SKILLS = "skills"
ORGANISATIONS = "_org"
ACTIVE_ORGANISATION = ".active_org"

_IN_PROJECT = (Path(".hermes/skills"), Path(".agents/skills"))
_VARIABLE = re.compile(r"\$(\w+|\{[^}]*\})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Root:
    """A directory of skills. `searched` is False for projects in which the person is not now: they shadow nothing."""

    path: Path
    scope: Scope = Scope.GLOBAL
    project: str | None = None
    searched: bool = True


@dataclass(frozen=True, slots=True)
class SkillSettings:
    """What the configuration says of skills.

    `roots` are the directories that are there, first those that win. `disabled` are names. `prunes` says that the
    curator may archive what came with Hermes, `toolsets` which tools a session has.
    """

    roots: tuple[Root, ...]
    disabled: frozenset[str]
    prunes: bool
    toolsets: frozenset[str]

    @property
    def external(self) -> tuple[Path, ...]:
        """The roots that belong to others, as real paths."""
        return tuple(root.path for root in self.roots if root.scope is Scope.EXTERNAL)


def load(home: Path, env: Environment) -> SkillSettings:
    """The settings of a home. A file that cannot be read counts as empty, as it does for the agent."""
    own = read_yaml(home / "config.yaml", "profile").mapping
    section = own.get("skills")
    skills: Mapping[Any, Any] = section if isinstance(section, dict) else {}
    files = (own, read_yaml(managed(env) / "config.yaml", "managed").mapping)
    toolsets = own.get("toolsets")
    return SkillSettings(
        roots=tuple(_roots(home, skills, env)),
        disabled=frozenset(_disabled(skills, env)),
        prunes=_prunes(files),
        toolsets=frozenset(map(shown, toolsets)) if isinstance(toolsets, list) else frozenset(),
    )


def _roots(home: Path, skills: Mapping[Any, Any], env: Environment) -> Iterator[Root]:
    """Each real directory once; that of the home also where there is none yet."""
    own = Root(home / SKILLS)
    here, elsewhere = _projects(skills, env)
    external = (Root(path, Scope.EXTERNAL) for path in _external(home, skills, env))
    created = (Root(path) for path in _paths(skills.get("create_dir"), home, env))
    seen = {real_path(own.path)}
    for root in (*here, own, *created, *external, *elsewhere):
        real = real_path(root.path)
        if root is own or (real not in seen and is_directory(real)):
            seen.add(real)
            yield root


def _external(home: Path, skills: Mapping[Any, Any], env: Environment) -> Iterator[Path]:
    yield from map(real_path, _paths(skills.get("external_dirs"), home, env))


def _paths(value: Any, base: Path, env: Environment) -> Iterator[Path]:
    """A text or a list of paths; what is relative starts at `base`."""
    for item in [value] if isinstance(value, str) else value if isinstance(value, list) else ():
        if (text := _expanded(shown(item).strip(), env)) and "\0" not in text:
            yield base / text


def _expanded(text: str, env: Environment) -> str:
    """Variables that are set, then the person's directory."""
    filled = _VARIABLE.sub(lambda hit: env.environ.get(hit[1].strip("{}"), hit[0]), text)
    home = filled == "~" or filled.startswith("~/")
    return str(env.user_home) + filled[1:] if home else filled


def _projects(skills: Mapping[Any, Any], env: Environment) -> tuple[list[Root], list[Root]]:
    """The places of skills in trusted projects: of the one in which a session would start, and of the others."""
    if skills.get("project_discovery") is False:
        return [], []
    here = _repository(env.cwd / (env.value("TERMINAL_CWD") or "."))
    trusted = list(dict.fromkeys(map(real_path, _paths(skills.get("trusted_project_dirs"), env.cwd, env))))
    found = [
        Root(project / place, Scope.PROJECT, project.name, searched=project == here)
        for project in trusted
        for place in _IN_PROJECT
    ]
    return [root for root in found if root.searched], [root for root in found if not root.searched]


def _repository(directory: Path) -> Path | None:
    real = real_path(directory)
    return next((above for above in (real, *real.parents) if is_there(above / ".git")), None)


def _disabled(skills: Mapping[Any, Any], env: Environment) -> Iterator[str]:
    """Names that the configuration switches off, everywhere and on the platform that the environment names."""
    yield from _names(skills.get("disabled"))
    platform = env.environ.get("HERMES_PLATFORM") or env.environ.get("HERMES_SESSION_PLATFORM")
    by_platform = skills.get("platform_disabled")
    if platform and isinstance(by_platform, dict):
        yield from _names(by_platform.get(platform))


def _names(value: Any) -> Iterable[str]:
    items = [value] if isinstance(value, str) else value if isinstance(value, list | dict | set | tuple) else ()
    return filter(None, (shown(item).strip() for item in items))


def _prunes(files: Iterable[Mapping[Any, Any]]) -> bool:
    """Whether the curator may archive bundled skills: the last file that says so, else yes."""
    sections = (file.get("curator") for file in files)
    said = [
        section["prune_builtins"] for section in sections if isinstance(section, dict) and "prune_builtins" in section
    ]
    return bool(said[-1]) if said else True
