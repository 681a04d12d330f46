"""What is odd around the skills of a home of Pi."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import listing
from hermes_mem.layouts.pi.skills import checks
from hermes_mem.layouts.pi.skills.reading import Root, roots_of
from hermes_mem.layouts.pi.skills.walking import Links, places
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Home


def skill_findings(home: Home, env: Environment) -> list[Finding]:
    """Directories that may not be listed, and those in which a skill has been."""
    roots = roots_of(home.path, env)
    links = Links(root.path for root in roots)
    return [finding for root in roots for finding in _around(root, links)]


def _around(root: Root, links: Links) -> Iterator[Finding]:
    used = set()
    for place in places(root.path, links, deep=root.managed):
        used.add(place.path.partition("/")[0])
        if place.closed:
            yield checks.closed_finding(place.directory, managed=root.managed)
    if root.managed:
        strays = (
            name for name, is_directory in sorted(listing(root.path).items()) if is_directory and name not in used
        )
        for name in strays:
            if not name.startswith(".") and _has_files(root.path / name):
                yield checks.stray_finding(root.path / name)


def _has_files(directory: Path) -> bool:
    return any(files for _, _, files in os.walk(directory))
