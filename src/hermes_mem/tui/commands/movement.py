"""Moving in whatever is in sight: the same keys in every list and text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.tui.commands.command import Command

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen


class Movement(Command):
    """A move of the cursor, or of a text."""

    group = "Move"


class MoveDown(Movement):
    """Move to the next row."""

    id, label, keys, key_label, footer = "list.down", "move", ("j", "down"), "jk", True
    title = "down"

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.cursor_down())


class MoveUp(Movement):
    """Move to the row before."""

    id, label, keys = "list.up", "up", ("k", "up")

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.cursor_up())


class PageDown(Movement):
    """Move a page down."""

    id, label, keys = "list.page-down", "page down", ("pagedown",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.page_down())


class PageUp(Movement):
    """Move a page up."""

    id, label, keys = "list.page-up", "page up", ("pageup",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.page_up())


class HalfPageDown(Movement):
    """Move half a page down."""

    id, label, keys = "list.half-page-down", "half page down", ("ctrl+d",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.half_page_down())


class HalfPageUp(Movement):
    """Move half a page up."""

    id, label, keys = "list.half-page-up", "half page up", ("ctrl+u",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.half_page_up())


class Top(Movement):
    """Move to the first row."""

    id, label, keys = "list.top", "top", ("home",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.to_top())


class Bottom(Movement):
    """Move to the last row."""

    id, label, keys = "list.bottom", "bottom", ("G", "end")

    def run(self, at: DeskScreen) -> None:
        at.in_sight.walk(lambda pane: pane.to_bottom())


class ScrollDetailDown(Movement):
    """Scroll the text beside the list down."""

    id, label, keys = "detail.down", "scroll text down", ("J",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.scroll_detail(1)


class ScrollDetailUp(Movement):
    """Scroll the text beside the list up."""

    id, label, keys = "detail.up", "scroll text up", ("K",)

    def run(self, at: DeskScreen) -> None:
        at.in_sight.scroll_detail(-1)


MOVE: tuple[Movement, ...] = (
    MoveDown(),
    MoveUp(),
    PageDown(),
    PageUp(),
    HalfPageDown(),
    HalfPageUp(),
    Top(),
    Bottom(),
    ScrollDetailDown(),
    ScrollDetailUp(),
)
