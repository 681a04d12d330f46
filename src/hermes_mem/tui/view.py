"""What the desk asks of the view in sight."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.containers import Horizontal

from hermes_mem.tui.walking import Walkable


class View(Horizontal):
    """One of the six views. What one has no use for, it leaves as it is here: nothing happens.

    With `of_all_stores`, undo takes back the newest change of any store, not of the one whose memory was in sight last.
    """

    of_all_stores: ClassVar[bool] = False

    def take_focus(self) -> None:
        """Have the keys go to this view, which came into sight."""
        self.focus()

    def read_again(self) -> None:
        """Read anew what the view reads by itself."""

    def walk(self, act: Callable[[Walkable], None]) -> None:
        """Move in the pane that has the focus."""

    def scroll_detail(self, lines: int) -> None:
        """Scroll the text beside the list, up when negative."""

    def focus_pane(self, steps: int) -> None:
        """Go to another pane, round the end."""

    @property
    def filtering(self) -> bool:
        """Whether letters go to a filter."""
        return False

    async def step_out(self) -> None:
        """One step out; at the top nothing happens."""
