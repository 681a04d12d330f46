"""Having back what was before a change: a file byte for byte, or one entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import Change, Origin
from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.errors import NotFound, Unreadable, Usage
from hermes_mem.model.file import FileChange, FileKind, same
from hermes_mem.model.plan import Add, Effect
from hermes_mem.model.store import Home
from hermes_mem.store.away import check_there
from hermes_mem.store.glimpse import glimpse
from hermes_mem.store.looking_back import effects
from hermes_mem.store.matching import matched
from hermes_mem.store.mending import make_directories
from hermes_mem.store.mirroring import Done, Mirrors
from hermes_mem.store.noting import note_others
from hermes_mem.store.reading import read
from hermes_mem.store.recovering import recovered
from hermes_mem.store.spelling import identities
from hermes_mem.store.trusting import check
from hermes_mem.store.undoing import Way, as_written_now, locks_of, mode_back


def restore(number: int, env: Environment, *, actor: str, reason: str = "", file: Path | None = None) -> Done | None:
    """Make the files of a change, or one of them, what they were before it, byte for byte, as a new change.

    Whatever was written since goes with it, and comes back by undo. Returns None when all is so already. Raises
    NotFound for a change or file that the history does not have, Refused for a link that is not trusted, Conflict for
    one that leads elsewhere now, and what `apply` raises.
    """
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        change = _reduced(history.change(number), file)
        check_there(change)
        with all_held(locks_of(change, env)):
            change = _reduced(history.change(number), file)  # A purge may have had the lock meanwhile.
            way = _way(change, actor, reason, env)
            if not way.files:
                return None
            make_directories([file for file in way.files if file.after], env)
            note_others(way.files, history, env)
            mirrors = Mirrors(env)
            return mirrors.done(run(way.files, way.about, history, follow=mirrors.follow))


def preview_restore(number: int, env: Environment, *, actor: str, reason: str = "", file: Path | None = None) -> Way:
    """What `restore` would do now; no file of an agent is locked or written. Raises as `restore` does."""
    with History.opened_to_read(state_dir(env)) as history:
        return _way(_reduced(history.change(number), file), actor, reason, env)


def entry_before(number: int, entry: str, env: Environment) -> tuple[Home, Add]:
    """The entry that was there before a change, by its id or how that begins, as an addition to its own target.

    Raises NotFound when there was none, Usage when several begin so.
    """
    with History.opened_to_read(state_dir(env)) as history:
        change = history.change(number)
    check_there(change)
    found = {i: (home, add) for i, home, add in _entries_before(change, env) if i.startswith(entry.lower())}
    if not found:
        raise NotFound(
            f"Before change {number} there was no entry {entry}.", f"`hermes-mem history show {number}` has those."
        )
    if len(found) > 1 and entry.lower() not in found:
        names = "\n".join(f"{i}  {glimpse(add.text, home.kind)}" for i, (home, add) in found.items())
        raise Usage(f"{entry} is the beginning of {len(found)} ids.", names)
    return found.get(entry.lower()) or next(iter(found.values()))


def taken_away(number: int, env: Environment) -> tuple[Home, list[Add]]:
    """What a change took away and no memory of its stores has now, as additions, each to its own target.

    Raises NotFound when there is nothing of that, Usage when it was taken from several stores.
    """
    with History.opened_to_read(state_dir(env)) as history:
        change = history.change(number)
    check_there(change)
    happened = effects(change.files, env)
    homes = {effect.home.path: effect.home for effect in happened}
    there = {
        entry.text for home in homes.values() for t in read(home, env, scanned=False).targets for entry in t.entries
    }
    found: dict[Path, dict[tuple[str, str], Add]] = {}
    for effect in happened:
        for identity, entry in _removed(effect):
            if identity.text not in there:
                add = Add(effect.target, identity.text, of=entry)
                found.setdefault(effect.home.path, {}).setdefault((effect.target, identity.text), add)
    if not found:
        raise NotFound(
            f"Nothing that change {number} took away is missing now.",
            f"`hermes-mem history show {number}` has what it did.",
        )
    if len(found) > 1:
        names = ", ".join(homes[path].name for path in found)
        raise Usage(
            f"Change {number} took entries from {len(found)} stores: {names}.",
            "`--entry ID` brings them back one by one.",
        )
    [(path, adds)] = found.items()
    return homes[path], list(adds.values())


def _removed(effect: Effect) -> Iterator[tuple[Identity, str]]:
    """The entries that were not kept, moved or reworded, each with what stood in the file for it."""
    old, new = (identities(effect.home.kind, effect.target, entries) for entries in (effect.old, effect.new))
    for position in matched(old, new).removed:
        yield old[position], effect.old[position]


def _entries_before(change: Change, env: Environment) -> Iterator[tuple[str, Home, Add]]:
    for effect in effects(change.files, env):
        known = identities(effect.home.kind, effect.target, effect.old)
        for entry_id, identity, entry in zip(assign_ids(known), known, effect.old, strict=True):
            yield entry_id, effect.home, Add(effect.target, identity.text, of=entry)


def _reduced(change: Change, file: Path | None) -> Change:
    """The change with that file alone. Raises NotFound."""
    if file is None:
        return change
    files = tuple(one for one in change.files if one.path in (file, real_path(file)))
    if not files:
        names = "\n".join(str(one.path) for one in change.files)
        raise NotFound(f"Change {change.id} did not touch {file}.", names)
    return replace(change, files=files)


def _way(change: Change, actor: str, reason: str, env: Environment) -> Way:
    check_there(change)
    files = tuple(file for one in reversed(change.files) if (file := _back(as_written_now(one, env))) is not None)
    check(files, env)
    first = change.about.origin is Origin.FIRST
    summary = f"brought back what {'lay there at' if first else 'was before'} change {change.id}"
    about = replace(change.about, actor=actor, summary=summary, reason=reason, origin=Origin.CHANGE, undoes=None)
    return Way(about, files)


def _back(file: FileChange) -> FileChange | None:
    try:
        now = version_at(file.path)
    except OSError as error:
        raise Unreadable(f"{file.path} cannot be read ({error.strerror}).", "Nothing was written.") from error
    if now and file.before and (now.kind is FileKind.DIRECTORY) is not (file.before.kind is FileKind.DIRECTORY):
        raise Unreadable(f"{file.path} cannot be written (a directory has its name).", "Nothing was written.")
    return mode_back(file, now) if same(now, file.before) else replace(file, before=now, after=file.before)
