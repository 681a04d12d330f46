"""The beginning of a SKILL.md as Hermes reads it for a list, and what is odd about it.

Follows hermes-agent 0.19.0: tools/skills_tool.py (`_find_all_skills`), tools/skill_usage.py (`_read_skill_name`),
tools/skill_manager_tool.py (`_validate_frontmatter`).
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hermes_mem.layouts.front_matter import FENCE, Fields, below, fenced, fields, shown, texts, translated
from hermes_mem.model.finding import Finding, Severity

READ = 65_536
"""Bytes of a file that are read for a list."""

LISTED = 4_000
"""Characters of a file that Hermes reads for its own list; for the prompt, and to load a skill, it reads all."""

NAME, DESCRIPTION = 64, 1_024
"""Code points up to which Hermes lists a name and a description."""

FORM = "hermes 1"
"""Changes with the meaning of a Head, so that none of another meaning is taken from the cache."""

_GOOD_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_LEFT_OUT = "Hermes leaves it out of its list."


class Note(NamedTuple):
    """A finding that waits for the file it is about."""

    rule: str
    severity: str
    message: str
    effect: str

    def on(self, file: str) -> Finding:
        """The finding, on this file."""
        return Finding(self.rule, Severity(self.severity), self.message, self.effect, file=file)


class Head(NamedTuple):
    """What a SKILL.md says of the skill. A name is None where the directory's counts.

    `name` is that of the list, `full` that by which a skill is loaded and switched off, `recorded` the one that the
    keeper of usage and archive reads out of the lines. `unlisted` says as a clause why no list has it,
    and a head that is not `readable` is none that was read.
    """

    name: str | None = None
    full: str | None = None
    recorded: str | None = None
    description: str = ""
    words: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    environments: tuple[str, ...] = ()
    unlisted: str | None = None
    notes: tuple[Note, ...] = ()
    readable: bool = True


def head_of(raw: bytes) -> Head:
    """What the first bytes of a file say, at most READ of them."""
    recorded = _in_lines(raw.decode("utf-8", "replace"))
    try:
        text = translated(getincrementaldecoder("utf-8")().decode(raw, len(raw) < READ))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        effect = "Hermes can neither list it nor load it."
        note = Note("skill.undecodable", Severity.WARNING, f"Line {line:,} is not UTF-8.", effect)
        return Head(recorded=recorded, unlisted="it is not UTF-8", notes=(note,))
    return _read(text, recorded)


def revived(value: Any) -> Head | None:
    """A Head out of what JSON made of it; None when it is something else."""
    try:
        name, full, recorded, description, words, platforms, environments, unlisted, notes, _ = value
        found = Head(
            *(name, full, recorded, description, tuple(words), tuple(platforms), tuple(environments), unlisted),
            tuple(Note(*note) for note in notes),
        )
    except (TypeError, ValueError):
        return None
    return found if _sound(found) else None


def _sound(head: Head) -> bool:
    """Whether all of it is text, as it was when it was written."""
    lines = (*head.words, *head.platforms, *head.environments, head.description)
    named = (head.name, head.full, head.recorded, head.unlisted)
    return (
        all(isinstance(text, str) for text in lines)
        and all(text is None or isinstance(text, str) for text in named)
        and all(isinstance(part, str) for note in head.notes for part in note)
        and all(note.severity in set(Severity) for note in head.notes)
    )


def _read(text: str, recorded: str | None) -> Head:
    listed = fenced(text[:LISTED])
    whole = listed or fenced(text)
    found = fields(whole.block) if whole else None
    values: Mapping[Any, Any] = found.values if found else {}
    counted = values if listed else {}
    name, description = counted.get("name"), counted.get("description")
    first_line = _first_line(listed.body if listed else text[:LISTED])
    unlisted = _unlisted(counted, first_line)
    return Head(
        name=name[:NAME] if isinstance(name, str) else None,
        full=_text_or_none(values.get("name")),
        recorded=recorded,
        description=shown(description) if description else first_line,
        words=tuple(_words(values)),
        platforms=tuple(_tags(counted.get("platforms"))),
        environments=tuple(_tags(counted.get("environments"))),
        unlisted=unlisted,
        notes=tuple(_notes(text, found, listed is not None, unlisted)),
    )


def _text_or_none(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _first_line(body: str) -> str:
    """What the list shows of a skill without a description: the first line that is no heading."""
    lines = (line.strip() for line in body.strip().split("\n"))
    return next((line for line in lines if line and not line.startswith("#")), "")


def _in_lines(text: str) -> str | None:
    """The name as the curator looks for it, which does not know of byte order marks."""
    inside = False
    for line in map(str.strip, text.replace("\r\n", "\n").replace("\r", "\n")[:LISTED].split("\n")):
        if line == FENCE:
            if inside:
                return None
            inside = True
        elif inside and line.startswith("name:") and (value := line.partition(":")[2].strip().strip("\"'")):
            return value
    return None


def _words(values: Mapping[Any, Any]) -> Iterator[str]:
    """Tags and triggers, each once."""
    hermes = below(values, "metadata", "hermes", "tags")
    places = (hermes or values.get("tags"), *(values.get(key) for key in ("triggers", "trigger", "keywords")))
    yield from dict.fromkeys(word for place in places for word in texts(place))


def _tags(value: Any) -> Iterator[str]:
    """Words in small letters; what is no word stands for one that fits nothing."""
    for item in value if isinstance(value, list) else [value] if value else ():
        yield "" if item == "" else shown(item).lower().strip() or "null"


def _unlisted(values: Mapping[Any, Any], first_line: str) -> str | None:
    """What Hermes stumbles over: of the name it takes a part, of the description, or the line for it, the length."""
    if "name" in values and not isinstance(values["name"], str):
        return f"its name is {_kind(values['name'])} and no text"
    description = values.get("description", "") or first_line or values.get("description", "")
    if not isinstance(description, str | list | dict | set | bytes):
        return f"its description is {_kind(description)} and no text"
    if not isinstance(description, str) and len(description) > DESCRIPTION:
        return "its description is a very long list"
    return None


def _kind(value: Any) -> str:
    match value:
        case None:
            return "empty"
        case bool():
            return f"`{shown(value)}`"
        case int() | float():
            return "a number"
        case list() | dict() | set():
            return "a list"
        case _:
            return "a date"


def _notes(text: str, found: Fields | None, listed: bool, unlisted: str | None) -> Iterator[Note]:
    if found is None:
        yield _without_front_matter(text)
        return
    if not listed:
        message = f"The front matter is longer than {LISTED:,} characters."
        effect = (
            "Hermes reads no further for its list: there the skill has the name of its directory and no description."
        )
        yield Note("skill.front-matter-long", Severity.WARNING, message, effect)
    if found.problem:
        effect = "Hermes takes what stands before and behind the first colon of each line, and refuses to write it so."
        yield Note("skill.yaml", Severity.WARNING, f"The front matter is no sound YAML: {found.problem}.", effect)
    yield from _on_fields(found.values)
    if unlisted:
        yield Note("skill.not-text", Severity.WARNING, f"{unlisted[0].upper()}{unlisted[1:]}.", _LEFT_OUT)


def _without_front_matter(text: str) -> Note:
    if text.startswith(FENCE) and len(text) >= READ // 2:
        message = f"The front matter is not closed within the first {READ:,} bytes."
        return Note("skill.front-matter-long", Severity.WARNING, message, "Its list has it without a description.")
    effect = "Hermes calls it by its directory and takes its first line for the description."
    if text.startswith(FENCE):
        message = "No line of three dashes closes the front matter."
        return Note("skill.unclosed", Severity.WARNING, message, effect)
    return Note("skill.no-front-matter", Severity.WARNING, "It has no front matter.", effect)


def _on_fields(values: Mapping[Any, Any]) -> Iterator[Note]:
    name, description = values.get("name"), values.get("description")
    if "name" not in values or name == "":
        effect = "Hermes calls it by its directory." if name is None else "Hermes lists it with an empty name."
        yield Note("skill.no-name", Severity.WARNING, "The front matter has no name.", effect)
    elif isinstance(name, str) and len(name) > NAME:
        message = f"The name has {len(name):,} characters; {NAME} are listed."
        yield Note("skill.name-long", Severity.WARNING, message, "By the shortened name Hermes does not find it.")
    elif isinstance(name, str) and not _GOOD_NAME.fullmatch(name):
        message = "The name has other characters than small letters, digits, dots, hyphens and underscores."
        yield Note("skill.name-pattern", Severity.INFO, message, "Hermes itself makes no skill of such a name.")
    if not description:
        effect = "Hermes lists its first line instead; in the prompt it has none."
        yield Note("skill.no-description", Severity.WARNING, "The front matter has no description.", effect)
    elif len(text := shown(description)) > DESCRIPTION:
        message = f"The description has {len(text):,} characters; {DESCRIPTION:,} are the most."
        yield Note("skill.description-long", Severity.WARNING, message, "Hermes cuts it, and refuses to write it so.")
