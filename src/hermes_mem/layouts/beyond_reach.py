"""How a person looks for a text where nobody here does: commands in which TEXT stands for it."""

from __future__ import annotations

from pathlib import Path
from shlex import quote


def among_messages(database: Path) -> str:
    """In the messages of a database of sessions, which is only read."""
    statement = "SELECT session_id, timestamp FROM messages WHERE instr(content, 'TEXT')"
    return f'sqlite3 {quote(f"{database.as_uri()}?mode=ro")} "{statement}"'


def below(directory: Path) -> str:
    """In the files of a directory."""
    return f"grep -rlF TEXT {quote(str(directory))}"
