"""What lies beside the memories of the demo: staged writes, skills, and a profile that was deleted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

STAGED: tuple[Mapping[str, Any], ...] = (
    {
        "id": "0e505c48",
        "summary": "remove from user: ligatures",
        "origin": "foreground",
        "payload": {"action": "remove", "target": "user", "old_text": "ligatures off"},
    },
    {
        "id": "81f82c88",
        "summary": "replace in memory: the search index",
        "origin": "background_review",
        "payload": {
            "action": "replace",
            "target": "memory",
            "old_text": "The search index is rebuilt",
            "content": "The search index is rebuilt with `make index`, about 9 minutes since the archive was added.",
        },
    },
    {
        "id": "8b74d418",
        "summary": "batch on user (2 operations)",
        "origin": "background_review",
        "payload": {
            "action": "batch",
            "target": "user",
            "operations": [
                {"action": "remove", "old_text": "Metric units"},
                {"action": "add", "content": "Metric units, ISO dates, 24-hour clock."},
            ],
        },
    },
    {
        "id": "cdde6b31",
        "summary": "add to memory: the staging database moved",
        "origin": "background_review",
        "payload": {"action": "add", "target": "memory", "content": "The staging database moved to db2 on 2026-07-03."},
    },
    {
        "id": "f1997100",
        "summary": "replace in memory: pnpm",
        "origin": "background_review",
        "payload": {"action": "replace", "target": "memory", "old_text": "pnpm", "content": "pnpm 9 everywhere."},
    },
)

SKILLS: Mapping[str, str] = {
    "devops/deploy-checklist": "What to look at before, during and after a deploy of harbor",
    "devops/rotate-staging-certs": "Rotate the TLS certificates of staging without downtime",
    "data/tide-tables": "Compute tide tables from harmonic constants and check them against the gauge",
    "writing/release-notes": "Write release notes from merged pull requests, grouped by area",
    "sql-migrations": "Add an append-only migration and try it on a copy of the database",
}

_STAGED_AT = 1_795_972_346.0
"""Seconds since 1970 of the first staged write; the others follow a minute apart."""


def files() -> Iterator[tuple[str, bytes]]:
    """Path below the home and content of each of them."""
    for number, record in enumerate(STAGED):
        whole = {
            **record,
            "subsystem": "memory",
            "action": record["payload"]["action"],
            "created_at": _STAGED_AT + 60 * number,
        }
        yield f"pending/memory/{record['id']}.json", json.dumps(whole, indent=2, ensure_ascii=False).encode()
    for place, description in SKILLS.items():
        yield f"skills/{place}/SKILL.md", _skill(place.rpartition("/")[2], description).encode()
    yield "profiles/.deleted/old-laptop", b""
    yield "profiles/old-laptop/config.yaml", b""


def _skill(name: str, description: str) -> str:
    return (
        f"---\nname: {name}\ndescription: {description}\nversion: 1.0.0\n---\n\n# {description}\n\n"
        "## When to use\nWhen the task says so.\n\n## Procedure\n1. Look\n2. Act\n3. Check\n"
    )
