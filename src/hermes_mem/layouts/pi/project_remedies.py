"""What to do about the old memory file of a project, out of which Pi adds entries at every start."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from hermes_mem.disk.reading import is_there
from hermes_mem.disk.writing import version_at
from hermes_mem.layouts.counting import counted
from hermes_mem.layouts.pi import projects
from hermes_mem.layouts.pi.lying import Lying
from hermes_mem.layouts.pi.settings import load
from hermes_mem.model.file import FileChange
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.target import PROJECT, title_of

RULE = "pi.old-project"


def of_old_project(file: Lying) -> Iterator[Remedy]:
    """Its entries as they stand there, as Pi itself would add them; and the old file out of Pi's way."""
    settings = load(file.home, file.env)
    old = projects.old(file.home, settings.projects).get(file.target.removeprefix(PROJECT))
    if old is None or old.parent == settings.directory:
        return
    there = set(file.entries)
    coming = list(dict.fromkeys(raw for raw in projects.entries_of_old(old) if raw not in there))
    if file.text is not None:
        says = f"Bring the {len(coming):,} that are only in the old file into {title_of(file.target)}"
        yield from file.repaired("bring-old", (RULE,), says, [*file.entries, *coming])
    yield from _out_of_the_way(old, len(coming))


def _out_of_the_way(old: Path, coming: int) -> Iterator[Remedy]:
    """The new name first: whatever happens between, the content is there."""
    new = next(path for number in count(1) if not is_there(path := _aside(old, number)))
    try:
        version = version_at(old)
    except OSError:
        return
    what = counted(coming, "entry", "entries")
    loses = f"{what} that only the old file has, for Pi; they stay in {new.name}" if coming else ""
    files = (FileChange(new, None, version), FileChange(old, version, None))
    yield Remedy("move-old", (RULE,), f"Call the old file {new.name}, where Pi does not look", files=files, loses=loses)


def _aside(old: Path, number: int) -> Path:
    return old.with_name(f"{old.name}.old{'' if number == 1 else f'-{number}'}")
