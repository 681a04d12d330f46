"""The front matter of a SKILL.md: taken off the text, and read as YAML as far as it can be.

Rules as in hermes-agent 0.19.0 agent/skill_utils.py (`parse_frontmatter`). Nothing is raised for what a file holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from hermes_mem.guards import without_secrets

FENCE = "---"

LARGEST = 262_144
"""Characters of a block up to which it is parsed: of a hundred thousand keys it makes seconds of work."""

ALIASES = 20
"""How often a block may repeat another part of itself: a few lines of repetitions in repetitions fill all memory."""

_MERGED = 1_000
"""Keys that a mapping may have got by merging others into it."""

_CLOSING = re.compile(r"\n---\s*\n")


class Fenced(NamedTuple):
    """The text between the fences, and what follows them."""

    block: str
    body: str


class Fields(NamedTuple):
    """Keys and values of any type, in the order of the file, and as a clause why not all were to be had.

    With a `problem` they are those of `line_fields`, or none when the block is YAML and no mapping.
    """

    values: Mapping[Any, Any]
    problem: str | None = None


def translated(text: str) -> str:
    """The text with every end of a line as LF, and without one byte order mark before it."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def fenced(text: str) -> Fenced | None:
    """Front matter and body of a translated text; None when it does not begin with a fence, or none closes it."""
    if not text.startswith(FENCE):
        return None
    closing = _CLOSING.search(text, len(FENCE))
    return Fenced(text[len(FENCE) : closing.start()], text[closing.end() :]) if closing else None


def fields(block: str) -> Fields:
    """What stands in front matter: as YAML, and if that fails as lines."""
    if len(block) > LARGEST:
        return Fields({}, f"it has {len(block):,} characters, and {LARGEST:,} is the most that is read")
    try:
        loaded = _loaded(block)
    except Exception as error:  # noqa: BLE001 - the library raises far more than its own class (`!!bool maybe`: KeyError)
        return Fields(line_fields(block), _explained(error))
    if loaded is None:
        return Fields({})
    return Fields(loaded) if isinstance(loaded, dict) else Fields({}, "it is no mapping of keys to values")


def line_fields(block: str) -> dict[str, str]:
    """What Hermes takes from a block that is no YAML: before the first colon of each line the key, behind it the value.

    Of a key that comes twice, the last counts.
    """
    pairs = (line.partition(":") for line in block.strip().split("\n") if ":" in line)
    return {key.strip(): value.strip() for key, _, value in pairs}


def shown(value: Any) -> str:
    """A value as text for a person: scalars as YAML spells them, a list with commas, "" for null and for mappings."""
    if isinstance(value, set):
        return ", ".join(sorted(map(_scalar, value)))
    if isinstance(value, list | tuple):
        return ", ".join(filter(None, (_scalar(item) for item in value)))
    return _scalar(value)


def texts(value: Any) -> Iterator[str]:
    """The words of a value that is a list, or a text with commas and perhaps brackets around it."""
    if isinstance(value, list):
        yield from filter(None, (_scalar(item).strip() for item in value))
    elif value:
        plain = _scalar(value).strip()
        inner = plain[1:-1] if plain.startswith("[") and plain.endswith("]") else plain
        yield from filter(None, (word.strip().strip("\"'") for word in inner.split(",")))


def below(values: Mapping[Any, Any], *keys: str) -> Any:
    """What stands at the end of a chain of keys; None where one of them is missing or no mapping."""
    found: Any = values
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, dict | list | tuple | set):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    try:
        return str(value)
    except ValueError:  # A number of more digits than Python writes.
        return "a very large number"


def _loaded(block: str) -> Any:
    loader = _loader()
    if "*" in block and "&" in block:
        _look_for_bombs(block, loader)
    import yaml

    return yaml.load(block, Loader=loader)  # noqa: S506 - it is a safe loader


def _look_for_bombs(block: str, loader: Any) -> None:
    """Count before anything is made of it. Raises ValueError."""
    import yaml

    found = sum(isinstance(event, yaml.AliasEvent) for event in yaml.parse(block, Loader=loader))
    if found > ALIASES:
        raise ValueError(f"{found:,} repetitions of other parts of it, and {ALIASES} is the most that is followed")


@cache
def _loader() -> Any:
    """The library's safe loader in C, as the agent takes it, that gives up where merging mappings gets out of hand."""
    import yaml

    base = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Bounded(base):  # type: ignore[misc, valid-type]
        def flatten_mapping(self, node: Any) -> None:
            """Raises ValueError."""
            before = len(node.value)
            super().flatten_mapping(node)
            if len(node.value) > max(before, _MERGED):
                raise ValueError(f"it merges more than {_MERGED:,} keys into one mapping")

    return Bounded


def _explained(error: Exception) -> str:
    """The library's own words with the line of the file, whose first is the opening fence; masked, as it quotes."""
    mark = getattr(error, "problem_mark", None)
    words = getattr(error, "problem", None) or getattr(error, "reason", None)
    if not words and type(error) is not ValueError:
        return f"a value does not fit its type ({type(error).__name__})"
    told = without_secrets(str(words or error))
    return f"line {mark.line + 1}: {told}" if mark else told
