"""`python -m tests.readme` writes the parts of README.md that are made from the program, so that they cannot drift."""

from __future__ import annotations

import re
from pathlib import Path

from hermes_mem.tui.app import COMMANDS
from hermes_mem.tui.commands.registry import Registry, show_key

README = Path(__file__).parents[1] / "README.md"


def keys_table() -> str:
    """Every command of the full screen with its keys, its id and what it does."""
    registry = Registry(COMMANDS)
    rows = ["| keys | what it does | id |", "|---|---|---|"]
    for command in registry.commands:
        keys = " ".join(f"`{show_key(key)}`" for key in registry.keys(command)) or "in `:`"
        rows.append(f"| {keys} | {command.help} | `{command.id}` |")
    return "\n".join(rows)


def section(name: str, text: str) -> str:
    """The text between the marks of a part of the README."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- /{name} -->", text, re.DOTALL)
    assert found, f"README.md has no part {name}"
    return found[1].strip()


def with_section(name: str, content: str, text: str) -> str:
    """The README with a part made anew."""
    pattern = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
    return re.sub(pattern, lambda found: f"{found[1]}{content}\n{found[2]}", text, flags=re.DOTALL)


def main() -> None:
    """Writes the table of keys."""
    README.write_text(with_section("keys", keys_table(), README.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
