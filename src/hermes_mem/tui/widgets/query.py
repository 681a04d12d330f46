"""The line into which one types what to look for."""

from __future__ import annotations

from textual.widgets import Input

from hermes_mem.model.text import safe_line


class Query(Input):
    """Shows whatever is pasted as it shows any text: Textual 8.2.8 sends an escape sequence in it to the terminal."""

    def __init__(self, placeholder: str, id: str) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True)

    def validate_value(self, value: str) -> str:
        """The text as rows show it too, so that it finds them."""
        return safe_line(value)
