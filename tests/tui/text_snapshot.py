"""Screens kept as text files, so that a change of what a person reads is a readable difference."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

DIRECTORY = Path(__file__).parent / "snapshots"
UPDATE = "--update-text-snapshots"


class TextSnapshots:
    """Compares screens with what was accepted before; `update` accepts what is there now."""

    directory = DIRECTORY

    def __init__(self, *, update: bool) -> None:
        self._update = update

    def check(self, name: str, text: str) -> None:
        """Raises AssertionError with a unified diff when `text` is not what the file of this name holds."""
        path = DIRECTORY / f"{name}.txt"
        now = text.rstrip("\n") + "\n"
        if self._update:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(now.encode())
            return
        assert path.exists(), f"There is no snapshot {path.name}; pytest {UPDATE} writes it."
        accepted = path.read_bytes().decode()
        if now != accepted:
            lines = difflib.unified_diff(accepted.splitlines(), now.splitlines(), "accepted", "now", lineterm="", n=2)
            raise AssertionError(f"{path.name}: look, then pytest {UPDATE} accepts it.\n" + "\n".join(lines))


def masked(text: str, home: Path) -> str:
    """The text without what differs between two runs: the random end of the home's name, also where it was cut off."""
    parent, name = os.path.split(home)
    start, _, random = name.rpartition("-")
    return re.sub(
        re.escape(f"{parent}/{start}-") + f"(\\w{{1,{len(random)}}})",
        lambda found: found[0][: -len(found[1])] + "x" * len(found[1]),
        text,
    )
