"""A plan, applied beside the running agent: checked, recorded, published and verified under the agent's own locks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.config.trusted import load
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change
from hermes_mem.model.entry import Identity, assign_ids
from hermes_mem.model.errors import Conflict, Damaged, Unreadable
from hermes_mem.model.file import FileChange, same
from hermes_mem.model.finding import Finding
from hermes_mem.model.plan import Effect, Move, Operation, Outcome, Result
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.target import State, Target
from hermes_mem.store.editing import Draft, Place
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.reading import read
from hermes_mem.store.recovering import recovered
from hermes_mem.store.refusing import OUTSIDE, refused, target_findings, text_findings


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
    _, result = _worked_out(order, env)
    return result


def apply(order: Order, env: Environment) -> Result:
    """Do all of it or nothing. A refusal is a result; so is a plan that changes nothing.

    Raises NotFound for an entry that is not there any more, Usage for a target that does not exist, Busy when an agent
    does not let go, Conflict when somebody writes without the lock at the same moment, Unreadable and Damaged when the
    file or our history cannot be written.
    """
    with History.opened(state_dir(env)) as history:
        recovered(history)
        draft, result = _worked_out(order, env)
        if result.outcome is not Outcome.APPLIED:
            return result
        with all_held(_locks(order, draft.touched)):
            return _apply_locked(order, env, history, draft.touched)


def recover(env: Environment) -> list[Change]:
    """Finish or roll back what a dead process left open; gives back what was found, closed. Raises as `apply` does."""
    with History.opened(state_dir(env)) as history:
        return recovered(history)


def _apply_locked(order: Order, env: Environment, history: History, locked: Collection[Place]) -> Result:
    """What was read before the lock may be old: everything is worked out again."""
    draft, result = _worked_out(order, env)
    if result.outcome is not Outcome.APPLIED:
        return result
    if not set(draft.touched) <= set(locked):
        raise Conflict("The memory changed while its lock was awaited.", "Look at it again; nothing was written.")
    files = [_as_read(order, effect) for effect in result.effects]
    home = order.home
    target = ", ".join(effect.target for effect in result.effects)
    change = run(files, About(order.actor, home.kind, home.path, target, order.summary, order.reason), history)
    return replace(result, changes=(change.id,))


def _as_read(order: Order, effect: Effect) -> FileChange:
    """Raises Conflict when the file is not what was read a moment ago: somebody writes without the lock."""
    layout = layout_of(effect.home.kind)
    change = _file_change(effect.home, effect.target, effect.new)
    there = layout.parse(change.before.raw, late=order.late) if change.before else []
    if tuple(there) != effect.old:
        raise Conflict(
            f"{change.path.name} was written this very moment, without the agent's lock.",
            "Look at it again; nothing was written.",
        )
    return change


def _file_change(home: Home, target: str, texts: Sequence[str]) -> FileChange:
    try:
        return layout_of(home.kind).file_change(home.path, target, texts)
    except OSError as error:
        raise Unreadable(f"{error.filename} cannot be read ({error.strerror}).", "Nothing was written.") from error


def _locks(order: Order, places: Iterable[Place]) -> list[Path]:
    kinds = {home.path: home.kind for home in order.homes}
    return [layout_of(kinds[path]).lock_path(path, target) for path, target in places]


def _worked_out(order: Order, env: Environment) -> tuple[Draft, Result]:
    """The plan worked through on what lies there now: its effects, and whether anything stands against them."""
    snapshots = [read(home, env, late=order.late) for home in order.homes]
    source, *others = snapshots
    draft = Draft(source, others)
    for operation in order.operations:
        draft.apply(operation)
    homes = {snapshot.home.path: snapshot for snapshot in snapshots}
    effects = tuple(effect for place in draft.touched if (effect := _effect(draft, homes, place)) is not None)
    findings = tuple(_without_way_out(f, order) for f in _findings(order, draft, homes, effects, load(env)))
    if not effects:
        return draft, Result(Outcome.UNCHANGED, (), findings)
    outcome = Outcome.REFUSED if refused(findings, order.allow) else Outcome.APPLIED
    return draft, Result(outcome, effects, findings)


def _without_way_out(finding: Finding, order: Order) -> Finding:
    """What the person has allowed is still told, and not how to allow it."""
    return replace(finding, fix=None) if finding.rule in order.allow else finding


def _effect(draft: Draft, homes: Mapping[Path, Snapshot], place: Place) -> Effect | None:
    """What would become of a target; None when the agent would find the same entries in it."""
    snapshot = homes[place[0]]
    target = snapshot.target(place[1])
    assert target is not None
    _check_readable(target)
    layout = layout_of(snapshot.home.kind)
    old, new = tuple(entry.text for entry in target.entries), tuple(layout.unique(draft.texts(place)))
    if tuple(layout.unique(old)) == new and not (place in draft.repaired and _to_mend(snapshot.home, target)):
        return None
    after = replace(target.budget, used=layout.size(new))
    return Effect(snapshot.home, target.name, target.budget, after, old, new)


def _to_mend(home: Home, target: Target) -> bool:
    """Whether the file has drifted, or has other bytes than the agent would write for its entries."""
    if target.state in (State.ABSENT, State.DRIFTED):
        return target.state is State.DRIFTED
    file = _file_change(home, target.name, [entry.text for entry in target.entries])
    return not same(file.before, file.after)


def _check_readable(target: Target) -> None:
    """What cannot be read is not written: absent and empty are, everything else would be lost."""
    if target.state is State.UNREADABLE:
        raise Unreadable(target.problem or "It cannot be read.", "Nothing was written.")
    if target.state is State.UNDECODABLE:
        raise Damaged(target.problem or "It is not UTF-8.", "Nothing was written.")


def _findings(
    order: Order,
    draft: Draft,
    homes: Mapping[Path, Snapshot],
    effects: Sequence[Effect],
    trusted: Collection[Path],
) -> Iterable[Finding]:
    for (path, target), text in draft.written:
        (entry,) = assign_ids([Identity(target, text)])
        for finding in text_findings(text, target, homes[path].home.kind, late=order.late):
            yield replace(finding, entry=entry)
    for effect in effects:
        found = homes[effect.home.path].target(effect.target)
        assert found is not None
        elsewhere = {text for other in effects if other is not effect for text in other.new}
        repaired = (effect.home.path, effect.target) in draft.repaired
        for finding in target_findings(found, effect.after, effect.new, elsewhere, repaired=repaired):
            if not (finding.rule == OUTSIDE and found.linked_to in trusted):
                yield replace(finding, file=str(found.path))
