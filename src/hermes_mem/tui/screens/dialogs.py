"""What opens over the desk: the palette, the memories, the themes, the help and the first start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported
from textual.worker import WorkerFailed

from hermes_mem.model import plan
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.target import Target
from hermes_mem.model.text import safe
from hermes_mem.tui.commands.command import Command
from hermes_mem.tui.commands.registry import show_key
from hermes_mem.tui.memory.drawing import TargetRow
from hermes_mem.tui.memory.facts import Role
from hermes_mem.tui.memory.messages import ChangeWanted, EditWanted, MoveWanted, Task, Written
from hermes_mem.tui.screens.editor import Editor, Writing
from hermes_mem.tui.screens.first_start import FirstStart
from hermes_mem.tui.screens.help import Help
from hermes_mem.tui.screens.picker import Choice, Picker
from hermes_mem.tui.screens.targets import target_choices
from hermes_mem.tui.session import Leave
from hermes_mem.tui.themes import described

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
    return Choice(command.id, name, reason or command.help, show_key(keys[0]) if keys else "", dim=reason is not None)


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


async def write(desk: DeskScreen, wanted: EditWanted) -> None:
    """Have a text written, and the change it makes applied; a text that is left stays as a draft."""
    here = desk.memory.here
    if here is None:
        return
    draft = f"{here.key}/{wanted.task.value}/{','.join(entry.id for entry in wanted.entries)}"
    writing = _writing(here, wanted, desk.drafts.get(draft), late=desk.session.settings.hermes_rules == "late")
    begun = "\n".join(entry.text for entry in wanted.entries)
    if wanted.outside:
        done, text = await _written_outside(desk, writing.text)
    else:
        done, text = await desk.app.push_screen_wait(Editor(writing, desk.session.glyphs))
    desk.drafts.pop(draft, None)
    if text in ("", begun) and wanted.task is not Task.JOIN:
        return
    desk.drafts[draft] = text
    if not done:
        desk.say("The draft is kept until you quit; the same key opens it again.")
        return
    operations, summary = _written(wanted, text, here.target)
    known = frozenset(entry.text for entry in here.target.entries)
    written = Written(wanted, draft, text, here.target.name, begun if wanted.task is Task.EDIT else None, known)
    desk.post_message(ChangeWanted(here.home, operations, summary, written))


async def _written_outside(desk: DeskScreen, text: str) -> tuple[bool, str]:
    """The text from the person's own editor; the one it began with when that did not work, which is said."""
    from hermes_mem.disk.editor import edited, has_window

    env = desk.session.env
    try:
        if has_window(env):
            worker = desk.run_worker(lambda: edited(text, env), thread=True, group="editor", exit_on_error=False)
            return True, str(await worker.wait()).strip()
        with desk.app.suspend():
            return True, edited(text, env).strip()
    except HermesMemError as error:
        desk.say(safe(f"{error.message} {error.hint or ''}"), Role.WARNING)
    except WorkerFailed as failure:
        desk.say(safe(str(failure.error)), Role.WARNING)
    except SuspendNotSupported:
        desk.say("This terminal cannot be lent to another program; e edits here.", Role.WARNING)
    return False, text


def _writing(here: TargetRow, wanted: EditWanted, draft: str | None, *, late: bool) -> Writing:
    titles = {
        Task.NEW: f"New entry in {here.target.title}",
        Task.EDIT: f"Edit an entry of {here.target.title}",
        Task.JOIN: f"Join {len(wanted.entries)} entries of {here.target.title}",
        Task.SPLIT: f"Split an entry of {here.target.title}: a line that is only § divides",
    }
    text = draft if draft is not None else "\n".join(entry.text for entry in wanted.entries)
    ids = [entry.id for entry in wanted.entries]
    return Writing(titles[wanted.task], text, here.target, here.home.kind, ids, wanted.task is Task.SPLIT, late)


def _written(wanted: EditWanted, text: str, target: Target) -> tuple[list[plan.Operation], str]:
    ids = tuple(entry.id for entry in wanted.entries)
    match wanted.task:
        case Task.NEW:
            return [plan.Add(target.name, text)], f"added 1 to {target.title}"
        case Task.EDIT:
            return [plan.Replace(ids[0], text)], f"edited 1 in {target.title}"
        case Task.JOIN:
            return [plan.Join(ids, text)], f"joined {len(ids)} in {target.title}"
        case Task.SPLIT:
            parts = plan.divided(text)
            return [plan.Split(ids[0], parts)], f"split 1 into {len(parts)} in {target.title}"


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
