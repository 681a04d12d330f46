"""Against the released agent: what it makes of a file, we make of it."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from hermes_mem.disk.environment import Environment
from hermes_mem.model.store import Home
from hermes_mem.model.target import State
from hermes_mem.store.reading import prompt_blocks, read
from tests.homes import HermesHome
from tests.layouts.generated import everything
from tests.real_client import needs_client, run_client

GENERATED = 600

ASK = r"""
import base64, os, re
from pathlib import Path
from tools.memory_tool import MemoryStore

def sort_hidden(block):
    # The agent lists several hidden characters in the order of a set of strings, which changes from run to run.
    several = r"invisible_unicode_U\+[0-9A-F]+(?:, invisible_unicode_U\+[0-9A-F]+)+"
    return block and re.sub(several, lambda found: ", ".join(sorted(found[0].split(", "))), block)

def ask(number, target, raw):
    home = Path(f"case-{number}").absolute()
    (home / "memories").mkdir(parents=True)
    name = {"memory": "MEMORY.md", "user": "USER.md"}[target]
    (home / "memories" / name).write_bytes(base64.b64decode(raw))
    os.environ["HERMES_HOME"] = str(home)
    store = MemoryStore()
    try:
        store.load_from_disk()
    except UnicodeDecodeError as error:
        return {"undecodable": error.start}
    entries = store._entries_for(target)
    shown = store._sanitize_entries_for_snapshot(entries, name)
    return {
        "entries": entries,
        "used": store._char_count(target),
        "usage": store._success_response(target)["usage"],
        "blanked": [old for old, new in zip(entries, shown) if old != new],
        "block": sort_hidden(store.format_for_system_prompt(target)),
        "drift": store._detect_external_drift(target) is not None,
    }

answer = [ask(*case) for case in payload]
"""


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, bytes, dict[str, Any]]]:
    """Target, bytes and the agent's answer for every file, from a single process; each file is asked as one target."""
    cases = [("user" if number % 4 == 3 else "memory", raw) for number, raw in enumerate(everything(GENERATED))]
    payload = [(number, target, b64encode(raw).decode()) for number, (target, raw) in enumerate(cases)]
    found = run_client(ASK, payload, tmp_path_factory.mktemp("client"))
    return [(target, raw, answer) for (target, raw), answer in zip(cases, found, strict=True)]


@needs_client
def test_every_file_reads_as_the_agent_reads_it(
    answers: list[tuple[str, bytes, dict[str, Any]]], tmp_path: Path, env: Environment
) -> None:
    """Entries, usage, drift, blanked entries and the prompt block, over vectors, corpus and generated files."""
    home = HermesHome(tmp_path / "home")
    for target, raw, answer in answers:
        other = "USER.md" if target == "memory" else "MEMORY.md"
        (home.path / "memories" / other).unlink(missing_ok=True)
        (home.memory if target == "memory" else home.user)(raw)
        assert ours(home.path, target, env) == answer, raw
    assert len(answers) >= GENERATED


def ours(path: Path, name: str, env: Environment) -> dict[str, Any]:
    """Our answer to the same question."""
    snapshot = read(Home("hermes", path, "default", "test"), env)
    target = snapshot.target(name)
    assert target is not None
    if target.state is State.UNDECODABLE:
        assert prompt_blocks(snapshot) == []
        return {"undecodable": int(str(target.problem).partition("offset ")[2].partition(",")[0])}
    originals = [entry for entry in target.entries if entry.copy_of is None]
    block = next((block for block in prompt_blocks(snapshot)), None)
    budget = target.budget
    assert block is None or [entry.id for entry in originals if entry.blanked] == list(block.blocked)
    return {
        "entries": [entry.text for entry in originals],
        "used": budget.used,
        "usage": f"{budget.percent}% — {budget.used:,}/{budget.limit:,} chars",
        "blanked": [entry.text for entry in originals if entry.blanked],
        "block": block.text if block else None,
        "drift": target.state is State.DRIFTED,
    }
