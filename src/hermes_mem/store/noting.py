"""What others have done to memory files, as changes of the history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.history.evidence import ever_had, known_copies, memories_of, pruned_before, time_of
from hermes_mem.history.history import History, Known, Seen
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.model.file import FileChange, FileKind, FileVersion, KeptCopy, Moment, Place, same
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.store.between import Stand, Step, Way, moment_of, read_copies, way
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.observing import file_of
from hermes_mem.store.summing import summary

NOBODY = "unknown"
"""The actor of what was noticed and not seen being done."""

TRIES = 3
"""How often is looked again when a file changes while it is looked at; the next reading looks anyway."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What became of a file since the change by which it was `known`, None when it is seen for the first time."""

    path: Path
    place: Place
    known: int | None
    way: Way

    def file(self, before: FileVersion | None, after: FileVersion | None, copy: Path | None = None) -> FileChange:
        """The file from one version to another. Mode and owner are those it has now: nobody tells which it had."""
        return FileChange(self.path, self._dressed(before), self._dressed(after), copy=copy, place=self.place)

    def _dressed(self, version: FileVersion | None) -> FileVersion | None:
        now = self.way.steps[-1].after if self.way.steps else self.way.first
        return replace(version, mode=now.mode, owner=now.owner) if version and now else version


def note(stores: Iterable[Snapshot], files: Collection[Path], env: Environment) -> bool:
    """Note what is new in those of the files that belong to these stores; whether anything was.

    Raises Unreadable, Damaged, Busy.
    """
    with History.opened(state_dir(env)) as history:
        noted = [_noted_in(store, files, history, env) for store in stores]
    return any(noted)


def _noted_in(store: Snapshot, files: Collection[Path], history: History, env: Environment) -> bool:
    targets = [target for target in store.targets if file_of(target) in files]
    noted = False
    for _ in range(TRIES):
        sights = [one for target in targets if (one := _seen(store.home, target, history, env))]
        sights += _vanished(store, history)
        noted |= bool(sights)
        if not sights or _all_written(sights, history):
            break
    return noted


def note_others(files: Iterable[FileChange], history: History, env: Environment) -> None:
    """Before a change of ours is recorded: note what others have written since the last one that is known.

    The caller holds the locks of the files. Raises Unreadable, Damaged, Busy.
    """
    for file in files:
        if (place := file.place) is None:
            continue
        known = history.newest(file.path)
        if known is None or (known.fate is Fate.DONE and not known.is_of(file.before)):
            sight = _sight(file.path, place, known, file.before, history, env)
            if known is not None or sight.way.told:
                _all_written([sight], history)


def _all_written(sights: Sequence[Sight], history: History) -> bool:
    """False when something was written while it was looked at. The files are those of one store."""
    told, other = [one for one in sights if one.way.told], [one for one in sights if not one.way.told]
    new = [(one.file(one.way.first, one.way.first), one.known) for one in other if one.known is None]
    changed = [(one.file(step.before, step.after), one.known) for one in other for step in one.way.steps]
    return (
        _told_one_by_one(told, history)
        and _written(Origin.FIRST, new, history)
        and _written(Origin.OBSERVED, changed, history)
    )


def _seen(home: Home, target: Target, history: History, env: Environment) -> Sight | None:
    """What became of the file of a target; None where nothing did, or it cannot be told now."""
    path, place = file_of(target), Place(home.kind, real_path(home.path), target.name)
    try:
        now = version_at(path)
    except OSError:
        return None  # It cannot be read now.
    if now and now.kind is not FileKind.FILE:
        return None
    if now is None and target.state is not State.ABSENT:
        return None  # It was there a moment ago: its agent takes it away for a moment whenever it writes.
    known = history.newest(path)
    if known is not None and known.fate is Fate.OPEN:
        return None  # Somebody is at work right now.
    sight = _sight(path, place, known, now, history, env)
    if known is None:
        return sight if now or sight.way.steps else None
    return sight if sight.way.steps else None


def _vanished(store: Snapshot, history: History) -> Iterator[Sight]:
    """The memories that the store does not have any more, as of a project whose directory is gone, with their files."""
    names, seen = {target.name for target in store.targets}, datetime.now(UTC)
    for path, place in memories_of(history, real_path(store.home.path)):
        known = None if place.target in names else history.newest(path)
        if known is None or known.fate is Fate.OPEN or known.is_of(None) or not _is_gone(path):
            continue
        steps = way([Stand(history.version(known)), Stand(None)], seen, seen)
        yield Sight(path, place, known.change, steps)


