"""`hermes-mem prompt`: what the model gets."""

from __future__ import annotations

import typer

from hermes_mem.cli import output, reading
from hermes_mem.cli.memory import TargetOption
from hermes_mem.cli.options import How, Where, takes
from hermes_mem.model.store import Block, Snapshot
from hermes_mem.model.text import mask, safe_line
from hermes_mem.store.reading import prompt_blocks

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

BETWEEN = "\n\n"
"""What stands between two blocks (hermes-agent 0.19.0 agent/system_prompt.py)."""

VISIBLE = "A running session sees a change after its next new session or compaction."


@app.command()
@takes
def prompt(where: Where, how: How, target: TargetOption = None) -> int:
    """Print what the model gets, byte for byte.

    Secrets are masked unless --reveal is given; stderr says so when that changes a byte.
    """
    stores = reading.asked(where, target)
    if how.json:
        blocks = [row for store in stores for row in _rows(store, how.reveal)]
        searched = [{"store": s.home.name, "target": t.name} for s in stores for t in s.targets if t.by_search]
        output.document(blocks=blocks, searched=searched, visible=VISIBLE)
    else:
        _print(_one(stores), how.reveal)
    return reading.finish(stores)


def _rows(store: Snapshot, reveal: bool) -> list[dict[str, object]]:
    return [
        {
            "store": store.home.name,
            "target": block.target,
            "text": _shown(block, reveal),
            "blocked": list(block.blocked),
        }
        for block in prompt_blocks(store)
    ]


def _shown(block: Block, reveal: bool) -> str:
    """The block, with six bullets for each secret unless the person asked for them."""
    return mask(block.text, () if reveal else block.secrets).text


def _one(stores: list[Snapshot]) -> Snapshot:
    """The store whose agent would start now: the bytes of two stores behind one another would be nobody's prompt."""
    store = next((store for store in stores if store.home.active), stores[0])
    if len(stores) > 1:
        others = "--profile NAME or --store PATH gives another one, --json all of them."
        output.note(f"This is the prompt of {safe_line(store.home.name)}; {others}")
    return store


def _print(store: Snapshot, reveal: bool) -> None:
    blocks = prompt_blocks(store)
    exact = BETWEEN.join(block.text for block in blocks)
    text = BETWEEN.join(_shown(block, reveal) for block in blocks)
    output.exact(text)
    if not blocks:
        output.note(f"{safe_line(store.home.name)} adds nothing to the prompt.")
    if searched := [target.title for target in store.targets if target.by_search and target.entries]:
        output.note(
            f"Found by search only, and in no prompt: {safe_line(', '.join(searched))}. "
            "What tells the model to search is the agent's own text, and not shown here."
        )
    if text != exact:
        output.note("Secrets are masked here; --reveal gives the bytes that the model gets.")
    output.note(VISIBLE)
