"""Entries about what went wrong, put together of their parts as the agent does."""

from __future__ import annotations

from hermes_mem.model.errors import Usage
from hermes_mem.model.plan import settled
from hermes_mem.model.store import Home
from hermes_mem.model.target import title_of
from hermes_mem.store.layouts import layout_of


def composed(
    home: Home,
    target: str,
    text: str,
    *,
    category: str | None = None,
    failed: str | None = None,
    tool_state: str | None = None,
    corrected_to: str | None = None,
) -> str:
    """The text of a new entry; among failures with its category, the ordinary one where none is named.

    Without a text there is no entry, whatever its parts. Raises Usage for a category that the agent does not know or
    that the text contradicts, and for any part in a memory whose entries have none.
    """
    parts = {"category": category, "failed": failed, "tool_state": tool_state, "corrected_to": corrected_to}
    entry = layout_of(home.kind).failure(target, settled(text), **parts)
    if entry is not None:
        return entry if settled(text) else ""
    if given := [f"--{name.replace('_', '-')}" for name, value in parts.items() if value is not None]:
        raise Usage(
            f"An entry of {title_of(target)} has no such parts: {', '.join(given)}.", "Failures of Pi have them."
        )
    return text
