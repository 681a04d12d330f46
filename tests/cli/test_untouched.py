"""Looking changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Cli

READS = (
    ["stores"],
    ["stores", "--json"],
    ["memory", "list"],
    ["memory", "list", "--json"],
    ["memory", "list", "--full", "--reveal"],
    ["memory", "show", "a"],
    ["skills"],
    ["skills", "list", "--json"],
    ["skills", "find", "deploy"],
    ["skills", "show", "a"],
    ["budget"],
    ["status"],
    ["status", "--json"],
    ["prompt"],
    ["prompt", "--json"],
    ["tui", "--plain"],
    ["tui"],
)


def state(directory: Path) -> dict[str, tuple[object, ...]]:
    """Every file, directory and link below: kind and mode, size, times, inode, and the bytes or where it points."""
    seen: dict[str, tuple[object, ...]] = {}
    for path in [directory, *sorted(directory.rglob("*"))]:
        about = path.lstat()
        content = str(path.readlink()) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        seen[str(path)] = (about.st_mode, about.st_size, about.st_mtime_ns, about.st_ctime_ns, about.st_ino, content)
    return seen


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_read_leaves_the_home_as_it_was(cli: Cli, demo: Path, user_home: Path, command: list[str]) -> None:
    before = state(demo)
    cli(*command, "--store", str(demo), "--profile", "all")
    assert state(demo) == before
    kept = [path.relative_to(user_home) for path in user_home.rglob("*") if path.is_file()]
    assert {path.parent for path in kept} <= {Path(".local/state/hermes-mem")}, "in our own place alone"
    assert command[0] != "stores" or not kept, "it opens no store"
