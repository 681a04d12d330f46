"""What opens over the desk: the palette, the memories, the themes, the help and the first start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hermes_mem.model import plan
from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.registry import show_key
from hermes_mem.tui.memory.messages import MoveWanted
from hermes_mem.tui.screens.first_start import FirstStart
from hermes_mem.tui.screens.help import Help
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.screens.targets import target_choices
from hermes_mem.tui.session import Leave
from hermes_mem.tui.themes import described
from hermes_mem.tui.widgets.glyphs import own

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen


async def choose_command(desk: DeskScreen) -> None:
    """Find a command by name and run it; those that only move the cursor come last."""
    commands = sorted(desk.registry.in_view(desk.view), key=lambda command: command.group == "Move")
    choices = [_command_choice(desk, command) for command in commands]
    picker = Picker("Commands", choices, prompt="type what you want to do", glyphs=desk.session.glyphs)
    chosen = await desk.app.push_screen_wait(picker)
    if chosen is not None:
        await desk.action_command(chosen)


def _command_choice(desk: DeskScreen, command: Command) -> Choice:
    reason = command.unavailable(desk.place_of(command))
    title = command.title or command.label
    name = title[:1].upper() + title[1:]
    keys = desk.registry.keys(command)
    return Choice(
        command.id, own(name), reason or command.help, show_key(keys[0]) if keys else "", dim=reason is not None
    )


async def choose_target(desk: DeskScreen) -> None:
    """Go to a memory of any store."""
    here = desk.memory.here
    picker = Picker(
        "Go to",
        target_choices(desk.memory.target_rows, desk.session.short),
        current=here.key if here else None,
        prompt="store, profile or memory",
        glyphs=desk.session.glyphs,
    )
    chosen = await desk.app.push_screen_wait(picker)
    if chosen is not None:
        desk.show_view("memory")
        desk.memory.go_to(chosen)


async def choose_theme(desk: DeskScreen) -> None:
    """Try colours on as the cursor moves; stepping out brings the old ones back."""
    before = desk.app.theme

    def preview(name: str) -> None:
        desk.app.theme = name

    choices = [Choice(name, name, sentence) for name, sentence in described(desk.app.available_themes)]
    picker = Picker("Theme", choices, current=before, prompt="a name", on_move=preview, glyphs=desk.session.glyphs)
    chosen = await desk.app.push_screen_wait(picker)
    desk.app.theme = chosen or before
    if chosen is not None:
        desk.remember(theme=chosen)
        configured = desk.session.settings.ui.theme
        later = f" for now; config.toml says {configured} for the next start" if configured else ""
        desk.say(f"The theme is {chosen}{later}.")


async def show_help(desk: DeskScreen) -> None:
    """Show the keys of the view in sight."""
    await desk.app.push_screen_wait(Help(desk.registry, desk.view))


async def welcome(desk: DeskScreen) -> None:
    """The very first time: say what was found and what will not happen to it."""
    before = desk.app.theme
    answer = await desk.app.push_screen_wait(FirstStart(desk.snapshots, desk.session))
    if answer == "start":
        chosen = desk.app.theme if desk.app.theme != before else desk.session.remembered.theme
        desk.remember(welcomed=True, theme=chosen)
    else:
        desk.app.exit(Leave.FOR_DEMO if answer == "demo" else Leave.FOR_GOOD)


async def move(desk: DeskScreen, wanted: MoveWanted) -> None:
    """Ask for the memory that entries shall go to, and move them there."""
    here = desk.memory.here
    if here is None:
        return
    rows = {row.key: row for row in desk.memory.target_rows if row.key != here.key}
    picker = Picker(
        f"Move {len(wanted.entries)} to",
        target_choices(rows.values(), desk.session.short),
        prompt="store, profile or memory",
        glyphs=desk.session.glyphs,
    )
    chosen = await desk.app.push_screen_wait(picker)
    if chosen is not None:
        row = rows[chosen]
        home = row.home if row.home != here.home else None
        place = row.target.title if home is None else f"{row.target.title} of {row.home.name}"
        moves = [plan.Move(entry.id, row.target.name, home) for entry in wanted.entries]
        desk.memory.want(moves, f"moved {len(moves)} from {here.target.title} to {place}")
