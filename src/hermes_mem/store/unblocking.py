"""What stood in a memory before an agent wrote down, in its place, what Hermes shows for an entry that it blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.guards import scan, shape
from hermes_mem.history.history import History, Known
from hermes_mem.history.versions import Happened, happened
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.finding import Severity
from hermes_mem.model.plan import Replace
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.model.target import State, Target
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.looking_back import changes_of
from hermes_mem.store.reading import read
from hermes_mem.store.spelling import texts

RULE = "shape.blocked-literal"


def restoring(home: Home, name: str, env: Environment, *, late: bool = False) -> list[Remedy]:
    """The remedy that puts back what the history has of such entries from before; none where it has nothing.

    What Hermes blocked it will block again: those rules are allowed, since the text stood there before.
    """
    target = read(home, env, late=late, scanned=False).target(name)
    if target is None or target.state is not State.OK:
        return []
    begun = {entry.text: entry.id for entry in target.entries if entry.text.startswith(shape.BLOCKED)}
    before = _before(home, target, list(begun), env) if begun else {}
    if not before:
        return []
    allow = {
        finding.rule
        for text in before.values()
        for finding in scan(text, home.kind, late)
        if finding.severity is not Severity.INFO
    }
    says = "Put back what stood there before" + (f" ({len(before)} entries)" if len(before) > 1 else "")
    operations = tuple(Replace(begun[text], was) for text, was in before.items())
    count = len(before)
    loses = f"{count} placeholder{'' if count == 1 else 's'}"
    return [Remedy("restore", (RULE,), says, operations, loses=loses, allow=("shrink", *sorted(allow)))]


def _before(home: Home, target: Target, begun: Sequence[str], env: Environment) -> dict[str, str]:
    """For each of these texts what the newest change that brought it found in its place."""
    try:
        with History.opened_to_read(state_dir(env)) as history:
            ids = [change.id for change in changes_of([home], history)]
            places = [one for one in happened(history, ids) if _is_of(one, home, target)]
            return dict(_looked_up(places, target, begun, home, history))
    except HermesMemError:
        return {}  # A history that cannot be read has nothing to give back; whoever needs it more says so.


def _is_of(one: Happened, home: Home, target: Target) -> bool:
    return one.place.target == target.name and real_path(one.place.home) == real_path(home.path)


def _looked_up(
    places: Sequence[Happened], target: Target, begun: Sequence[str], home: Home, history: History
) -> Iterator[tuple[str, str]]:
    sought = set(begun)
    for one in sorted(places, key=lambda one: -one.change):
        if not sought:
            return
        after, before = (_texts(known, target, home, history) for known in (one.after, one.before))
        for text in sought & set(after) - set(before):
            sought.discard(text)
            was = _in_place_of(text, before, after)
            if was is not None and not was.startswith(shape.BLOCKED):
                yield text, was


def _in_place_of(text: str, before: Sequence[str], after: Sequence[str]) -> str | None:
    """What went where a text came; None where more than one thing did."""
    place = after.index(text)
    if len(before) == len(after) and before[place] not in after:
        return before[place]
    gone = [one for one in before if one not in after]
    return gone[0] if len(gone) == 1 else None


def _texts(known: Known, target: Target, home: Home, history: History) -> list[str]:
    """The texts of a version; none of what is no memory."""
    version = history.version(known) if known.kind else None
    try:
        entries: Iterable[str] = layout_of(home.kind).parse(version.raw, target.name) if version else ()
    except HermesMemError:
        return []  # It was no text then.
    return texts(home.kind, target.name, entries)
