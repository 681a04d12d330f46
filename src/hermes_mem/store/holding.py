"""Where a text stands: in memories, in what agents keep beside them, in our history and in our other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from shlex import quote

from hermes_mem.config.crash import LOG
from hermes_mem.config.places import state_dir
from hermes_mem.disk.editor import drafts
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import Present, Unreadable, is_there, listing, read_bytes, real_path
from hermes_mem.history import purging
from hermes_mem.history.history import History
from hermes_mem.history.schema import FILE
from hermes_mem.model.file import Place
from hermes_mem.model.purging import Holding, Unreached
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.observing import file_of
from hermes_mem.store.reading import read
from hermes_mem.store.sought import Sought

BEGUN = "purging"
"""A file of this name in the state directory says that a purge has begun: whatever it is about, it is not over yet."""

EVERYWHERE = (
    Unreached("running agents", "A session that runs now has it in its prompt until it ends."),
    Unreached("backups and other machines", "Backups, snapshots, synced copies, swap, and freed blocks of the disk."),
    Unreached("the history of your shell", "Where the text was typed as an argument; `--text -` reads it from stdin."),
)

_DATABASES = (".db", ".sqlite", "-wal", "-shm", "-journal")


def place_of(home: Home, target: Target) -> Place:
    """The memory that a target is."""
    return Place(home.kind, real_path(home.path), target.name)


def holdings(homes: Sequence[Home], sought: Sought, history: History, env: Environment) -> list[Holding]:
    """Every place that holds it: those of the stores in their order, the history, homes that are away included.

    Raises Unreadable, Damaged.
    """
    found = [one for home in homes for one in _of_home(home, sought, env)]
    return [*found, *_of_history(homes, sought, history), *_own(sought, env)]


def beside(home: Home, target: Target, env: Environment) -> Iterator[Path]:
    """What lies beside a memory file with texts of it: regular files, the memory itself and links left out."""
    memory = file_of(target)
    for path in layout_of(home.kind).beside(home.path, target.name, env):
        if path != memory and not path.is_symlink():
            yield path


def own_files(env: Environment) -> list[Path]:
    """Our own files that could quote something: logs. The others in the state directory have paths in them alone."""
    return sorted(path for path in state_dir(env).glob(f"{LOG}*") if path.is_file() and not path.is_symlink())


def _of_home(home: Home, sought: Sought, env: Environment) -> Iterator[Holding]:
    copies: dict[Path, None] = {}
    for target in read(home, env, scanned=False).targets:
        raw = _raw(file_of(target))
        if sought.out_of(raw, place_of(home, target)) != raw:
            count = len(sought.entries_in(raw, place_of(home, target))) or 1
            yield Holding(home.name, str(file_of(target)), "memory", count, real_path(home.path))
        for path in beside(home, target, env):
            raw = _raw(path)
            if path not in copies and sought.out_of(raw, place_of(home, target)) != raw:
                copies[path] = None
    for path in copies:
        yield Holding(home.name, str(path), "copy", 1, real_path(home.path))
    mirrored = layout_of(home.kind).mirrored(home.path, sought.holds, env)
    if mirrored and mirrored[1]:
        yield Holding(home.name, str(mirrored[0]), "mirror", mirrored[1], real_path(home.path))


def _of_history(homes: Iterable[Home], sought: Sought, history: History) -> Iterator[Holding]:
    names = {real_path(home.path): home.name for home in homes}
    digests = {
        (one.home, one.digest) for one in purging.versions(history) if sought.out_of(one.raw, one.place) != one.raw
    }
    versions = Counter(home for home, _ in digests)
    words = Counter(home for home, text in purging.words(history) if sought.words(text) != text)
    for kind, counted in (("version", versions), ("words", words)):
        for home, count in counted.items():
            yield Holding(names.get(real_path(home)), str(history.path), kind, count, home)


def _own(sought: Sought, env: Environment) -> Iterator[Holding]:
    for path in own_files(env):
        if sought.is_in(_raw(path)):
            yield Holding(None, str(path), "own", 1, None)


def unreached(homes: Iterable[Home], sought: Sought, env: Environment) -> Iterator[Unreached]:
    """Where it may stand besides, or does: what nobody here reads, and what belongs to others."""
    for home in homes:
        store = read(home, env, scanned=False)
        yield from _of_others(store, sought, env)
        yield from layout_of(home.kind).beyond(home.path, env)
        yield from _versioned(home)
    for path in drafts():
        if sought.is_in(_raw(path)):
            yield Unreached(str(path), "A text that an editor has open, or that was left when one was killed.")
    for path in sorted(state_dir(env).glob("*.sqlite*")):
        if not path.name.startswith(FILE):
            yield Unreached(str(path), "A database beside the history that hermes-mem does not read.")
    yield from EVERYWHERE


def _of_others(store: Snapshot, sought: Sought, env: Environment) -> Iterator[Unreached]:
    """What cannot be read; and files beside a memory that are no agent's."""
    known: set[Path] = set()
    for target in store.targets:
        known |= {file_of(target), *beside(store.home, target, env)}
    for path in sorted(known):
        if isinstance(there := read_bytes(path), Unreadable):
            yield Unreached(str(path), f"It cannot be read ({there.reason}).", there.fix)
    for directory in sorted({path.parent for path in known}):
        for name, is_directory in sorted(listing(directory).items()):
            path = directory / name
            if not (is_directory or path in known or _is_database(path)) and sought.is_in(_raw(path)):
                yield Unreached(str(path), "It holds the text, and is no file of the agent.", f"rm {quote(str(path))}")


def _versioned(home: Home) -> Iterator[Unreached]:
    """The repository that a home lies in, whose commits nobody here rewrites."""
    path = real_path(home.path)
    for directory in (path, *path.parents):
        if is_there(directory / ".git"):
            yield Unreached(str(directory), "A git repository keeps what was committed.", "git log --all -S TEXT")
            return


def _is_database(path: Path) -> bool:
    """By its name: closing a database that SQLite has open in this process would drop its locks."""
    return path.name.endswith(_DATABASES)


def _raw(path: Path) -> bytes:
    """Nothing for what cannot be read: nobody can tell then."""
    there = read_bytes(path)
    return there.raw if isinstance(there, Present) else b""
