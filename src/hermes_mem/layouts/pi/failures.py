"""What stands in an entry of failures.md (pi-hermes-memory 0.9.6 src/store/memory-store.ts, sqlite-memory-store.ts)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hermes_mem.model.errors import Usage
from hermes_mem.model.javascript import SPACE, trim

TARGET = "failures"
CATEGORIES: Sequence[str] = ("failure", "correction", "insight", "preference", "convention", "tool-quirk")
SEPARATOR = " — "
PARTS = {"reason": "Failed: ", "tool_state": "Tool state: ", "corrected_to": "Corrected to: "}
"""How the optional parts begin, in the order in which they are written."""

_TAG = re.compile(rf"\[([^\]]+)\]{SPACE}+")


@dataclass(frozen=True, slots=True)
class Failure:
    """The parts of an entry. `content` has neither the tag of the category nor the other parts."""

    content: str
    category: str | None = None
    reason: str | None = None
    tool_state: str | None = None
    corrected_to: str | None = None


def category_of(text: str) -> str | None:
    """The category in brackets at the beginning of an entry's text; None where there is none that Pi knows."""
    tag = _TAG.match(text)
    return tag[1] if tag and tag[1] in CATEGORIES else None


def untagged(text: str) -> str:
    """The text without the category at its beginning."""
    tag = _TAG.match(text)
    return text[tag.end() :] if tag and category_of(text) else text


def understood(text: str) -> Failure:
    """The parts of an entry's text, as Pi's search keeps them; of two that begin alike the first counts.

    A dash in the content divides as well, so that a piece which begins like a part is taken for one.
    """
    category = category_of(text)
    pieces = untagged(text).split(SEPARATOR)
    found: dict[str, str] = {}
    content = [pieces[0]]
    for piece in pieces[1:]:
        name = next((name for name, begins in PARTS.items() if piece.startswith(begins)), None)
        if name is None:
            content.append(piece)
        else:
            found.setdefault(name, trim(piece.removeprefix(PARTS[name])))
    return Failure(SEPARATOR.join(content), category, **found)


def composed(failure: Failure) -> str:
    """The text of an entry with these parts; empty ones are left out, and `failure` is the category of none."""
    pieces = [f"[{failure.category or CATEGORIES[0]}] {trim(failure.content)}"]
    values = ((begins, getattr(failure, name)) for name, begins in PARTS.items())
    return SEPARATOR.join([*pieces, *(begins + value for begins, value in values if value)])


def failure(
    target: str,
    text: str,
    *,
    category: str | None,
    failed: str | None,
    tool_state: str | None,
    corrected_to: str | None,
) -> str | None:
    """A text that begins with a category keeps that; None for any other memory than the failures.

    Raises Usage for a category that Pi does not know, or that is not the one of the text.
    """
    if target != TARGET:
        return None
    if category is not None and category not in CATEGORIES:
        raise Usage(f"There is no category {category}.", f"There are: {', '.join(CATEGORIES)}.")
    tag = category_of(text)
    if category and tag and category != tag:
        raise Usage(f"The text begins with [{tag}], and {category} is asked for.", "Leave one of them out.")
    return composed(Failure(untagged(text), category or tag, failed, tool_state, corrected_to))
