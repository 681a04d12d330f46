"""What a SKILL.md says of the skill: as Pi reads it (dist/core/skills.js), and as its memory does (spelling.py)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from hermes_mem.layouts.delimited import Undecodable, text_of
from hermes_mem.layouts.front_matter import below, fields, shown, texts, translated
from hermes_mem.layouts.pi.skills import checks
from hermes_mem.layouts.pi.skills.checks import Note
from hermes_mem.layouts.pi.skills.spelling import Text, read_text
from hermes_mem.model.javascript import SPACE, trim

FORM = "pi 1"
"""Changes with the meaning of a Head, so that none of another meaning is taken from the cache."""

_keys = re.compile(r"^([A-Za-z_][\w-]*):(?:\s|$)", re.MULTILINE).findall
_opening = re.compile(f"{SPACE}*---(?:\n|\\Z)").match
_as_written = re.compile(
    r'(?:[a-z_]+: (?:"(?:[^"\\\x00-\x1f\x7f-\x9f]|\\["\\nt])*"|[1-9][0-9]{0,8})(?:\n|\Z))+'
).fullmatch


class Head(NamedTuple):
    """What a text says of its skill. An empty `name` means that the directory's counts.

    `created` and `updated` are days as the memory reads them. `unlisted` says as a clause why Pi does not take it, as
    far as that hangs on the text, `hidden` that it keeps it from the model.
    """

    name: str = ""
    description: str = ""
    words: tuple[str, ...] = ()
    created: str = ""
    updated: str = ""
    unlisted: str | None = None
    hidden: bool = False
    notes: tuple[Note, ...] = ()


class Yaml(NamedTuple):
    """What Pi finds between the fences; why that is not YAML, as a clause; and whether there are fences."""

    values: Mapping[Any, Any]
    problem: str | None = None
    fenced: bool = True


def head_of(raw: bytes) -> Head:
    """What the bytes of a file say. Nothing is raised: Pi reads on over bytes that are not UTF-8."""
    notes = []
    try:
        written = text_of(raw)
    except Undecodable as error:
        notes.append(checks.undecodable_note(error))
        written = raw.decode("utf-8", "replace")
    text = read_text(written)
    found = _yaml(written, text)
    name, description = _text(found.values, "name"), _text(found.values, "description")
    if found.problem is not None:
        name, description = text.values.get("name", ""), text.values.get("description", "")
    elif found.fenced:
        notes += checks.reading_notes(written, text, name=name, description=description)
    notes += checks.loading_notes(trim(description), found.problem, fenced=found.fenced)
    return Head(
        trim(name),
        trim(description),
        tuple(dict.fromkeys(_words(text, found.values))),
        text.values.get("created", ""),
        text.values.get("updated", ""),
        unlisted=_unlisted(description, found.problem),
        hidden=found.values.get("disable-model-invocation") is True,
        notes=tuple(notes),
    )


def revived(value: Any) -> Head | None:
    """A Head out of what JSON made of it; None when it is something else."""
    try:
        name, description, words, created, updated, unlisted, hidden, notes = value
        found = Head(
            name, description, tuple(words), created, updated, unlisted, hidden, tuple(Note(*note) for note in notes)
        )
    except (TypeError, ValueError):
        return None
    said = (name, description, created, updated, *found.words, *(part for note in found.notes for part in note[:4]))
    maybe = (unlisted, *(note.fix for note in found.notes))
    sound = all(isinstance(one, str) for one in said) and all(one is None or isinstance(one, str) for one in maybe)
    return found if sound and isinstance(hidden, bool) else None


def moment(day: str) -> datetime | None:
    """A day, or a time, as the memory writes it; None for anything else."""
    try:
        found = datetime.fromisoformat(day)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _unlisted(description: str, problem: str | None) -> str | None:
    if problem is not None:
        return "its front matter is no sound YAML"
    return None if trim(description) else "it has no description"


def _yaml(written: str, text: Text) -> Yaml:
    """The front matter as Pi takes it off (dist/utils/frontmatter.js): it ends where a line begins with `---`.

    What the memory has written says the same to both, and need not be parsed. A key that comes twice is a fault to the
    library of Pi, and not to ours.
    """
    if _as_written(text.block) and len(text.values) == text.block.count("\n") + 1:
        return Yaml(text.values)
    plain = translated(written)
    if not (opening := _opening(plain)) or (end := plain.find("\n---", opening.end())) < 0:
        return Yaml({}, fenced=False)
    block = plain[opening.end() : end]
    values, problem = fields(block)
    return Yaml(values, problem or _repeated(block))


def _repeated(block: str) -> str | None:
    keys = _keys(block)
    twice = next((key for key in keys if keys.count(key) > 1), None)
    return f"the key “{twice}” comes twice" if twice else None


def _text(values: Mapping[Any, Any], key: str) -> str:
    """A value of the front matter, "" when it is no text: numbers and lists mean nothing to Pi."""
    value = values.get(key)
    return "" if isinstance(value, bool | int | float | list | dict | set) else shown(value)


def _words(text: Text, values: Mapping[Any, Any]) -> Iterator[str]:
    """By what it can be found beside its name: what the memory shows in place of that, and tags."""
    if name := text.values.get("display_name"):
        yield name
    for value in (values.get("tags"), values.get("keywords"), below(values, "metadata", "tags")):
        yield from texts(value)
