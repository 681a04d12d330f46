"""The JSON shapes of the command line, as data, and a check whether a value has one.

A shape is a type, a tuple of alternatives, a set of allowed words, a list with the shape of every item, or a mapping
with the shape of each key; keys that end in `?` may be missing, and other keys than those named are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

NONE = type(None)
TEXT_OR_NONE = (str, NONE)
COUNT_OR_NONE = (int, NONE)

FINDING = {
    "rule": str,
    "severity": {"info", "warning", "blocking"},
    "store": str,
    "target?": str,
    "skill?": str,
    "file?": str,
    "entry": TEXT_OR_NONE,
    "span": ([int], NONE),
    "message": str,
    "effect": str,
    "fix": TEXT_OR_NONE,
    "fingerprint": str,
}
BUDGET = {"used": int, "limit": int, "unit": {"codepoints", "utf16"}, "limit_source": str}
ENTRY = {
    "store": str,
    "id": str,
    "text": str,
    "size": int,
    "created": TEXT_OR_NONE,
    "last": TEXT_OR_NONE,
    "category": TEXT_OR_NONE,
    "project": TEXT_OR_NONE,
    "blanked": [str],
    "left_out": bool,
    "findings": [FINDING],
}
TARGET = {
    "store": str,
    "target": str,
    "path": str,
    "state": {"ok", "absent", "empty", "unreadable", "undecodable", "drifted"},
    **BUDGET,
    "entries": [ENTRY],
    "findings": [FINDING],
}
STORE = {"store": str, "kind": {"hermes", "pi"}, "home": str, "profile": str, "why": str}

VERSION = ({"id": str, "text": str}, NONE)
DIFFERENCE = {"store": str, "target": str, "was": VERSION, "now": VERSION}
CHANGE = {
    "id": int,
    "store": str,
    "time": str,
    "actor": {"you", "script", "agent", "hermes", "pi", "unknown"},
    "target": str,
    "summary": str,
    "reason": str,
    "undone": bool,
}

RESULT = {
    "outcome": {"applied", "partial", "staged", "unchanged", "refused"},
    "changes": [int],
    "staged": [str],
    "entries": [DIFFERENCE],
    "findings": [FINDING],
    "budgets": [{"store": str, "target": str, "before": int, "after": int, "limit": int}],
}

SKILL = {
    "store": str,
    "id": str,
    "name": str,
    "scope": {"global", "project", "external"},
    "project": TEXT_OR_NONE,
    "category": TEXT_OR_NONE,
    "path": str,
    "file": str,
    "below": str,
    "description": str,
    "tags": [str],
    "state": {"archived", "shadowed", "disabled", "unlisted", "stale", "active"},
    "states": [str],
    "origin": {"local", "agent", "bundled", "hub", "organisation", "external"},
    "pinned": bool,
    "uses": COUNT_OR_NONE,
    "used": TEXT_OR_NONE,
    "created": TEXT_OR_NONE,
    "updated": TEXT_OR_NONE,
    "closed": TEXT_OR_NONE,
    "unlisted": TEXT_OR_NONE,
    "shadowed_by": TEXT_OR_NONE,
    "named_by": [str],
    "findings": [{**FINDING, "skill": str}],
}

SHAPES: dict[str, Any] = {
    "change": RESULT,
    "purge": {
        **RESULT,
        "dry_run": bool,
        "places": [
            {
                "store": TEXT_OR_NONE,
                "home": TEXT_OR_NONE,
                "place": str,
                "kind": {"memory", "mirror", "copy", "version", "words", "own"},
                "count": int,
                "done": bool,
            }
        ],
        "unreached": [{"place": str, "why": str, "look": TEXT_OR_NONE}],
    },
    "check": {
        "findings": [
            {
                **FINDING,
                "home": str,
                "group": str,
                "acknowledged": bool,
                "remedies?": [{"id": str, "says": str, "loses": str}],
            }
        ]
    },
    "history list": {
        "changes": [CHANGE],
        "elsewhere": [{"home": str, "changes": int, "there": bool}],
    },
    "history show": {
        "change": {
            **CHANGE,
            "files": [{"path": str, "before": TEXT_OR_NONE, "after": TEXT_OR_NONE}],
            "entries": [DIFFERENCE],
        }
    },
    "history lost": {
        "since": str,
        "lost": [
            {
                "store": str,
                "target": str,
                "id": TEXT_OR_NONE,
                "text": str,
                "time": str,
                "actor": str,
                "change": int,
                "reason": str,
                "restore": TEXT_OR_NONE,
            }
        ],
    },
    "history size": {"path": str, "bytes": int, "changes": int, "blobs": int},
    "history prune": {
        "outcome": {"applied", "unchanged"},
        "dry_run": bool,
        "before": str,
        "changes": int,
        "blobs": int,
        "bytes": int,
    },
    "trust": {"outcome": {"applied", "unchanged"}, "path": str, "trusted": bool},
    "history relink": {"outcome": {"applied"}, "dry_run": bool, "changes": int, "old": str, "new": str},
    "stores": {
        "stores": [{**STORE, "targets": [str]} | dict.fromkeys(("sessions", "pending", "skills"), COUNT_OR_NONE)]
    },
    "memory list": {"stores": [{**STORE, "targets": [TARGET]}]},
    "memory repair list": {
        "store": str,
        "target": str,
        "remedies": [
            {
                "id": str,
                "rules": [str],
                "says": str,
                "loses": str,
                "outcome": {"applied", "unchanged", "refused"},
                "entries": [{"target": str, "before": int, "after": int}],
                "budgets": [{"store": str, "target": str, "before": int, "after": int, "limit": int}],
            }
        ],
    },
    "memory show": {"entries": [{**ENTRY, "target": str}]},
    "skills list": {"skills": [SKILL], "findings": [FINDING]},
    "skills find": {"skills": [{**SKILL, "close": bool}]},
    "skills show": {"skills": [{**SKILL, "front_matter": str, "body": str}]},
    "budget": {
        "targets": [{"store": str, "target": str, **BUDGET, "growth": (float, int, NONE), "full_in_days": (int, NONE)}]
    },
    "prompt": {
        "blocks": [{"store": str, "target": str, "text": str, "blocked": [str]}],
        "searched": [{"store": str, "target": str}],
        "visible": str,
    },
    "status": {
        "stores": [
            {
                "store": str,
                "targets": [{"target": str, "used": int, "limit": int}],
                "pending": COUNT_OR_NONE,
                "findings": int,
            }
        ]
    },
    "watch": {
        "change": int,
        "store": str,
        "time": str,
        "actor": str,
        "target": str,
        "summary": str,
        "alarms": [str],
        "returned": [{"target": str, "change": int}],
        "entries": [DIFFERENCE],
    },
    "config path": {"config": str, "exists": bool, "state": str, "cache": str},
    "config show": {"values": [{"key": str, "value": (str, bool, int, NONE), "from": str}]},
    "demo": {"home": str, "stores": [str], "open": str},
    "error": {"error": {"code": str, "message": str, "hint": TEXT_OR_NONE}},
}


def misfits(value: Any, shape: Any, place: str = "$") -> Iterator[str]:
    """Where the value departs from the shape, as sentences; nothing when it has it."""
    if isinstance(shape, dict):
        yield from _mapping(value, shape, place)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{place} is no list"
            return
        for number, item in enumerate(value):
            yield from misfits(item, shape[0], f"{place}[{number}]")
    elif isinstance(shape, tuple):
        if all(any(misfits(value, one)) for one in shape):
            yield f"{place} is {value!r}"
    elif isinstance(shape, set):
        if value not in shape:
            yield f"{place} is {value!r}, none of {sorted(shape)}"
    elif type(value) is not shape:
        yield f"{place} is {value!r}, no {shape.__name__}"


def _mapping(value: Any, shape: dict[str, Any], place: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{place} is no object"
        return
    for key, inner in shape.items():
        name = key.removesuffix("?")
        if name in value:
            yield from misfits(value[name], inner, f"{place}.{name}")
        elif name == key:
            yield f"{place}.{name} is missing"
