"""A plan, applied beside the running agent: checked, recorded, published and verified under the agent's own locks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.config.trusted import load
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.reading import real_path
from hermes_mem.history.history import History
from hermes_mem.history.records import About
from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.errors import Conflict, Damaged, Unreadable
from hermes_mem.model.file import FileChange, Lock, same
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Add, Effect, Move, Operation, Outcome, Result, settled
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.store.doubling import doubled_findings
from hermes_mem.store.editing import Draft, Place
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.mirroring import Done, Mirrors
from hermes_mem.store.noting import note_others
from hermes_mem.store.reading import read
from hermes_mem.store.recovering import recovered
from hermes_mem.store.refusing import OUTSIDE, may_be_back, refused, target_findings, text_findings, unmended
from hermes_mem.store.spelling import left_behind, spelled, texts


@dataclass(frozen=True, slots=True)
class Order:
    """A plan with who gives it: `allow` names rules whose refusal the person overrules."""

    home: Home
    operations: Sequence[Operation]
    actor: str
    summary: str
    reason: str = ""
    allow: Collection[str] = ()
    late: bool = False

    @property
    def homes(self) -> list[Home]:
        """The stores that the plan is about, each once, the first one that of the entries."""
        others = [operation.home for operation in self.operations if isinstance(operation, Move) and operation.home]
        return list({home.path: home for home in (self.home, *others)}.values())


def preview(order: Order, env: Environment) -> Result:
    """What `apply` would do now; nothing is locked or written. Raises NotFound and Usage as `apply` does."""
    return _worked_out(order, env).result


def apply(order: Order, env: Environment) -> Result:
    """Do all of it or nothing. A refusal is a result; so is a plan that changes nothing.

    Raises NotFound for an entry that is not there any more, Usage for a target that does not exist, Busy when an agent
    does not let go, Conflict when somebody writes without the lock at the same moment, Unreadable and Damaged when the
    file or our history cannot be written.
    """
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        work = _worked_out(order, env)
        sure = not may_be_back(work.result.findings)
        if sure and work.result.outcome is not Outcome.APPLIED:
            return work.result
        locked = tuple(work.draft.touched)
        with all_held(_locks(order, locked, env)):
            files = _still_so(work, env) if sure else None
            if files is None:
                work = _worked_out(order, env)
                if work.result.outcome is not Outcome.APPLIED:
                    return work.result
                files = _under(locked, order, work, env)
            return _published(order, work.result, files, history, env)


def recover(env: Environment) -> list[Done]:
    """Finish or roll back what a dead process left open; gives back what was found, closed. Raises as `apply` does."""
    with History.opened(state_dir(env)) as history:
        return recovered(history, env)


def _still_so(work: _Work, env: Environment) -> list[FileChange] | None:
    """What to publish, when every file is to the byte what the agent writes for the entries that were read.

    None when one is not, lies behind a link, or has changed while its lock was awaited: then all is worked out again.
    """
    if any(map(work.draft.rebuilt, work.draft.touched)):
        return None
    files = [_file_change(effect.home, effect.target, effect.new, env) for effect in work.result.effects]
    return files if all(map(_is_as_read, files, work.result.effects, work.targets)) else None


def _is_as_read(file: FileChange, effect: Effect, target: Target) -> bool:
    if target.linked_to or file.path != real_path(target.path.parent) / target.path.name:
        return False
    raw = file.before.raw if file.before else b""
    return raw == layout_of(effect.home.kind).serialise(effect.target, effect.old)


def _under(locked: Collection[Place], order: Order, work: _Work, env: Environment) -> list[FileChange]:
    """What to publish, worked out under these locks. Raises Conflict when it is about other files than those."""
    if not set(work.draft.touched) <= set(locked):
        raise Conflict("The memory changed while its lock was awaited.", "Look at it again; nothing was written.")
    return [_as_read(order, effect, work.draft, env) for effect in work.result.effects]


def _published(order: Order, result: Result, files: Sequence[FileChange], history: History, env: Environment) -> Result:
    home = order.home
    target = ", ".join(effect.target for effect in result.effects)
    about = About(order.actor, home.kind, real_path(home.path), target, order.summary, order.reason)
    note_others(files, history, env)
    mirrors = Mirrors(env)
    done = mirrors.done(run(files, about, history, follow=mirrors.follow))
    return replace(result, changes=(done.change.id,), findings=(*result.findings, *done.findings))


def _as_read(order: Order, effect: Effect, draft: Draft, env: Environment) -> FileChange:
    """Raises Conflict when the file is not what was read a moment ago: somebody writes without the lock."""
    layout = layout_of(effect.home.kind)
    change = _file_change(effect.home, effect.target, effect.new, env)
    if repair := draft.rebuilt((effect.home.path, effect.target)):
        if (change.before and change.before.digest) == repair.of:
            return change
        raise Conflict(
            f"{change.path.name} is no longer what this repair was worked out on.",
            "Look at it again; nothing was written.",
        )
    there = layout.parse(change.before.raw, effect.target, late=order.late) if change.before else []
    if tuple(there) != effect.old:
        raise Conflict(
            f"{change.path.name} was written this very moment, without the agent's lock.",
            "Look at it again; nothing was written.",
        )
    return change


def _file_change(home: Home, target: str, entries: Sequence[str], env: Environment) -> FileChange:
    try:
        return layout_of(home.kind).file_change(home.path, target, entries, env)
    except OSError as error:
        raise Unreadable(f"{error.filename} cannot be read ({error.strerror}).", "Nothing was written.") from error


def _locks(order: Order, places: Iterable[Place], env: Environment) -> list[Lock]:
    """The locks of the places; their directories are made, as the agent makes them. Raises Unreadable."""
    kinds = {home.path: home.kind for home in order.homes}
    for path, target in places:
        try:
            layout_of(kinds[path]).make_directories(path, target, env)
        except OSError as error:
            raise Unreadable(f"{error.filename} cannot be made ({error.strerror}).", "Nothing was written.") from error
    return [layout_of(kinds[path]).lock(path, target, env) for path, target in places]


class _Work(NamedTuple):
    """A plan worked through on what was read; `targets` are those of the effects, as they were."""

    draft: Draft
    result: Result
    targets: tuple[Target, ...]


def _worked_out(order: Order, env: Environment) -> _Work:
    """The plan worked through on what lies there now: its effects, and whether anything stands against them."""
    snapshots = [read(home, env, late=order.late, scanned=False) for home in order.homes]
    source, *others = snapshots
    draft = Draft(source, others)
    for operation in order.operations:
        draft.apply(operation)
    homes = {snapshot.home.path: snapshot for snapshot in snapshots}
    effects = tuple(effect for place in draft.touched if (effect := _effect(draft, homes, place, env)) is not None)
    findings = tuple(_without_way_out(f, order) for f in _findings(order, draft, homes, effects, env))
    if not effects:
        return _Work(draft, Result(Outcome.UNCHANGED, (), findings), ())
    outcome = Outcome.REFUSED if refused(findings, order.allow) else Outcome.APPLIED
    targets = tuple(_target(homes, effect.home.path, effect.target) for effect in effects)
    return _Work(draft, Result(outcome, effects, findings), targets)


def _target(homes: Mapping[Path, Snapshot], home: Path, name: str) -> Target:
    target = homes[home].target(name)
    assert target is not None
    return target


def _without_way_out(finding: Finding, order: Order) -> Finding:
    """What the person has allowed is still told, and not how to allow it."""
    return replace(finding, fix=None) if finding.rule in order.allow else finding


def _effect(draft: Draft, homes: Mapping[Path, Snapshot], place: Place, env: Environment) -> Effect | None:
    """What would become of a target; None when the agent would find the same entries in it."""
    snapshot = homes[place[0]]
    target = _target(homes, *place)
    layout = layout_of(snapshot.home.kind)
    rebuilt = draft.rebuilt(place)
    _check_readable(target, rebuilt=rebuilt is not None)
    old = tuple(entry.spelled for entry in target.entries)
    entries = rebuilt.entries if rebuilt else spelled(draft.slots(place), target.name, layout)
    new = tuple(layout.unique(target.name, entries or ()))
    mended = place in draft.repaired and (rebuilt is not None or _to_mend(snapshot.home, target, env))
    if tuple(layout.unique(target.name, old)) == new and not mended:
        return None
    after = replace(target.budget, used=layout.size(target.name, new))
    return Effect(snapshot.home, target.name, target.budget, after, old, new, target.seen)


def _to_mend(home: Home, target: Target, env: Environment) -> bool:
    """Whether the file has drifted, or has other bytes than the agent would write for its entries."""
    if target.state in (State.ABSENT, State.DRIFTED):
        return target.state is State.DRIFTED
    file = _file_change(home, target.name, [entry.spelled for entry in target.entries], env)
    return not same(file.before, file.after)


def _check_readable(target: Target, *, rebuilt: bool) -> None:
    """What cannot be read is not written: absent and empty are, everything else would be lost.

    What is no text may be `rebuilt` out of its bytes.
    """
    if target.state is State.UNREADABLE:
        raise Unreadable(target.problem or "It cannot be read.", "Nothing was written.")
    if target.state is State.UNDECODABLE and not rebuilt:
        raise Damaged(target.problem or "It is not UTF-8.", "Nothing was written.")


def _findings(
    order: Order,
    draft: Draft,
    homes: Mapping[Path, Snapshot],
    effects: Sequence[Effect],
    env: Environment,
) -> Iterable[Finding]:
    trusted = load(env)
    back = {settled(one.text) for one in order.operations if isinstance(one, Add) and one.of is not None}
    for (path, target), text in draft.written:
        (entry,) = assign_ids([Identity(target, text)])
        for finding in text_findings(text, target, homes[path].home.kind, late=order.late, given=text not in back):
            yield replace(finding, entry=entry)
    kinds = {path: snapshot.home.kind for path, snapshot in homes.items()}
    yield from filter(None, (left_behind(moved, kinds) for moved in draft.moved))
    yield from doubled_findings(draft, kinds)
    for effect in effects:
        yield from _effect_findings(effect, effects, draft, _target(homes, effect.home.path, effect.target), trusted)
        gone = set(effect.old) - set(effect.new)
        yield from layout_of(effect.home.kind).returning(effect.home.path, effect.target, gone, env)
    for home, target in draft.repaired:
        if (home, target) not in {(effect.home.path, effect.target) for effect in effects}:
            yield from unmended(_target(homes, home, target))


def _effect_findings(
    effect: Effect, effects: Sequence[Effect], draft: Draft, target: Target, trusted: Collection[Path]
) -> Iterable[Finding]:
    place = (effect.home.path, effect.target)
    brought = [slot.text for slot in draft.slots(place) if slot.id is None]
    yield from layout_of(effect.home.kind).objections(effect.target, brought, effect.new)
    now = texts(effect.home.kind, effect.target, effect.new)
    others = (other for other in effects if other is not effect)
    elsewhere = {text for other in others for text in texts(other.home.kind, other.target, other.new)}
    repaired, rebuilt = place in draft.repaired, draft.rebuilt(place) is not None
    for finding in target_findings(target, effect, now, elsewhere, repaired=repaired, rebuilt=rebuilt):
        if not (finding.rule == OUTSIDE and target.linked_to in trusted):
            yield replace(finding, file=str(target.path))
