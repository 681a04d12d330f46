"""The comment behind an entry in which Pi keeps its dates (pi-hermes-memory 0.9.6 src/store/memory-store.ts).

`<text> <!-- created=2026-11-29, last=2026-11-30, project64=c2hvcA -->`. Read by hand what the agent reads by
`^(.*?)\\s*<!--\\s*created=([^,]+),\\s*last=([^,>]+)(?:,\\s*project64=([A-Za-z0-9_-]+))?\\s*-->\\s*$`, since that takes
quadratic time on texts that somebody made for it.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from datetime import date

from hermes_mem.model.javascript import SPACE, SPACES, trim

OPENING = re.compile(rf"<!--{SPACE}*+created=")
"""What Pi takes for the beginning of a comment with dates."""

LINE_END = re.compile("[\n\r\u2028\u2029]")
"""Where an entry has one, Pi's search reads no comment behind it: there its pattern stops at line ends."""

_PROJECT = re.compile(r"[A-Za-z0-9_-]+")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as it stands in the file, and what Pi sees in it.

    `created` and `last` are as Pi compares them: texts that nobody has checked, None where the entry has no comment.
    """

    raw: str
    text: str
    created: str | None = None
    last: str | None = None
    project: str | None = None

    @property
    def dated(self) -> bool:
        """Whether it has a comment; without one Pi takes it for written today, each time it is read."""
        return self.created is not None


def decoded(raw: str) -> Written:
    """What Pi sees in an entry of a file; `raw` has no white space at its ends."""
    body = raw.rstrip(SPACES)
    if not body.endswith("-->"):
        return Written(raw, trim(raw))
    body = body[:-3]
    last_comma = body.rfind(",")
    for comma in (body.rfind(",", 0, max(0, last_comma)), last_comma):
        if comma > 0 and (written := _closed_at(raw, body, comma)):
            return written
    return Written(raw, trim(raw))


def _closed_at(raw: str, body: str, comma: int) -> Written | None:
    """The entry, if the value of `created` ends at this comma; it holds none, so it begins behind the last one."""
    opening = OPENING.search(body, body.rfind(",", 0, comma) + 1, comma)
    if opening is None or opening.end() == comma:
        return None
    value, divided, rest = body[comma + 1 :].lstrip(SPACES).partition(",")
    last, project = value.removeprefix("last="), trim(rest).removeprefix("project64=")
    if last == value or not last or ">" in last:
        return None
    if divided and not (rest.lstrip(SPACES).startswith("project64=") and _PROJECT.fullmatch(project)):
        return None
    return Written(
        raw,
        trim(raw[: opening.start()]),
        trim(body[opening.end() : comma]),
        trim(last),
        project_of(project) if divided else None,
    )


def encoded(text: str, created: str, last: str, project: str | None = None) -> str:
    """The entry as Pi writes it; a blank project is none."""
    name = trim(project or "")
    suffix = f", project64={urlsafe_b64encode(name.encode()).decode().rstrip('=')}" if name else ""
    return f"{text} <!-- created={created}, last={last}{suffix} -->"


COMMENT_UNITS = 45
"""What a comment with two days and no project costs."""


def can_be_dated(raw: str) -> bool:
    """Whether Pi, and its search, would read a comment behind an entry that has none."""
    return LINE_END.search(raw) is None and decoded(encoded(raw, "2026-01-01", "2026-01-01")).text == raw


def project_of(word: str) -> str | None:
    """The project that a `project64` names; broken text gets replacement characters, as in Pi. None for a blank one."""
    whole = word[: len(word) - 1] if len(word) % 4 == 1 else word
    raw = urlsafe_b64decode(whole + "=" * (-len(whole) % 4))
    return trim(raw.decode("utf-8", "replace")) or None


def day(value: str | None) -> date | None:
    """The date that a value of the comment is; None for anything else, which Pi keeps and compares as text."""
    if value is None or not _DAY.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None
