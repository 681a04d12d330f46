"""What goes to the clipboard, and by which way, told on the flash line."""

from __future__ import annotations

from asyncio import to_thread
from typing import TYPE_CHECKING

from hermes_mem.tui import clipboard
from hermes_mem.tui.memory.facts import number_of
from hermes_mem.tui.memory.messages import COMMAND, CopyWanted

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

BY_TERMINAL = "through the terminal (OSC 52), which not every one takes"


async def copy(desk: DeskScreen, wanted: CopyWanted) -> None:
    """Copy by a program, which may take its time, and through the terminal as well."""
    tool = await to_thread(clipboard.copy, wanted.text, desk.session.env.environ)
    desk.app.copy_to_clipboard(wanted.text)
    what = number_of(wanted.entries, "entry", "entries") if wanted.entries else wanted.what
    masked = "" if desk.memory.desired.reveal or what == COMMAND else ", secrets masked"
    desk.say(f"Copied {what} {f'with {tool}' if tool else BY_TERMINAL}{masked}.")


def copy_selection(desk: DeskScreen) -> None:
    """Copy the text selected with the mouse, or say what copies without one."""
    if selected := desk.get_selected_text():
        desk.app.copy_to_clipboard(selected)
        desk.say(f"Copied the selection {BY_TERMINAL}.")
    else:
        desk.say("Nothing is selected. y copies the entry, q quits.")
