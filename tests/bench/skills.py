"""What it costs to read thousands of skills, beside what it costs the agent itself to list them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.bench.client import client
from tests.bench.row import Row, Sample
from tests.homes import HermesHome

SKILLS = 5_000
ROUNDS = 5
SETTLING = 2.5
"""Seconds after which a file that was written counts as settled, and is remembered."""

TEXT = (
    """---
name: skill-{0}
description: What skill {0} does, and when one should take it, in a sentence of ordinary length.
version: 1.0.0
author: somebody
metadata:
  hermes:
    tags: [tag-{1}, word-{2}]
    related_skills: [skill-{2}]
---

# Skill {0}

"""
    + "A line of the procedure, as long as such lines are.\n" * 130
)

TIMED = """
import time
{imports}
start = time.perf_counter()
found = {call}
print(len(found), time.perf_counter() - start)
"""

OURS = TIMED.format(
    imports="from hermes_mem.disk.environment import Environment\n"
    "from hermes_mem.layouts.hermes.skills.reading import skills_of\n"
    "from hermes_mem.store.reading import find_homes\nenv = Environment.here()\nhome = find_homes(env)[0]",
    call="skills_of(home, env)",
)
THEIRS = TIMED.format(imports="from tools.skills_tool import _find_all_skills", call="_find_all_skills()")


def _listed(*, first: bool) -> Iterator[Sample]:
    """Both list the same home, each time in a new process; without what was remembered where it is the first time."""
    interpreter = client()
    with tempfile.TemporaryDirectory() as directory:
        person = Path(directory)
        _plant(HermesHome(person / ".hermes"))
        time.sleep(SETTLING)
        _seconds(sys.executable, OURS, person)
        for _ in range(ROUNDS):
            if first:
                shutil.rmtree(person / "CACHE")
            yield _seconds(sys.executable, OURS, person), _seconds(interpreter, THEIRS, person)


def _plant(home: HermesHome) -> None:
    for number in range(SKILLS):
        text = TEXT.format(number, number % 9, number % 97)
        home.file(f"skills/category-{number % 40}/skill-{number}/SKILL.md", text.encode())


def _seconds(interpreter: str, script: str, person: Path) -> float:
    places = {f"XDG_{name}_HOME": str(person / name) for name in ("CONFIG", "STATE", "CACHE")}
    environ = {**os.environ, **places, "HOME": str(person), "HERMES_HOME": str(person / ".hermes")}
    done = subprocess.run([interpreter, "-c", script], env=environ, capture_output=True, text=True, check=True)
    found, seconds = done.stdout.split()
    assert int(found) == SKILLS
    return float(seconds)


def _row(name: str, at_most: float, take: Callable[[], Iterator[Sample]]) -> Row:
    return Row(name, "the agent lists them", at_most, take)


ROWS = (
    _row("read 5,000 skills for the first time", 1.5, partial(_listed, first=True)),
    _row("read 5,000 skills again", 0.5, partial(_listed, first=False)),
)
