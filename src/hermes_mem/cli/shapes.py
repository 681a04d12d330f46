"""Values of the model as rows of JSON (schema 1: grows only by new keys)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Entry
from hermes_mem.model.finding import Finding
from hermes_mem.model.store import Contents, Home, Snapshot
from hermes_mem.model.target import Target
from hermes_mem.model.text import mask

Row = dict[str, Any]


class Shown(NamedTuple):
    """An entry's text as it may be shown, and its findings with their spans in that text."""

    text: str
    findings: tuple[tuple[Finding, tuple[int, int] | None], ...]


def shown(entry: Entry, reveal: bool) -> Shown:
    """The entry with its secrets masked, unless the person asked for them."""
    masked = mask(entry.text, () if reveal else entry.secrets)
    return Shown(masked.text, tuple((f, f.span and masked.span(f.span)) for f in entry.findings))


def home_row(home: Home) -> Row:
    """What every row of a store begins with."""
    return {"store": home.name, "kind": home.kind, "home": str(home.path), "profile": home.profile, "why": home.why}


def store_row(snapshot: Snapshot, counted: Contents) -> Row:
    """A row of `stores`."""
    home = snapshot.home
    return home_row(home) | {
        "active": home.active,
        "targets": [target.name for target in snapshot.targets],
        "sessions": counted.sessions,
        "pending": counted.pending,
        "skills": counted.skills,
    }


def memory_row(snapshot: Snapshot, reveal: bool, limit: int | None) -> Row:
    """A store of `memory list`; `limit` is how many entries of each target are given, None for all."""
    return home_row(snapshot.home) | {
        "targets": [target_row(snapshot.home, target, reveal, limit) for target in snapshot.targets],
        "unloaded": snapshot.unloaded,
        "project": snapshot.project,
        "findings": [finding_row(snapshot.home, finding) for finding in snapshot.findings],
    }


def target_row(home: Home, target: Target, reveal: bool, limit: int | None) -> Row:
    """A target with its entries; `cut` counts those that `limit` left out."""
    entries = target.entries[:limit]
    return {
        "store": home.name,
        "target": target.name,
        "path": str(target.path),
        "state": target.state,
        **budget_numbers(target.budget),
        "percent": target.budget.percent,
        "over": target.budget.over,
        "enabled": target.enabled,
        "by_search": target.by_search,
        "linked_to": str(target.linked_to) if target.linked_to else None,
        "problem": target.problem,
        "entries": [entry_row(home, target.name, entry, reveal) for entry in entries],
        "cut": len(target.entries) - len(entries),
        "findings": [finding_row(home, finding) for finding in target.findings],
    }


def budget_numbers(budget: Budget) -> Row:
    """The numbers of a gauge, in the agent's unit, and where the limit comes from."""
    return {"used": budget.used, "limit": budget.limit, "unit": budget.unit, "limit_source": budget.source}


def budget_row(store: str, target: Target) -> Row:
    """A row of `budget`."""
    numbers = budget_numbers(target.budget)
    extra = {"percent": target.budget.percent, "over": target.budget.over, "state": target.state}
    return {"store": store, "target": target.name, **numbers, **extra, "entries": len(target.entries)}


def entry_row(home: Home, target: str, entry: Entry, reveal: bool) -> Row:
    """An entry; its text and the spans of its findings are masked alike."""
    visible = shown(entry, reveal)
    return {
        "store": home.name,
        "target": target,
        "id": entry.id,
        "text": visible.text,
        "size": entry.size,
        "created": _iso(entry.created),
        "last": _iso(entry.last),
        "category": entry.category,
        "project": entry.project,
        "copy_of": entry.copy_of,
        "blanked": list(entry.blanked),
        "left_out": entry.left_out,
        "findings": [finding_row(home, finding, span) for finding, span in visible.findings],
    }


def finding_row(home: Home, finding: Finding, span: tuple[int, int] | None = None) -> Row:
    """A finding of this store; `span` is where it lies in the text as shown, in code points."""
    place = {"target": finding.target, "file": finding.file}
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "store": home.name,
        **{key: value for key, value in place.items() if value is not None},
        "entry": finding.entry,
        "span": list(span) if span else None,
        "message": finding.message,
        "effect": finding.effect,
        "fix": finding.fix_in(home.path),
        "fingerprint": finding.fingerprint,
    }


def utc(time: datetime) -> str:
    """The time as all of JSON has it: ISO 8601 in UTC, with milliseconds."""
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None
