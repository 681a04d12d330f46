"""How pi-hermes-memory reads the text of a skill, and what it calls it (0.9.6 src/store/skill-utils.ts)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from hermes_mem.model.javascript import trim

LONGEST_NAME = 64

_fenced = re.compile(r"---\n(.*?)\n---\n(.*)", re.DOTALL).fullmatch


class Text(NamedTuple):
    """What the agent's reader finds in a skill: each key with its value, and the rest; `fenced` says it found a head.

    It knows no YAML: a line is split at its first colon, and what does not begin and end with `"` stands for itself.
    `block` is what lies between the fences.
    """

    values: Mapping[str, str]
    body: str
    block: str = ""
    fenced: bool = True


def read_text(text: str) -> Text:
    """The text as the agent's own reader takes it; nothing is a fault to it."""
    found = _fenced(text)
    if found is None:
        return Text({}, trim(text), fenced=False)
    pairs = (line.partition(":") for line in found[1].split("\n") if line.find(":") > 0)
    return Text({trim(key): _scalar(trim(value)) for key, _, value in pairs}, trim(found[2]), found[1])


def slug(name: str) -> str:
    """The directory that the agent would make for a name; empty for one without any of a-z and 0-9."""
    return re.sub("^-|-$", "", re.sub("[^a-z0-9]+", "-", name.lower()))[:LONGEST_NAME]


def called(slug: str, project: str | None = None) -> str:
    """The agent's id of a skill by its directory, in a project or global."""
    return f"global:{slug}" if project is None else f"project:{project}:{slug}"


def _scalar(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            pass  # then the agent, too, takes it as it stands there
    return value
