"""What else in a home calls a skill by its name or path: jobs of cron, and bundles.

Follows hermes-agent 0.19.0 cron/jobs.py (`load_jobs`, `_normalize_skill_list`) and agent/skill_bundles.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, names_in, read_bytes
from hermes_mem.layouts.front_matter import shown
from hermes_mem.layouts.hermes.yaml_file import read_yaml

JOBS = "cron/jobs.json"
BUNDLES = "skill-bundles"


class Named:
    """Who calls which skill, by the word that they use for it."""

    def __init__(self, home: Path, env: Environment) -> None:
        self._by_word: dict[str, list[str]] = {}
        for word, clause in (*_jobs(home / JOBS), *_bundles(_bundle_directory(home, env))):
            known = self._by_word.setdefault(word, [])
            if clause not in known:
                known.append(clause)

    def calling(self, words: Iterable[str]) -> tuple[str, ...]:
        """Clauses on those that use one of these words."""
        if not self._by_word:
            return ()
        return tuple(dict.fromkeys(clause for word in words for clause in self._by_word.get(word, ())))


def words_for(names: Iterable[str], path: str, directory: Path) -> Iterator[str]:
    """How a skill can be called: by its names, its directory, its path, as `category:name`, or where it really lies."""
    yield from names
    yield directory.name
    yield path
    category, slash, last = path.rpartition("/")
    if slash:
        yield f"{category}:{last}"
    yield str(directory).lstrip("/")


def _jobs(path: Path) -> Iterator[tuple[str, str]]:
    """Jobs that wait or are switched off count too: they must find their skills when they run again."""
    for job in _load_jobs(path):
        if isinstance(job, dict):
            label = job.get("name") or job.get("id") or "without a name"
            for word in _skills(job):
                yield word, f"the cron job “{label}” names it"


def _load_jobs(path: Path) -> list[Any]:
    match read_bytes(path):
        case Present(raw=raw):
            document = _json(raw)
            jobs = document.get("jobs") if isinstance(document, dict) else document
            return jobs if isinstance(jobs, list) else []
    return []


def _json(raw: bytes) -> Any:
    """The document, control characters in texts tolerated; None when there is none to be had."""
    try:
        text = raw.decode("utf-8-sig")
        try:
            return loads(text)
        except JSONDecodeError:
            return loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _skills(job: dict[Any, Any]) -> Iterator[str]:
    several = job.get("skills")
    found = several if several is not None else job.get("skill")
    for item in found if isinstance(found, list) else [found]:
        if word := str(item or "").strip().lstrip("/"):
            yield word


def _bundle_directory(home: Path, env: Environment) -> Path:
    override = env.environ.get("HERMES_BUNDLES_DIR")
    return env.path(override) if override else home / BUNDLES


def _bundles(directory: Path) -> Iterator[tuple[str, str]]:
    for named in sorted(names_in(directory) or ()):
        if named.name.endswith((".yaml", ".yml")) and not named.is_directory:
            bundle = read_yaml(directory / named.name, "bundle").mapping
            skills = bundle.get("skills")
            label = shown(bundle.get("name")).strip() or Path(named.name).stem
            for item in skills if isinstance(skills, list) else ():
                if word := shown(item).strip().lstrip("/"):
                    yield word, f"the bundle “{label}” names it"
