"""Homes of Hermes with skills in them, generated: every odd thing at once, and each of them alone."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.homes import HermesHome, put

FRONT_MATTER = [
    "name: {name}\ndescription: What {name} is good for.",
    "name: '{name}'\ndescription: >-\n  folded over\n  two lines",
    "name: {name}\ndescription: Use it: when {name} fails",
    "name: {name} # said\ndescription: commented",
    "description: without a name",
    "name: {name}",
    "name:\ndescription: empty name",
    "name: ''\ndescription: no name at all",
    "name: 7\ndescription: a number for a name",
    "name: [a, b]\ndescription: a list for a name",
    "name: 2026-01-02\ndescription: a date for a name",
    "name: {name}\ndescription: 42",
    "name: {name}\ndescription: true",
    "name: {name}\ndescription: 0",
    "name: {name}\ndescription: ''",
    "name: {name}\nplatforms: [windows]\ndescription: elsewhere",
    "name: {name}\nplatforms: Linux\ndescription: here",
    "name: {name}\nplatforms: [macos, '']\ndescription: everywhere",
    "name: {name}\nplatforms: {{a: b}}\ndescription: nowhere",
    "name: {name}\nenvironments: [kanban]\ndescription: on a board",
    "name: {name}\nenvironments: [unheard, kanban]\ndescription: who knows",
    "name: {name}\nenvironments: ['']\ndescription: nowhere named",
    "name: {name}\nmetadata:\n  hermes:\n    tags: [x, y]\ndescription: tagged",
    "- a\n- list",
    "just words",
    "name: 'open\ndescription: never closed",
    "Name: {name}\nDESCRIPTION: shouted",
    'name: "{name}\\u0000"\ndescription: NUL',
    'name: "{name}\\n\\e[31m"\ndescription: escapes',
    "name: " + "n" * 80 + "\ndescription: long name",
    "name: {name}\ndescription: " + "d" * 2_000,
    "name: {name}\nnotes: " + "w " * 2_100 + "\ndescription: behind a long note",
    "name: 技能\ndescription: nicht lateinisch 🙂",
]
BODIES = ["\n# {name}\n\nDo it.\n", "", "\n\n## Only a heading\n", "\nFirst line.\nSecond.\n"]
NAMES = ["alpha", "beta", "gamma", "deploy", "plan", "b-2", "b_2", "A.B", "zoo", "plan-b"]
WAYS = ["", "", "dev", "dev", "ops", "ml/models", "ml/models/deep/down", "scripts", ".hidden", "a-b", "a"]
PRUNED = ["node_modules/x", ".git/hooks", "dev/.venv/lib", ".hub/quarantine/q"]


def text(random: Random, name: str) -> bytes:
    """A SKILL.md for a skill of this name, or about as odd as one can be."""
    match random.randrange(12):
        case 0:
            return random.choice(
                [b"", b"\xff\xfe odd", b"---\nname: a\n", b"# Heading\n\nText.\n", b"---", b"\x00\x00"]
            )
        case 1:
            return b"\xef\xbb\xbf" + _whole(random, name)
        case 2:
            return _whole(random, name).replace(b"\n", b"\r\n")
    return _whole(random, name)


def _whole(random: Random, name: str) -> bytes:
    front = random.choice(FRONT_MATTER) if random.random() < 0.7 else FRONT_MATTER[0]
    return f"---\n{front.format(name=name)}\n---\n{random.choice(BODIES).format(name=name)}".encode()


def grow(home: HermesHome, random: Random, size: int = 25) -> HermesHome:
    """Plant skills in a home: categories, doubles, archives, pruned places, links, what is switched off, and usage."""
    skills = home.path / "skills"
    for _ in range(size):
        _plant(skills, random)
    _link(skills, random)
    outside = home.path.parent / f"{home.path.name}-others"
    for _ in range(random.randrange(5)):
        _plant(outside, random)
    external = [str(outside), "~/nowhere", "$NOT_SET/x"] if outside.exists() else []
    disabled = random.sample(NAMES, 2)
    home.config(json.dumps({"skills": {"external_dirs": external, "disabled": disabled}}))
    usage = {name: {"created_by": random.choice(["agent", None]), "use_count": 3} for name in random.sample(NAMES, 4)}
    home.file("skills/.usage.json", json.dumps(usage).encode())
    home.file("skills/.bundled_manifest", "\n".join(f"{name}:{'0' * 32}" for name in random.sample(NAMES, 3)).encode())
    lock = {"installed": {random.choice(NAMES): {"install_path": random.choice(["dev/alpha", "../../x", "beta"])}}}
    return home.file("skills/.hub/lock.json", json.dumps(lock).encode())


def _plant(skills: Path, random: Random) -> None:
    name = random.choice(NAMES)
    directory = skills / random.choice(WAYS) / name
    match random.randrange(10):
        case 0:
            directory = skills / ".archive" / random.choice([name, f"{name}-20260102030405", f"{name}-20260102-030405"])
        case 1:
            directory = skills / random.choice(PRUNED) / name
        case 2:
            directory = directory / random.choice(["references", "scripts", "inner"]) / "nested"
    put(directory / "SKILL.md", text(random, random.choice([name, name, random.choice(NAMES)])))


def _link(skills: Path, random: Random) -> None:
    """A link to a skill elsewhere, one in a circle, and a SKILL.md that leads nowhere."""
    away = skills.parent.parent / f"{skills.parent.name}-away"
    put(away / "linked/SKILL.md", b"---\nname: linked\ndescription: by a link\n---\nBody\n")
    skills.mkdir(exist_ok=True)
    (skills / "aside").symlink_to(away / "linked")
    (skills / "broken").mkdir(exist_ok=True)
    (skills / "broken/SKILL.md").symlink_to(away / "nothing")
    put(skills / "folder/SKILL.md/inside", b"a directory of that name")
