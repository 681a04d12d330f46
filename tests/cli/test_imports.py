"""What a command imports: the start is quick because of what is left alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hermes_mem.cli.registry import NOUNS

PROBE = """
import sys
{before}
from hermes_mem.__main__ import answer
code = answer({arguments!r})
print("\\n".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""

SCREEN = {"textual", "rich"}


def imported(home: Path, *arguments: str, before: str = "") -> set[str]:
    """Names of all modules that a run in a fresh interpreter has imported."""
    env = {"HOME": str(home), "PATH": os.environ["PATH"]}
    command = [sys.executable, "-c", PROBE.format(arguments=list(arguments), before=before)]
    ran = subprocess.run(command, capture_output=True, env=env, text=True, check=True)
    return set(ran.stderr.split())


@pytest.mark.parametrize(
    "command",
    [
        "memory list --json",
        "memory list",
        "skills list",
        "skills find deploy --json",
        "budget",
        "status",
        "stores",
        "prompt",
        "--help",
        "config show",
    ],
)
def test_no_command_imports_a_screen(user_home: Path, home: Path, command: str) -> None:
    assert imported(user_home, *command.split()) & SCREEN == set()


def test_a_command_imports_its_own_noun_alone(user_home: Path, home: Path) -> None:
    modules = imported(user_home, "memory", "list", "--json")
    assert [n.name for n in NOUNS if n.module in modules] == ["memory"]
    assert not any(name.startswith(("hermes_mem.tui", "hermes_mem.demo")) for name in modules)


SETTLED = "import hermes_mem.history.stamps as stamps; stamps.SETTLED = 0"
"""Where a person's files lie as they are for days, those of a test were written just now."""


def test_the_history_is_not_opened_as_long_as_no_file_was_touched(user_home: Path, home: Path) -> None:
    first, second = (imported(user_home, "memory", "list", before=SETTLED) for _ in range(2))
    assert {"sqlite3", "hermes_mem.history.history"} <= first
    assert not {"sqlite3", "hermes_mem.history.history"} & second
    (home / "memories/MEMORY.md").write_text("New.")
    assert "sqlite3" in imported(user_home, "memory", "list", before=SETTLED)


def test_help_imports_no_noun(user_home: Path, home: Path) -> None:
    modules = imported(user_home, "--help")
    assert [n.name for n in NOUNS if n.module in modules] == []


def test_the_version_is_told_by_almost_nothing(user_home: Path) -> None:
    modules = imported(user_home, "--version")
    command = [sys.executable, "-c", "import sys; print(*sys.modules)"]
    extra = modules - set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert {name for name in extra if not name.startswith("hermes_mem")} <= {"__future__", "gc"}
    assert "hermes_mem.cli" not in extra
