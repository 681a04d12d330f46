"""What others have done to memory files, as changes of the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History, Seen
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target, title_of
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.observing import file_of

NOBODY = "unknown"
"""The actor of what was noticed and not seen being done."""

TRIES = 3
"""How often is looked again when a file changes while it is looked at; the next reading looks anyway."""


def note(stores: Iterable[Snapshot], files: Collection[Path], directory: Path) -> bool:
    """Note what is new in those of the files that belong to these stores; whether anything was.

    Raises Unreadable, Damaged, Busy.
    """
    with History.opened(directory) as history:
        noted = [_noted_in(store, files, history) for store in stores]
    return any(noted)


def _noted_in(store: Snapshot, files: Collection[Path], history: History) -> bool:
    targets = [target for target in store.targets if file_of(target) in files]
    for _ in range(TRIES):
        seen = [one for target in targets if (one := _seen(store.home, target, history))]
        if not seen or _all_written(seen, history):
            return bool(seen)
    return False


def note_others(files: Iterable[FileChange], history: History) -> None:
    """Before a change of ours is recorded: note what others have written since the last one that is known.

    The caller holds the locks of the files. Raises Unreadable, Damaged, Busy.
    """
    for file in files:
        known = history.newest(file.path)
        if file.place and known and known.fate is Fate.DONE and not known.is_of(file.before):
            seen = replace(file, before=history.version(known), after=file.before), known.change
            _written(Origin.OBSERVED, [seen], history)


def _all_written(seen: Sequence[Seen], history: History) -> bool:
    """False when something was written while it was looked at."""
    parts = {
        Origin.FIRST: [one for one in seen if one[1] is None],
        Origin.OBSERVED: [one for one in seen if one[1] is not None],
    }
    return all(_written(origin, part, history) for origin, part in parts.items())


def _seen(home: Home, target: Target, history: History) -> Seen | None:
    """What lies there now, with what was known; None where that is the same or cannot be told now."""
    path, place = file_of(target), Place(home.kind, real_path(home.path), target.name)
    try:
        now = version_at(path)
    except OSError:
        return None  # It cannot be read now.
    if now and now.kind is not FileKind.FILE:
        return None
    if now is None and target.state is not State.ABSENT:
        return None  # It was there a moment ago: its agent takes it away for a moment whenever it writes.
    if (known := history.newest(path)) is None:
        return (FileChange(path, now, now, place=place), None) if now else None
    if known.fate is Fate.OPEN or known.is_of(now):
        return None  # Somebody is at work right now, or nothing is new.
    return FileChange(path, history.version(known), now, place=place), known.change


def _written(origin: Origin, part: Sequence[Seen], history: History) -> bool:
    """False when it was not true any more. The files are those of one store."""
    places = [file.place for file, _ in part if file.place]
    if not places:
        return True
    targets = ", ".join(place.target for place in places)
    summary = "first seen" if origin is Origin.FIRST else _told([file for file, _ in part])
    about = About(NOBODY, places[0].kind, places[0].home, targets, summary, origin=origin)
    return history.note(about, part) is not None


def _told(files: Sequence[FileChange]) -> str:
    """What others did, in numbers; an entry that was reworded went and came.

    A file that is no text has no entries to count.
    """
    versions = [(file.place, _texts(file.before, file.place), _texts(file.after, file.place)) for file in files]
    odd = [_no_text(place, old, new) for place, old, new in versions if place and (old is None or new is None)]
    pairs = [(old, new) for _, old, new in versions if old is not None and new is not None]
    came = sum(len(new - old) for old, new in pairs)
    went = sum(len(old - new) for old, new in pairs)
    numbers = [f"{count} {word}" for count, word in ((came, "came"), (went, "went")) if count]
    counted = [", ".join(numbers) or "entries as before"] if pairs else []
    return f"changed by others: {', '.join([*counted, *odd])}"


def _no_text(place: Place, old: frozenset[str] | None, new: frozenset[str] | None) -> str:
    title = title_of(place.target)
    if old is None and new is None:
        return f"{title} is no text still"
    return f"{title} is text again" if old is None else f"{title} is no text any more"


def _texts(version: FileVersion | None, place: Place | None) -> frozenset[str] | None:
    """The entries of a version, of no file none; None where it is no text."""
    try:
        parsed = layout_of(place.kind).parse(version.raw, place.target) if version and place else ()
    except HermesMemError:
        return None
    return frozenset(parsed)
