"""The full-screen application."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from hermes_mem.config.crash import report
from hermes_mem.config.places import config_file
from hermes_mem.tui import themes
from hermes_mem.tui.ahead import Aim
from hermes_mem.tui.commands.change import CHANGE
from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.everywhere import EVERYWHERE
from hermes_mem.tui.commands.health import HEALTH
from hermes_mem.tui.commands.history import HISTORY
from hermes_mem.tui.commands.memory import LOOK, MARK, TARGETS
from hermes_mem.tui.commands.movement import MOVE
from hermes_mem.tui.commands.registry import Registry
from hermes_mem.tui.screens.desk import desk_screen
from hermes_mem.tui.session import Leave, Session
from hermes_mem.tui.thrift import ThriftyApp
from hermes_mem.tui.widgets.glyphs import ASCII, use

COMMANDS: tuple[Command, ...] = (*MOVE, *TARGETS, *MARK, *CHANGE, *LOOK, *HEALTH, *HISTORY, *EVERYWHERE)
"""Every command of every view: the keymap, the palette, the help and the docs table are made from it."""


class Fault(Exception):
    """A fault of ours that ended the screen: it goes to the log, and the person sees one sentence."""

    def __init__(self, cause: Exception) -> None:
        reported = report(cause)
        super().__init__(f"{reported.message}\n  {reported.hint}")
        self.__cause__ = cause

    def __rich__(self) -> Text:
        """What is printed once the terminal is its old self again."""
        return Text(f"hermes-mem: {self}")


class AsciiScrollBar(ScrollBarRender):
    """Ends at whole cells."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "]
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "]


class HermesMem(ThriftyApp[Leave]):
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "hermes_mem.tcss"
    TITLE = "hermes-mem"
    BINDINGS: ClassVar[list[BindingType]] = []
    HORIZONTAL_BREAKPOINTS = [(0, "-sliver"), (20, "-tiny"), (60, "-narrow"), (100, "-wide"), (160, "-huge")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-sunk"), (8, "-lowest"), (12, "-flat"), (16, "-short"), (30, "-tall")]  # noqa: RUF012

    def __init__(self, session: Session, *, theme: str | None = None) -> None:
        """`theme` is for this run, before the configured one, the one chosen last and our own."""
        colourless = themes.no_color(session.env.environ)
        os.environ.pop("NO_COLOR", None)  # Textual would grey all colours, even for a NO_COLOR that is empty.
        super().__init__(ansi_color=True if colourless else None)
        self.session = session
        self.set_class(session.glyphs is ASCII, "-ascii")
        use(session.glyphs)
        ScrollBar.renderer = AsciiScrollBar if session.glyphs is ASCII else ScrollBarRender
        self.animation_level = "none"
        session.problems += themes.register(self, config_file(session.env).parent / "themes")
        self.desk = desk_screen(session, Registry(COMMANDS, session.settings.keys))
        self._aim = Aim(self, self.desk.opening)
        self._begin_with(self._wanted(theme))

    def _begin_with(self, theme: str) -> None:
        """Take a theme before anything is styled: assigning it would have everything parsed and painted again."""
        if self.available_themes[theme].ansi:
            self.theme = theme  # Textual must also let the terminal's own colours through.
            return
        self.set_reactive(HermesMem.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())

    def _wanted(self, theme: str | None) -> str:
        if themes.no_color(self.session.env.environ):
            return themes.PLAIN
        for name in (theme, self.session.settings.ui.theme, self.session.remembered.theme):
            if name in self.available_themes:
                return name
            if name is not None:
                self.session.problems.append(f"There is no theme {name}; the palette has a list.")
        return themes.DEFAULT

    def _handle_exception(self, error: Exception) -> None:
        """Textual would print its traceback with the values of variables, and those hold text of a store."""
        if self._exception is None:
            super()._handle_exception(Fault(error))

    def on_ready(self) -> None:
        """The frame is painted. The command line runs without the collector; from here on there is garbage."""
        self.desk.read_stores()
        gc.freeze()
        gc.enable()
        if not self.is_headless:
            self._end_in_order()

    def _end_in_order(self) -> None:
        """A closed terminal or a kill leaves by the door, so that the file of an open editor goes too."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(number, self.exit, None, 128 + number)

    async def on_event(self, event: events.Event) -> None:
        """Keys typed ahead of a dialog or a query go there: on the desk they would be commands."""
        if isinstance(event, (events.Key, events.Paste)):
            event = await self._aim.taken(event)
        await super().on_event(event)

    def get_default_screen(self) -> Screen[None]:
        """The desk is the first screen: one below it would be made and painted for nothing."""
        return self.desk