def _is_gone(path: Path) -> bool:
    """With its directory, which no agent takes away while it writes; not what may not be looked at."""
    try:
        path.parent.stat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _sight(
    path: Path, place: Place, known: Known | None, now: FileVersion | None, history: History, env: Environment
) -> Sight:
    seen = datetime.now(UTC)
    copies = layout_of(place.kind).copies(place.home, place.target, env)
    last = Stand(now, _modified(path) if copies else None)
    if known is None:
        return Sight(path, place, None, way([*read_copies(_kept(copies, history)), last], None, seen))
    version = now if known.is_of(now) else history.version(known)
    since = time_of(history, known.change) if copies else None
    stands = [Stand(version), *(_since(since, path, version, copies, history) if since else ()), last]
    return Sight(path, place, known.change, way(stands, since or seen, seen))


def _modified(path: Path) -> datetime | None:
    try:
        return moment_of(path.lstat().st_mtime)
    except OSError:
        return None


def _kept(copies: Sequence[KeptCopy], history: History) -> list[KeptCopy]:
    """Those that are history at the first sight: not what a person has let go of before."""
    if not copies or (pruned := pruned_before(history)) is None:
        return list(copies)
    return [copy for copy in copies if copy.moment is not Moment.PAST and copy.time >= pruned]


def _since(
    since: datetime,
    path: Path,
    version: FileVersion | None,
    copies: Sequence[KeptCopy],
    history: History,
) -> list[Stand]:
    """What lies in copies that were the file after the version that is known.

    Of a copy without a proven moment that is known only if the known version lies in one which is older.
    """
    names = known_copies(history, path)
    dated = [copy for copy in copies if copy.moment is not Moment.PAST and since <= copy.time]
    stands = read_copies([copy for copy in dated if copy.path.name not in names])
    stands = [one for one in stands if _is_new(one, path, history)]
    if any(same(one.version, version) for one in stands):
        return stands
    past = read_copies([copy for copy in copies if copy.moment is Moment.PAST])
    same_ones = [place for place, one in enumerate(past) if same(one.version, version)]
    return [*past[same_ones[-1] :], *stands] if same_ones else stands


def _is_new(stand: Stand, path: Path, history: History) -> bool:
    """What a person or Hermes has put aside can also be an old version, put aside again."""
    if stand.copy is None or stand.copy.moment is not Moment.THERE or stand.version is None:
        return True
    return not ever_had(history, path, stand.version.digest)


def _told_one_by_one(sights: Sequence[Sight], history: History) -> bool:
    """Each step as a change of its own, oldest first. False when it was not true any more."""
    known = {sight.path: sight.known for sight in sights}
    for sight in sights:
        if sight.known is None:
            first = sight.file(sight.way.first, sight.way.first)
            if (number := _noted(Origin.FIRST, [(first, None)], history, time=sight.way.began, passed=True)) is None:
                return False
            known[sight.path] = number
    steps = [(step, sight) for sight in sights for step in sight.way.steps]
    for step, sight in sorted(steps, key=lambda one: one[0].time):
        passed = step is not sight.way.steps[-1]
        file = sight.file(step.before, step.after, step.copy.path if step.copy else None)
        seen = [(file, known[sight.path])]
        number = _noted(Origin.OBSERVED, seen, history, time=step.time, passed=passed, step=step)
        if number is None:
            return False
        known[sight.path] = number
    return True


def _written(origin: Origin, part: Sequence[Seen], history: History) -> bool:
    """False when it was not true any more. The files are those of one store."""
    return not part or _noted(origin, part, history) is not None


def _noted(
    origin: Origin,
    part: Sequence[Seen],
    history: History,
    *,
    time: datetime | None = None,
    passed: bool = False,
    step: Step | None = None,
) -> int | None:
    """The number of the change; None when it was not true any more. The files are those of one store."""
    files = [file for file, _ in part]
    places = [file.place for file in files if file.place]
    told = "first seen" if origin is Origin.FIRST else summary(files, history)
    about = About(
        (step.actor if step else None) or NOBODY,
        places[0].kind,
        places[0].home,
        ", ".join(place.target for place in places),
        told,
        origin=origin,
    )
    change = history.note(about, part, time=time, passed=passed)
    return change.id if change else None
