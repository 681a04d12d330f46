"""What opens over the desk and goes again."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """Is closed once: a key that was pressed twice, faster than it goes, finds it gone already."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close it with a result, unless it is closed."""
        return super().dismiss(result) if self.is_current else AwaitComplete()
