"""Entries that stand in a target once more."""

from __future__ import annotations

from dataclasses import replace

from hermes_mem.layouts.file_checks import duplicate_finding
from hermes_mem.model.entry import Entry


def copied(entry: Entry, target: str, entry_id: str, agent: str, of: str | None = None) -> Entry:
    """The entry once more under an id of its own, a copy of the one with the id `of`, else of the very one given.

    It is not scanned anew: its findings are those of the entry, at its own place.
    """
    original = of or entry.id
    found = (duplicate_finding(original, agent), *entry.findings)
    findings = tuple(replace(finding, target=target, entry=entry_id) for finding in found)
    return replace(entry, id=entry_id, copy_of=original, findings=findings)
