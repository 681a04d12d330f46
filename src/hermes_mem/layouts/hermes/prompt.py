"""The blocks that Hermes puts into the system prompt of a session started now.

Follows hermes-agent 0.19.0 tools/memory_tool.py (`_render_block`, `_sanitize_entries_for_snapshot`) and
agent/system_prompt.py for the order and the switches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hermes_mem.layouts.hermes.format import DELIMITER
from hermes_mem.layouts.hermes.paths import FILES
from hermes_mem.model.budget import Budget
from hermes_mem.model.entry import Entry
from hermes_mem.model.store import Block, Snapshot
from hermes_mem.model.target import Target

TITLES = {"memory": "MEMORY (your personal notes)", "user": "USER PROFILE (who the user is)"}
RULE = "═" * 46


def blocks(snapshot: Snapshot) -> list[Block]:
    """One block for each target that reaches the prompt, MEMORY first: none that is empty or switched off."""
    if snapshot.unloaded:
        return []
    return [block(target) for target in snapshot.targets if target.enabled and target.entries]


def block(target: Target) -> Block:
    """The text of one target, byte for byte; exact copies appear once, blanked entries as their placeholder."""
    entries = [entry for entry in target.entries if entry.copy_of is None]
    shown = [_placeholder(FILES[target.name], entry.blanked) if entry.blanked else entry.text for entry in entries]
    content = DELIMITER.join(shown)
    head = f"{RULE}\n{TITLES[target.name]} [{_usage(len(content), target.budget)}]\n{RULE}\n"
    blanked = tuple(entry.id for entry in entries if entry.blanked)
    return Block(target.name, head + content, blanked, tuple(_secrets(entries, shown, len(head))))


def _secrets(entries: Iterable[Entry], shown: Iterable[str], start: int) -> Iterator[tuple[int, int]]:
    """Where the secrets of the entries lie in a block whose first text begins at `start`; a placeholder shows none."""
    for entry, text in zip(entries, shown, strict=True):
        if not entry.blanked:
            yield from ((start + begin, start + end) for begin, end in entry.secrets)
        start += len(text) + len(DELIMITER)


def _placeholder(file: str, ids: Iterable[str]) -> str:
    return (
        f"[BLOCKED: {file} entry contained threat pattern(s): {', '.join(ids)}. "
        "Removed from system prompt; use memory(action=remove) to delete the original.]"
    )


def _usage(used: int, budget: Budget) -> str:
    """`used` counts the text as shown, placeholders included: not the same as what the budget counts."""
    limit = budget.limit if budget.exact is None else budget.exact
    percent = min(100, int(used / limit * 100)) if limit > 0 else 0
    return f"{percent}% — {used:,}/{limit:,} chars"
