"""The blocks that Hermes puts into the system prompt of a session started now.

Follows hermes-agent 0.19.0 tools/memory_tool.py (`_render_block`, `_sanitize_entries_for_snapshot`) and
agent/system_prompt.py for the order and the switches.
"""

from __future__ import annotations

from collections.abc import Iterable

from hermes_mem.layouts.hermes.format import DELIMITER
from hermes_mem.layouts.hermes.paths import FILES
from hermes_mem.layouts.passages import RULE, TITLES, Passage, percent
from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Entry
from hermes_mem.model.store import Block, Snapshot
from hermes_mem.model.target import Target


def blocks(snapshot: Snapshot) -> list[Block]:
    """One block for each target that reaches the prompt, MEMORY first: none that is empty or switched off."""
    if snapshot.unloaded:
        return []
    return [block(target) for target in snapshot.targets if target.enabled and target.entries]


def block(target: Target) -> Block:
    """The text of one target, byte for byte; exact copies appear once, blanked entries as their placeholder."""
    entries = [entry for entry in target.entries if entry.copy_of is None]
    content = Passage.joined((_shown(entry, FILES[target.name]) for entry in entries), DELIMITER)
    whole = content.within(f"{RULE}\n{TITLES[target.name]} [{_usage(len(content.text), target.budget)}]\n{RULE}\n")
    return Block(target.name, whole.text, tuple(entry.id for entry in entries if entry.blanked), whole.secrets)


def _shown(entry: Entry, file: str) -> Passage:
    """A placeholder shows no secret."""
    return Passage(_placeholder(file, entry.blanked)) if entry.blanked else Passage(entry.text, entry.secrets)


def _placeholder(file: str, ids: Iterable[str]) -> str:
    return (
        f"[BLOCKED: {file} entry contained threat pattern(s): {', '.join(ids)}. "
        "Removed from system prompt; use memory(action=remove) to delete the original.]"
    )


def _usage(used: int, budget: Budget) -> str:
    """`used` counts the text as shown, placeholders included: not the same as what the budget counts."""
    limit = budget.limit if budget.exact is None else budget.exact
    return f"{percent(used, limit)}% — {used:,}/{limit:,} chars"
