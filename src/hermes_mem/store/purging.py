"""A text that must not exist any more is taken out of memories, of what lies beside them, and of the history itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.reading import Present, read_bytes, real_path
from hermes_mem.disk.writing import put, stage, sync_directory, version_at
from hermes_mem.history import purging, stamps
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Origin
from hermes_mem.layouts import skill_cache
from hermes_mem.model.entry import Identity
from hermes_mem.model.errors import Damaged, HermesMemError, Refused, Unreadable
from hermes_mem.model.file import FileChange, FileKind, Lock, Place
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Effect, Outcome, Result
from hermes_mem.model.purging import Holding, Purged, Unreached
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target, title_of
from hermes_mem.store.holding import BEGUN, beside, holdings, own_files, place_of, unreached
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.looking_back import effects
from hermes_mem.store.mirroring import Mirrors
from hermes_mem.store.noting import note_others
from hermes_mem.store.observing import file_of
from hermes_mem.store.reading import read
from hermes_mem.store.recovering import recovered
from hermes_mem.store.sought import Sought
from hermes_mem.store.trusting import is_trusted, outside

UNFINISHED = "purge.unfinished"


@dataclass(frozen=True, slots=True)
class Order:
    """What shall be gone from these stores, and who says so; `others` are stores in which it is only looked for.

    `everywhere` takes it out of the history of homes that are away as well.
    """

    sought: Sought
    homes: Sequence[Home]
    actor: str
    others: Sequence[Home] = ()
    everywhere: bool = False

    @property
    def reached(self) -> set[Path] | None:
        """The homes whose part of the history is rewritten; None for all."""
        return None if self.everywhere else {real_path(home.path) for home in self.homes}

    def reaches(self, one: Holding) -> bool:
        """Whether it is taken out there: of its stores, and of our own files."""
        return one.home is None or self.reached is None or one.home in self.reached


def preview(order: Order, env: Environment) -> Purged:
    """What `purge` would do now; nothing is locked or written. Raises Refused, Unreadable, Damaged as it does."""
    with History.opened_to_read(state_dir(env)) as history:
        found = _found(order, history, env)
        files = [file for home in order.homes for file in _files(home, order.sought, env)]
        outcome = Outcome.APPLIED if any(order.reaches(one) for one in found) else Outcome.UNCHANGED
        return Purged(Result(outcome, effects(files, env)), tuple(found), tuple(_unreached(order, env)))


def purge(order: Order, env: Environment) -> Purged:
    """Take it out of all that is reached; the outcome is partial where that was not done, and a second time mends that.

    What was remembered of skills is forgotten, whether it holds it or not: that is read again.
    It cannot be taken back. Raises Refused for a link that is not trusted, Busy when an agent or another hermes-mem
    does not let go, and what `writing.apply` raises, as long as nothing was changed.
    """
    directory = state_dir(env)
    with History.opened(directory) as history:
        with history.transaction():
            pass  # Nothing is begun while another hermes-mem does not let go.
        recovered(history, env)
        skill_cache.forget(env)
        before = _found(order, history, env)
        if not any(order.reaches(one) for one in before) and not unfinished(env):
            return Purged(Result(Outcome.UNCHANGED), tuple(before), tuple(_unreached(order, env)))
        for home in order.homes:
            _files(home, order.sought, env)  # What refuses, refuses before anything is begun.
        work = _Work()
        try:
            _begin(directory)
            stamps.forget(directory)
            for home in order.homes:
                _take_out(home, order, work, history, env)
            purging.scrub(history, order.sought.out_of, order.sought.words, order.reached)
            _settle(history, directory)
        except HermesMemError as error:
            if not work.changes:
                raise
            work.findings.append(_unfinished(error))
        return _told(order, before, work, history, env)


def holding(sought: Sought, homes: Sequence[Home], env: Environment) -> list[Home]:
    """Those of the stores that hold it anywhere, in their part of the history too. Raises Unreadable, Damaged."""
    with History.opened_to_read(state_dir(env)) as history:
        places = {one.home for one in holdings(homes, sought, history, env)}
    return [home for home in homes if real_path(home.path) in places]


def unfinished(env: Environment) -> bool:
    """Whether a purge has begun that was not over when its process ended."""
    return (state_dir(env) / BEGUN).exists()


def finish(env: Environment) -> None:
    """What is left to do where the text of a purge that was cut off stands nowhere any more. Raises as `purge`."""
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        _settle(history, state_dir(env))


def named_in_history(given: str, homes: Sequence[Home], env: Environment) -> dict[Identity, list[Home]]:
    """Entries of which the history has a version, by how their ids begin, with the stores where they once stood.

    Raises Unreadable, Damaged.
    """
    places = {real_path(home.path): home for home in homes}
    found: dict[Identity, dict[Path, Home]] = {}
    with History.opened_to_read(state_dir(env)) as history:
        for one in purging.versions(history):
            if one.place and one.home in places:
                for identity in _identities(one.raw, one.place):
                    if identity.digest.startswith(given):
                        found.setdefault(identity, {})[one.home] = places[one.home]
    return {identity: list(of.values()) for identity, of in found.items()}


def _identities(raw: bytes, place: Place) -> Iterator[Identity]:
    layout = layout_of(place.kind)
    with suppress(Damaged):  # What is no text has no entries.
        yield from (layout.identity(place.target, entry) for entry in layout.parse(raw, place.target))


@dataclass(slots=True)
class _Work:
    """What has been done so far."""

    changes: list[int] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def _found(order: Order, history: History, env: Environment) -> list[Holding]:
    return holdings([*order.homes, *order.others], order.sought, history, env)


def _unreached(order: Order, env: Environment) -> Iterable[Unreached]:
    return unreached(order.homes, order.sought, env)


def _take_out(home: Home, order: Order, work: _Work, history: History, env: Environment) -> None:
    """Out of the files of a store and of its part of the history, under all locks of the agent: nobody who waits for
    one of them, to take something back, may find the text there afterwards.
    """
    store = read(home, env, scanned=False)
    with all_held(_locks(store, env)):
        files = _files(home, order.sought, env)
        if files:
            note_others([file for file in files if file.place], history, env)
            mirrors = Mirrors(env)
            done = mirrors.done(run(files, _about(home, files, order), history, follow=mirrors.follow))
            work.changes.append(done.change.id)
            work.effects += effects(files, env)
            work.findings += done.findings
        work.findings += _mirrored(store, order.sought, env)
        _clean_own(order.sought, env)
        purging.scrub(history, order.sought.out_of, order.sought.words, {real_path(home.path)})


def _locks(store: Snapshot, env: Environment) -> list[Lock]:
    """Those of each memory that has a file, or something beside the place of one."""
    layout = layout_of(store.home.kind)
    having = (t for t in store.targets if t.state is not State.ABSENT or any(beside(store.home, t, env)))
    return [layout.lock(store.home.path, target.name, env) for target in having]


def _files(home: Home, sought: Sought, env: Environment) -> list[FileChange]:
    """Each file of a store that holds it, memories first, with what remains. Raises Refused, Unreadable."""
    files: dict[Path, FileChange] = {}
    copies: dict[Path, FileChange] = {}
    for target in read(home, env, scanned=False).targets:
        mine = [
            one
            for path in (file_of(target), *beside(home, target, env))
            if (one := _file(path, home, target, sought, env))
        ]
        if mine and outside(target) and not is_trusted(target, env):
            raise Refused(
                f"{target.title} is a link out of its home, to {target.linked_to}, which you have not trusted.",
                f"Nothing was written. `hermes-mem trust {target.name}` once, then again.",
            )
        for one in mine:
            (files if one.place else copies).setdefault(one.path, one)
    return [*files.values(), *copies.values()]


def _file(path: Path, home: Home, target: Target, sought: Sought, env: Environment) -> FileChange | None:
    """None where it does not hold it. A version of before is kept of nothing here: that is what the text is in."""
    try:
        before = version_at(path)
    except OSError:
        return None  # It is told among what cannot be reached.
    if before is None or before.kind is not FileKind.FILE:
        return None
    place = place_of(home, target)
    raw = sought.out_of(before.raw, place)
    if raw == before.raw:
        return None
    lock = layout_of(home.kind).lock(home.path, target.name, env)
    of = place if path == file_of(target) else None
    return FileChange(path, before, replace(before, raw=raw), lock=lock, place=of)


def _about(home: Home, files: Sequence[FileChange], order: Order) -> About:
    memories = [file for file in files if file.place and file.before]
    targets = ", ".join(file.place.target for file in memories if file.place)
    count = sum(len(order.sought.entries_in(f.before.raw, f.place)) for f in memories if f.before and f.place)
    where = ", ".join(title_of(file.place.target) for file in memories if file.place)
    summary = f"purged {count or 'a text'} from {where}" if memories else "purged a text from copies beside the memory"
    return About(order.actor, home.kind, real_path(home.path), targets, summary, origin=Origin.PURGE)


def _mirrored(store: Snapshot, sought: Sought, env: Environment) -> Iterator[Finding]:
    """Bring what the agent keeps elsewhere up to date once more, where it still has the text without its file."""
    layout, home = layout_of(store.home.kind), store.home.path
    mirrored = layout.mirrored(home, sought.holds, env)
    if mirrored and mirrored[1]:
        there = (target for target in store.targets if target.state in (State.OK, State.EMPTY))
        yield from filter(None, (layout.mirror(home, target.name, env) for target in there))


def _clean_own(sought: Sought, env: Environment) -> None:
    """Mark it in our logs. Raises Unreadable."""
    for path in own_files(env):
        there = read_bytes(path)
        if not isinstance(there, Present) or not sought.is_in(there.raw):
            continue
        temporary = path.with_name(f".{path.name}.purged")
        try:
            if (version := version_at(path)) is not None:
                stage(replace(version, raw=sought.out_of(version.raw, None)), temporary, path)
                put(temporary, path)
        except OSError as error:
            raise Unreadable(f"{path} cannot be written ({error.strerror}).", "Purge again when it can.") from error


def _begin(directory: Path) -> None:
    try:
        (directory / BEGUN).touch(mode=0o600)
        sync_directory(directory)
    except OSError as error:
        raise Unreadable(f"{directory} cannot be written ({error.strerror}).", "Nothing was purged.") from error


def _settle(history: History, directory: Path) -> None:
    purging.settle(history)
    with suppress(OSError):  # The next purge settles once more, and nothing else comes of it.
        (directory / BEGUN).unlink(missing_ok=True)


def _unfinished(error: HermesMemError) -> Finding:
    effect = "The memory is written; the text still stands in the history, or in what SQLite keeps beside it."
    return Finding(UNFINISHED, Severity.WARNING, error.message, effect, fix="Purge it again: that finishes it.")


def _told(order: Order, before: Sequence[Holding], work: _Work, history: History, env: Environment) -> Purged:
    """What was found before, and whether it is there still; what has come meanwhile is not done."""
    now = {(one.home, one.place, one.kind): one for one in _found(order, history, env)}
    told = [replace(one, done=now.pop((one.home, one.place, one.kind), None) is None) for one in before]
    told += now.values()
    left = any(order.reaches(one) and not one.done for one in told)
    partial = left or any(finding.rule == UNFINISHED for finding in work.findings)
    outcome = Outcome.PARTIAL if partial else Outcome.APPLIED
    result = Result(outcome, tuple(work.effects), tuple(work.findings), tuple(work.changes))
    return Purged(result, tuple(told), tuple(_unreached(order, env)))
