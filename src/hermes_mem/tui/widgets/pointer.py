"""What the mouse does to a list: a click puts the cursor, a second one chooses, a drag draws a range."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual import events

if TYPE_CHECKING:
    from hermes_mem.tui.widgets.virtual_list import VirtualList

ELSEWHERE = -1
"""Where the button went down when its release shall choose nothing."""


class Pointer:
    """Between a button that goes down on a list and its release; `had_focus` is whether the click found it focused.

    A click that only brings the focus chooses nothing. In a list that belongs to a query, the first click chooses.
    """

    def __init__(self, over: VirtualList[Any]) -> None:
        self._list = over
        self._pressed: int | None = None
        self.had_focus = False

    def down(self, event: events.MouseDown) -> None:
        """Put the cursor under the pointer and wait for what comes: release or drag."""
        index = self._row_at(event)
        if event.button != 1 or index is None:
            return
        chooses = not self._list.can_focus or (self.had_focus and index == self._list.cursor)
        self._pressed = index if chooses else ELSEWHERE
        self._list.capture_mouse()
        self._list.move_to(index)

    def move(self, event: events.MouseMove) -> None:
        """Draw a range while the button is held, and scroll at the edges."""
        if self._pressed is None or not self._list.markable or not self._list.rows:
            return
        height = self._list.scrollable_content_region.height
        index = self._index(max(-1, min(event.get_content_offset_capture(self._list).y, height)))
        if index != self._list.cursor:
            self._pressed = ELSEWHERE
            self._list.extend_to(index)

    def up(self) -> None:
        """End a range, or choose the row when the cursor was already there."""
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        self._list.release_mouse()
        if self._list.ranging:
            self._list.end_range()
        elif pressed == self._list.cursor:
            self._list.choose()

    def _row_at(self, event: events.MouseEvent) -> int | None:
        offset = event.get_content_offset(self._list)
        if offset is None:
            return None
        index = self._index(offset.y)
        return index if index < len(self._list.rows) else None

    def _index(self, line: int) -> int:
        return (line + self._list.scroll_offset.y) // self._list.row_height
