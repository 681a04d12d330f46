"""Counting what else lies in a home of Pi, without opening it."""

from __future__ import annotations

from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing
from hermes_mem.layouts.pi.settings import load
from hermes_mem.model.store import Contents


def count(home: Path, env: Environment) -> Contents:
    """Sessions and skills; Pi lets no write wait for review. A closed directory counts as empty."""
    settings = load(home, env)
    tops = [settings.directory, *_directories(settings.projects)]
    return Contents(_sessions(home / "sessions"), 0, sum(_skills(top / "skills") for top in tops))


def _sessions(top: Path) -> int:
    return sum(name.endswith(".jsonl") for directory in _directories(top) for name in listing(directory))


def _skills(top: Path) -> int:
    return sum(listing(directory).get("SKILL.md") is False for directory in _directories(top))


def _directories(top: Path) -> list[Path]:
    return [top / name for name, is_directory in listing(top).items() if is_directory]
