"""What the keys of movement ask of a pane, be it a list or a text."""

from __future__ import annotations

from typing import Protocol


class Walkable(Protocol):
    """Something to move in."""

    def cursor_down(self) -> None:
        """A line or row down."""

    def cursor_up(self) -> None:
        """A line or row up."""

    def page_down(self) -> None:
        """A page down."""

    def page_up(self) -> None:
        """A page up."""

    def half_page_down(self) -> None:
        """Half a page down."""

    def half_page_up(self) -> None:
        """Half a page up."""

    def to_top(self) -> None:
        """To the beginning."""

    def to_bottom(self) -> None:
        """To the end."""
