"""Several of ours and several of the released agent's writers at once, on one file: nothing is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.history.records import Fate
from hermes_mem.layouts.hermes.format import decode, drifted, parse
from hermes_mem.model.plan import Add, Join, Move, Operation, Outcome, Remove, Reorder, Replace, Split
from hermes_mem.store.reading import find_homes, read
from hermes_mem.store.undoing import undo
from hermes_mem.store.writing import Order, apply
from tests.homes import HermesHome
from tests.real_client import needs_client, python, run_client

WRITERS = 4
"""Of each kind."""

CHANGES = int(os.environ.get("HERMES_MEM_TEST_CHANGES", "20"))
"""Of each writer."""

LIMIT = 1_000_000

OURS = """
import sys
from hermes_mem.disk.environment import Environment
from hermes_mem.model.plan import Add
from hermes_mem.store.reading import find_homes
from hermes_mem.store.writing import Order, apply

name, count = sys.argv[1], int(sys.argv[2])
env = Environment.here()
home = find_homes(env)[0]
sys.stdin.readline()
for number in range(count):
    assert apply(Order(home, [Add("memory", f"{name} says {number}")], "script", "a test"), env).changes
"""

THEIRS = f"""
import sys
from tools.memory_tool import MemoryStore

name, count = sys.argv[1], int(sys.argv[2])
store = MemoryStore(memory_char_limit={LIMIT}, user_char_limit={LIMIT})
store.load_from_disk()
sys.stdin.readline()
for number in range(count):
    result = store.add("memory", f"{{name}} says {{number}}")
    assert result["success"], result
"""

LOADED = f"""
from tools.memory_tool import MemoryStore

store = MemoryStore(memory_char_limit={LIMIT}, user_char_limit={LIMIT})
store.load_from_disk()
answer = {{"entries": list(store.memory_entries)}}
first, last = store.memory_entries[0], store.memory_entries[-1]
answer["replace"] = store.replace("memory", first, "replaced by the agent")
answer["remove"] = store.remove("memory", last)
"""


def started(interpreter: str, script: str, name: str, environ: dict[str, str], cwd: Path) -> subprocess.Popen[str]:
    command = [interpreter, "-c", script, name, str(CHANGES)]
    return subprocess.Popen(
        command, env=environ, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def roomy(home: HermesHome) -> HermesHome:
    return home.config(f"memory:\n  memory_char_limit: {LIMIT}\n  user_char_limit: {LIMIT}\n")


@needs_client
def test_nothing_is_lost_and_nothing_comes_twice(hermes_home: HermesHome, env: Environment) -> None:
    roomy(hermes_home).memory(b"there before")
    environ = {**os.environ, "HERMES_HOME": str(hermes_home.path)}
    kinds = {"ours": (sys.executable, OURS), "theirs": (python(), THEIRS)}
    writers = {
        f"{kind} {number}": started(*program, f"{kind} {number}", environ, hermes_home.path)
        for kind, program in kinds.items()
        for number in range(WRITERS)
    }
    for writer in writers.values():
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    failures = {name: writer.communicate()[1] for name, writer in writers.items()}
    assert {name: text for name, text in failures.items() if writers[name].returncode} == {}
    raw = (hermes_home.path / "memories/MEMORY.md").read_bytes()
    assert sorted(parse(raw)) == sorted(
        ["there before", *(f"{name} says {number}" for name in writers for number in range(CHANGES))]
    )
    assert not drifted(decode(raw), LIMIT)
    assert {path.name for path in (hermes_home.path / "memories").iterdir()} == {"MEMORY.md", "MEMORY.md.lock"}
    with History.opened(env.user_home / ".state/hermes-mem") as history:
        ours = [change.fate for change in history.changes() if change.about.actor == "script"]
    assert ours == [Fate.DONE] * (WRITERS * CHANGES)


@needs_client
def test_after_any_sequence_the_agent_reads_the_same_and_goes_on(hermes_home: HermesHome, env: Environment) -> None:
    luck = random.Random(7)
    for round_number in range(5):
        roomy(hermes_home).memory("\n§\n".join(f"fact {n}" for n in range(6)).encode()).user(
            b"likes tea\n\xc2\xa7\nlikes toast"
        )
        for _ in range(12):
            something(env, luck)
        memory = read(find_homes(env)[0], env).target("memory")
        assert memory is not None
        ours = [entry.text for entry in memory.entries]
        answer = run_client(LOADED, None, hermes_home.path)
        assert answer["entries"] == ours, round_number
        assert answer["replace"]["success"], answer["replace"]
        assert answer["remove"]["success"], answer["remove"]
        after = read(find_homes(env)[0], env).target("memory")
        assert after is not None
        assert [entry.text for entry in after.entries] == ["replaced by the agent", *ours[1:-1]]
        assert usage(answer["remove"]) == (after.budget.used, after.budget.limit)


def usage(result: dict[str, Any]) -> tuple[int, int]:
    """The numbers in the agent's own `12% — 34/1,000 chars`."""
    numbers = json.dumps(result["usage"], ensure_ascii=False).rpartition(" — ")[2].replace(",", "")
    used, _, limit = numbers.rpartition(" ")[0].partition("/")
    return int(used), int(limit)


def something(env: Environment, luck: random.Random) -> None:
    """One operation by luck, sometimes taken back; the memory keeps at least three entries."""
    home = find_homes(env)[0]
    entries = {target.name: [entry.id for entry in target.entries] for target in read(home, env).targets}
    one, two, *_ = luck.sample(entries["memory"], len(entries["memory"]))
    new = f"new {luck.random()}"
    choices: list[Operation] = [
        Add("memory", f"{new}\nsecond line"),
        Replace(one, f"{new} reworded"),
        Split(one, (f"{new} a", f"{new} b")),
        Reorder(one, luck.randrange(3)),
        Move(luck.choice(entries["user"]), "memory") if entries["user"] else Add("user", new),
    ]
    if len(entries["memory"]) > 3:
        choices += [Remove(one), Move(one, "user"), Join((one, two), f"{new} joined")]
    order = Order(home, [luck.choice(choices)], "you", "a test", allow=("empty", "shrink"))
    if apply(order, env).outcome is Outcome.APPLIED and luck.random() < 0.2:
        undo(home, env, actor="you")
