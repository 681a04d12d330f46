"""Having a text written, here or in the person's own editor, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from hermes_mem.model import plan
from hermes_mem.model.target import Target
from hermes_mem.tui.drafts import About
from hermes_mem.tui.memory.drawing import TargetRow
from hermes_mem.tui.memory.facts import number_of
from hermes_mem.tui.memory.messages import ChangeWanted, EditWanted, Task, Written
from hermes_mem.tui.screens.editor import Editor, Writing
from hermes_mem.tui.screens.outside import written_outside
from hermes_mem.tui.screens.picker import Choice, Picker

if TYPE_CHECKING:
    from hermes_mem.tui.screens.desk import DeskScreen

NO_TEXT = "There is no text, so nothing was changed; d removes an entry."


async def write(desk: DeskScreen, wanted: EditWanted) -> None:
    """Have a text written, and the change it makes applied; a text that is left stays as a draft."""
    here = desk.memory.here
    if here is None:
        return
    category = None
    if wanted.task is Task.NEW and here.target.categories:
        category = await _category(desk, here.target)
        if category is None:
            return
    draft = About(here.key, wanted.task, tuple(entry.id for entry in wanted.entries))
    late = desk.session.settings.hermes_rules == "late"
    writing = _writing(here, wanted, desk.drafts.pop(draft, None), late=late, category=category)
    begun = "\n".join(entry.text for entry in wanted.entries)
    if wanted.outside:
        done, text = await written_outside(desk, writing.text)
    else:
        done, text = await desk.app.push_screen_wait(Editor(writing, desk.session.glyphs))
    if not text or (text == begun and not (done and wanted.task is Task.JOIN)):
        if done:
            desk.say(NO_TEXT if not text else "Nothing to change: the text is as it was.")
        return
    desk.drafts[draft] = text
    if not done:
        if not wanted.outside:
            desk.say("The draft is kept until you quit; the same key opens it again.")
        return
    operations, summary = _written(wanted, writing.composed(text), here.target)
    known = frozenset(entry.text for entry in here.target.entries)
    written = Written(wanted, draft, text, here.target.name, begun if wanted.task is Task.EDIT else None, known)
    desk.post_message(ChangeWanted(here.home, operations, summary, written))


async def _category(desk: DeskScreen, target: Target) -> str | None:
    """What a new entry is about; enter alone takes the ordinary category, esc writes nothing."""
    there = Counter(entry.category for entry in target.entries)
    choices = [
        Choice(name, name, f"{number_of(there[name], 'entry', 'entries')} in {target.title}")
        for name in target.categories
    ]
    picker = Picker(f"New in {target.title}: what is it?", choices, prompt="category", glyphs=desk.session.glyphs)
    return await desk.app.push_screen_wait(picker)


def _writing(here: TargetRow, wanted: EditWanted, draft: str | None, *, late: bool, category: str | None) -> Writing:
    titles = {
        Task.NEW: f"New {category or 'entry'} in {here.target.title}",
        Task.EDIT: f"Edit an entry of {here.target.title}",
        Task.JOIN: f"Join {len(wanted.entries)} entries of {here.target.title}",
        Task.SPLIT: f"Split an entry of {here.target.title}: a line that is only § divides",
    }
    text = draft if draft is not None else "\n".join(entry.text for entry in wanted.entries)
    ids = [entry.id for entry in wanted.entries]
    divides = wanted.task is Task.SPLIT
    return Writing(titles[wanted.task], text, here.target, here.home, ids, divides, late, category)


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
