"""Keys that come faster than the screen: one that was meant for a dialog or a query must not become a command.

Textual 8.2.8 hands a key to the widget that has the focus when the key comes, be the key ahead of it about to open a
dialog or not; what that widget has no use for is then a command of whatever is on top.
"""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from textual.app import App
from textual.events import Key, Paste
from textual.screen import Screen
from textual.widget import Widget

PATIENCE = 1.0
"""Seconds after which a dialog that does not come is no longer waited for."""

Typed = Key | Paste


class Opening:
    """Between the key that asks for a dialog and the dialog; `below` is the screen that it will lie on."""

    def __init__(self, below: Screen[None]) -> None:
        self._below = below
        self._until = 0.0

    def begin(self) -> None:
        """A dialog was asked for."""
        self._until = monotonic() + PATIENCE

    def end(self) -> None:
        """No dialog comes, or it is there."""
        self._until = 0.0

    async def wait(self) -> None:
        """Return when the dialog can take keys; at once when none was asked for."""
        while monotonic() < self._until and not self._there():
            await asyncio.sleep(0.002)
        self.end()

    def _there(self) -> bool:
        top = self._below.app.screen
        return top is not self._below and top.is_mounted and (top.focused is not None or not top.focus_chain)


class Aim:
    """Notes where each key was sent, and sends it again when that is no longer where keys go."""

    def __init__(self, app: App[Any], opening: Opening) -> None:
        self._app = app
        self._opening = opening
        self._sent_to: WeakKeyDictionary[Typed, Widget | None] = WeakKeyDictionary()

    async def taken(self, event: Typed) -> Typed:
        """The event to handle: this one, or the same key anew."""
        if event.is_forwarded:
            await self._opening.wait()
            if self._sent_to.pop(event, self._here) is self._here:
                return event
            event = Key(event.key, event.character) if isinstance(event, Key) else Paste(event.text)
        self._sent_to[event] = self._here
        return event

    @property
    def _here(self) -> Widget | None:
        return self._app.focused or self._app.screen
