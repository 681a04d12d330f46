"""What every message of a list has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from hermes_mem.tui.widgets.virtual_list import VirtualList


class ListMessage(Message):
    """What a list has to say; of a burst only the last counts."""

    def __init__(self, control: VirtualList[Any]) -> None:
        super().__init__()
        self._control = control

    @property
    def control(self) -> VirtualList[Any]:
        """The list that sent it."""
        return self._control

    def can_replace(self, message: Message) -> bool:
        """Whether this one is outdated by `message`, which came after it."""
        return type(message) is type(self) and isinstance(message, ListMessage) and message.control is self.control
