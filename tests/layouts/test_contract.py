"""Only the packages of `layouts` know how an agent spells its store; import-linter cannot see words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hermes_mem
from hermes_mem.layouts import LAYOUTS
from hermes_mem.layouts.delimited import DELIMITER
from hermes_mem.layouts.hermes import paths as hermes_paths
from hermes_mem.layouts.pi import memory_table
from hermes_mem.layouts.pi import paths as pi_paths
from hermes_mem.layouts.pi import writing as pi_writing

SOURCE = Path(hermes_mem.__file__).parent
FREE = {
    "layouts": "the one place",
    "demo": "it writes the files of invented homes",
    "guards": "its tables are about texts that look like an agent's own marks",
}
NAMES = {
    *hermes_paths.FILES.values(),
    *pi_paths.FILES.values(),
    *pi_paths.SIGNS,
    f"{hermes_paths.MEMORIES}/",
    pi_paths.PENDING_MOVE,
    memory_table.FILE,
    pi_writing.LOCKS,
    "project64",
    "mutation:",
    "config.yaml",
    "active_profile",
    "HERMES_HOME",
    "PI_CODING_AGENT_DIR",
    ".pi",
    ".hermes",
}
WHOLE = {hermes_paths.MEMORIES}
"""Ordinary words, which are names only when nothing else stands in the text."""

NAMED = re.compile(r"(?<![\w.-])(?:" + "|".join(map(re.escape, sorted(NAMES))) + r")(?![\w-])")


def files() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.relative_to(SOURCE).parts[0] not in FREE]


def words(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text in the code, with its line; docstrings and texts that stand for themselves are for readers."""
    spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in spoken:
            yield node.lineno, node.value


def broken(source: str) -> list[str]:
    """What in this source names a path or the delimiter of an agent, with its line."""
    found = words(ast.parse(source))
    return [f"{line}: {text!r}" for line, text in found if NAMED.search(text) or text in WHOLE or DELIMITER in text]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_above_names_a_path_or_a_delimiter_of_an_agent(path: Path) -> None:
    assert broken(path.read_text("utf-8")) == []


def test_both_faces_and_every_floor_are_looked_at() -> None:
    looked_at = {path.relative_to(SOURCE).parts[0] for path in files()}
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages - looked_at == FREE.keys()


@pytest.mark.parametrize("line", ['x = home / "memories"', 'y = "a\\n§\\nb"', 'z = f"~/.pi/agent/{x}"'])
def test_the_check_sees_what_it_looks_for(line: str) -> None:
    assert len(broken(line)) == 1


def test_a_docstring_may_name_it() -> None:
    assert broken('"""In MEMORY.md."""\nx = 1\n"""Of ~/.hermes."""') == []


def test_every_kind_has_what_a_layout_needs() -> None:
    """`mypy` compares the functions; this finds the one that is loaded late and is not there."""
    from hermes_mem.layouts.base import Layout

    needed = {name for name in (*Layout.__annotations__, *vars(Layout)) if not name.startswith("_")}
    for kind, layout in LAYOUTS.items():
        assert kind == layout.KIND
        assert {name for name in needed if not hasattr(layout, name)} == set()
