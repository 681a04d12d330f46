"""Comments behind entries that Pi does not read as they are meant, and what they should be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hermes_mem.layouts.pi.entry_checks import almost, is_trap
from hermes_mem.layouts.pi.failures import category_of
from hermes_mem.layouts.pi.metadata import LINE_END, OPENING, Written, can_be_dated, decoded, encoded
from hermes_mem.model.javascript import trim

_DAY = r"[\s\"']*(\d{4}-\d{2}-\d{2})\b"


def without_trap(raw: str) -> str:
    """The entry with a blank in what begins like a comment, all but the last one, so that Pi reads past it."""
    if not is_trap(decoded(raw)):
        return raw
    last = raw.rfind("<!--")
    return OPENING.sub(lambda found: f"{found[0][:-1]} =", raw[:last]) + raw[last:]


def understood(raw: str) -> str:
    """The entry with its dates as Pi reads them, where a comment at its end has some; nothing else of that is kept."""
    written = decoded(raw)
    if written.dated or (found := almost(written.text)) is None:
        return raw
    days = {key: day[1] for key in ("created", "last") if (day := re.search(key + "=" + _DAY, found[0]))}
    text = trim(written.text[: found.start()])
    if "created" not in days or not text:
        return raw
    return encoded(text, days["created"], days.get("last", days["created"]))


def single(raw: str) -> str:
    """The entry with one comment for the several at its end: the first day of all, and the last."""
    outer = decoded(raw)
    inner = decoded(outer.text)
    if is_trap(outer) or not inner.dated:
        return raw
    found = [outer]
    while inner.dated and not is_trap(inner):
        found.append(inner)
        inner = decoded(inner.text)
    created, last = min(one.created or "" for one in found), max(one.last or "" for one in found)
    project = next((one.project for one in found if one.project), None)
    return encoded(found[-1].text, created, last, project)


def in_one_line(raw: str) -> str:
    """A dated entry without line breaks, so that Pi's search reads its comment."""
    written = decoded(raw)
    if not written.dated or not LINE_END.search(written.text):
        return raw
    return " ".join(part for one in LINE_END.split(raw) if (part := trim(one)))


def redated(written: Written, texts: Iterable[str]) -> list[str]:
    """Texts that an entry is divided into, each with the comment of the entry, and with its category."""
    category = category_of(written.text)
    return [_dated(written, f"[{category}] {one}" if category and category_of(one) is None else one) for one in texts]


def _dated(written: Written, text: str) -> str:
    if written.created is None or written.last is None:
        return text
    return encoded(text, written.created, written.last, written.project)


def dated(raw: str, days: Mapping[str, tuple[str, str]], today: str) -> str:
    """An entry of one line with a comment, if it has none: of the days that are known for its text, else of today."""
    if decoded(raw).dated or not can_be_dated(raw):
        return raw
    return encoded(raw, *days.get(raw, (today, today)))
