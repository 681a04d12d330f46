"""Putting right what a check noticed: what it would do, and doing it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from hermes_mem.commit.run import run
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.lock import all_held
from hermes_mem.disk.reading import real_path
from hermes_mem.disk.writing import version_at
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Fate
from hermes_mem.model.errors import Conflict, Unreadable
from hermes_mem.model.file import FileChange, same
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.plan import Move, Outcome, Remove, Result
from hermes_mem.model.remedy import Remedy
from hermes_mem.model.store import Home
from hermes_mem.store import writing
from hermes_mem.store.layouts import layout_of
from hermes_mem.store.looking_back import effects
from hermes_mem.store.mirroring import Mirrors
from hermes_mem.store.noting import note_others
from hermes_mem.store.recovering import recovered
from hermes_mem.store.trusting import check
from hermes_mem.store.unblocking import restoring


@dataclass(frozen=True, slots=True)
class Mending:
    """A remedy for a store with who gives it, and the rules whose refusal the person overrules.

    `said` is what the history calls it, where that is not what the remedy itself says.
    """

    home: Home
    remedy: Remedy
    actor: str
    reason: str = ""
    allow: Collection[str] = ()
    late: bool = False
    said: str = ""

    @property
    def order(self) -> writing.Order:
        """Its operations on entries as a plan."""
        allow = {*self.allow, *self.remedy.allow}
        return writing.Order(
            self.home, self.remedy.operations, self.actor, self._summary, self.reason, allow, self.late
        )

    @property
    def about(self) -> About:
        """What the history says of its changes of files."""
        home = real_path(self.home.path)
        targets = dict.fromkeys(file.place.target for file in self.remedy.files if file.place)
        return About(self.actor, self.home.kind, home, ", ".join(targets), self._summary, self.reason)

    @property
    def _summary(self) -> str:
        """What was done, as the history has it: "mended: split at its headings"."""
        return self.said or f"mended: {self.remedy.says[:1].lower()}{self.remedy.says[1:]}"


def remedies(home: Home, finding: Finding, env: Environment, *, late: bool = False) -> list[Remedy]:
    """What would mend a finding on a memory file of this store, the best first."""
    if finding.target is None:
        return []
    known = of_target(home, finding.target, env, late=late)
    return [remedy for remedy in known if finding.rule in remedy.rules]


def of_target(home: Home, target: str, env: Environment, *, late: bool = False) -> list[Remedy]:
    """All that would mend a target of this store, for each rule the best first."""
    return [
        *restoring(home, target, env, late=late),
        *layout_of(home.kind).remedies(home.path, target, env, late=late),
    ]


def best_of(known: Iterable[Remedy], findings: Iterable[Finding]) -> Remedy | None:
    """The first remedy for what is more than a remark, among those that a person needs not choose: it leaves every
    entry in its memory, and brings nothing that a rule refuses.

    None where nothing asks for one.
    """
    graver = {finding.rule for finding in findings if finding.severity is not Severity.INFO}
    return next((one for one in known if graver & {*one.rules} and not _to_be_chosen(one)), None)


def _to_be_chosen(remedy: Remedy) -> bool:
    takes_away = any(isinstance(operation, Move | Remove) for operation in remedy.operations)
    return takes_away or not {*remedy.allow} <= {"shrink", "empty"}


def preview(mending: Mending, env: Environment) -> Result:
    """What `mend` would do now; nothing is locked or written. Raises what `writing.preview` raises."""
    if mending.remedy.operations:
        return writing.preview(mending.order, env)
    return Result(Outcome.APPLIED, effects(mending.remedy.files, env))


def mend(mending: Mending, env: Environment) -> Result:
    """Do all of it or nothing; `u` takes it back. Raises what `writing.apply` raises.

    Conflict when a file is no longer what the remedy was worked out on.
    """
    if mending.remedy.operations:
        return writing.apply(mending.order, env)
    files = mending.remedy.files
    check(files, env)
    with History.opened(state_dir(env)) as history:
        recovered(history, env)
        make_directories(files, env)
        with all_held([file.lock for file in files if file.lock]):
            for file in files:
                _check(file)
            note_others(files, history, env)
            if all(file.before == file.after for file in files):
                changes, findings = _followed(mending, history, env)
            else:
                mirrors = Mirrors(env)
                done = mirrors.done(run(files, mending.about, history, follow=mirrors.follow))
                changes, findings = (done.change.id,), done.findings
    return replace(preview(mending, env), changes=changes, findings=findings)


def _followed(mending: Mending, history: History, env: Environment) -> tuple[tuple[int, ...], tuple[Finding, ...]]:
    """Only what the agent keeps elsewhere becomes another: the change that says so, if there is one, and findings.

    There is one where that held more than the file, so that it can be had back.
    """
    mirrors, held = Mirrors(env), mending.remedy.held
    if held is None:
        return (), mirrors.followed(mending.remedy.files)
    files = [replace(file, before=held) for file in mending.remedy.files]
    change = history.record(mending.about, files)
    mirrors.follow(change)
    history.close(change, Fate.DONE)
    return (change.id,), mirrors.done(change).findings


def make_directories(files: Iterable[FileChange], env: Environment) -> None:
    """Those that an agent makes before it writes these files. Raises Unreadable."""
    for place in (file.place for file in files if file.place):
        try:
            layout_of(place.kind).make_directories(place.home, place.target, env)
        except OSError as error:
            raise Unreadable(f"{error.filename} cannot be made ({error.strerror}).", "Nothing was written.") from error


def _check(file: FileChange) -> None:
    try:
        now = version_at(file.path)
    except OSError as error:
        raise Unreadable(f"{file.path} cannot be read ({error.strerror}).", "Nothing was written.") from error
    if not same(now, file.before):
        raise Conflict(f"{file.path.name} is no longer what it was.", "Look at it again; nothing was written.")
