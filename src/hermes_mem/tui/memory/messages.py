"""What the Memory view has to say to the desk; apart, so that the desk is up before the view is even loaded."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message


class SightChanged(Message):
    """Another memory is in sight, or what can be done in it has changed."""


@dataclass
class CopyWanted(Message):
    """The person wants this text on the clipboard; `entries` says how many it holds, 0 for a command."""

    text: str
    entries: int


@dataclass
class BoardChosen(Message):
    """The person chose the board, or the single list: worth remembering."""

    board: bool
