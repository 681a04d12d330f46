"""Homes of Pi on disk, one for each state that the screen has a look for."""

from __future__ import annotations

import json
from collections.abc import Callable

from hermes_mem.layouts.pi.metadata import encoded
from tests.homes import PiHome
from tests.tui.desk import joined

Build = Callable[[PiHome], None]
"""Puts files into a home."""

DAY, LATER = "2026-07-01", "2026-11-20"
PROJECT = "shop"

BY_HAND = "Written by hand, so that it has no dates."
LINES = "Deploy order:\n- worker\n- api"
MEMORY = [
    encoded("The laptop runs Fedora 44; the shell is fish.", DAY, LATER),
    encoded("ripgrep is installed as rg; the system grep lacks -P.", DAY, DAY),
    BY_HAND,
    encoded(LINES, DAY, "2026-11-30"),
    encoded("日本語のドキュメントは docs/ja にある。", LATER, LATER),
]
USER = [
    encoded("Prefers the command first and the explanation after it.", DAY, DAY),
    encoded("Wants tests before refactors 🙂", DAY, LATER),
]
FAILURES = [
    encoded("[failure] Kept the token in localStorage — Failed: any script reads it", DAY, DAY, PROJECT),
    encoded("[correction] Use pnpm, not npm — Corrected to: pnpm", LATER, LATER),
    encoded("[tool-quirk] CI needs --frozen-lockfile", LATER, LATER, PROJECT),
    encoded("[tool-quirk] make index takes 4 minutes", LATER, LATER, "tide-api"),
    "No category, and no dates: somebody wrote it by hand.",
]
RULES = ["Never push to main; open a pull request.", "Run the tests before you say that something works."]
STANDING = "# Set by hand\n\n- " + "\n- ".join(RULES) + "\n"
SHOP = [
    encoded("The checkout service owns the cart table.", DAY, DAY),
    encoded("Deploy with `make deploy-shop`.", DAY, LATER),
]
OTHERS = ["alpha", "beta", "gamma", "infra", "tide-api", "with space", "é"]


def used(home: PiHome) -> None:
    """Well used: entries are found by searching, and the project of the working directory is one of eight."""
    home.memory(joined(MEMORY)).user(joined(USER)).failures(joined(FAILURES)).standing(STANDING.encode())
    home.project(PROJECT, joined(SHOP))
    for name in OTHERS:
        home.project(name, joined([encoded(f"A fact about {name}.", DAY, LATER)]))


def shown(home: PiHome) -> None:
    """The same with entries in the prompt, of failures the newest two."""
    used(home)
    settings = {"memoryMode": "legacy-inject", "failureInjectionMaxAgeDays": 60, "failureInjectionMaxEntries": 2}
    home.config(json.dumps(settings))


def absent(home: PiHome) -> None:
    """The project of the working directory has no memory yet."""
    home.memory(joined(MEMORY))


def gone(home: PiHome) -> None:
    """A memory file is gone, and the copy of what was displaced last is there."""
    used(home)
    memory = home.path / "pi-hermes-memory/MEMORY.md"
    copy = ".MEMORY.md.recovery-1795972488062-7e8f9edb-9696-4135-86c2-66e87b284c1d"
    memory.rename(memory.with_name(copy))


def broken_config(home: PiHome) -> None:
    """A configuration that does not parse, and seems to name another place."""
    used(home)
    home.config('{\n  "memoryDir": "elsewhere",\n}\n')
