"""What one run of the screen works with: where it reads, what it remembers. No widget, so that tests need none."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_mem.config import remembered
from hermes_mem.config.remembered import Remembered
from hermes_mem.config.settings import Settings
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.plan import Add, Result
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.store.observing import observe
from hermes_mem.store.reading import Choice, find_homes, looked_in, read
from hermes_mem.tui.widgets.glyphs import ASCII, UNICODE, Glyphs

if TYPE_CHECKING:
    from threading import Event

    from hermes_mem.health.check import Report, Sight
    from hermes_mem.health.examining import Looked
    from hermes_mem.history.records import Change
    from hermes_mem.model.remedy import Remedy
    from hermes_mem.store.differences import Difference
    from hermes_mem.store.lines_changed import LineChange
    from hermes_mem.store.mending import Mending
    from hermes_mem.store.mirroring import Done
    from hermes_mem.store.watching import Seen
    from hermes_mem.store.writing import Order


class Leave(Enum):
    """Why the screen was left."""

    FOR_GOOD = "for good"
    FOR_DEMO = "for the demo"


@dataclass(slots=True)
class Session:
    """`demo` says that the store in sight is the invented one; `problems` are sentences to say at the start.

    `live` says that the stores are watched, and shown anew when others change them.
    """

    env: Environment
    choice: Choice
    settings: Settings
    demo: bool = False
    remembered: Remembered = field(default_factory=Remembered)
    problems: list[str] = field(default_factory=list)
    clock: Callable[[], datetime] = datetime.now
    live: bool = True

    @property
    def glyphs(self) -> Glyphs:
        """The signs of the screen, plain ones where the person asked for them."""
        return ASCII if self.settings.ui.glyphs == "ascii" else UNICODE

    def homes(self) -> list[Home]:
        """The stores asked for, those first that agents would use now. Raises what `find_homes` raises."""
        return sorted(find_homes(self.env, self.choice), key=lambda home: not home.active)

    def looked_in(self) -> str:
        """Where a store was looked for, and that there is none, as clauses with short paths."""
        return self.short(looked_in(self.env))

    def read(self, home: Home) -> Snapshot:
        """A store as it lies on disk now."""
        return read(home, self.env, late=self.settings.hermes_rules == "late")

    def observe(self, snapshots: Iterable[Snapshot]) -> bool:
        """Keep a version of what lies in these stores, in the demo none; returns whether something was new.

        Where none can be kept reading goes on, and a change says why it cannot be made.
        """
        return not self.demo and observe(snapshots, self.env).noted

    def watch(self, shown: Sequence[Snapshot], stop: Event) -> Iterator[tuple[Seen, ...]]:
        """Yields when anything in these stores looks different, with what others changed. Raises Unreadable."""
        from hermes_mem.store.watching import watch

        late = self.settings.hermes_rules == "late"
        homes = [store.home for store in shown]
        return watch(lambda: [read(h, self.env, late=late, scanned=False) for h in homes], self.env, stop, shown=shown)

    def recover(self) -> list[str]:
        """Finish or roll back what a dead process left open; a sentence for each, or why that cannot be done now."""
        from hermes_mem.config.places import state_dir
        from hermes_mem.history.schema import FILE

        if not (state_dir(self.env) / FILE).exists():
            return []
        from hermes_mem.store.writing import recover

        try:
            recovered = recover(self.env)
        except HermesMemError as error:
            return [error.message]
        return [sentence for done in recovered for sentence in cut_off(done)]

    def apply(self, order: Order) -> Result:
        """Do a plan. Raises what `store.writing.apply` raises."""
        from hermes_mem.store.writing import apply

        return apply(order, self.env)

    def trust_and_apply(self, order: Order) -> Result:
        """Trust the files behind links of the order's stores, and do the plan. Raises what `apply` raises."""
        from hermes_mem.store.trusting import outside, trust

        for home in order.homes:
            for target in self.read(home).targets:
                if (file := outside(target)) is not None:
                    trust(file, self.env)
        return self.apply(order)

    def restore(self, change: Change) -> str | None:
        """Put the files of a change back; the history's words for it, None when they are so. Raises as `restore`."""
        from hermes_mem.store.restoring import restore

        restored = restore(change.id, self.env, actor="you")
        return words_for(restored) if restored else None

    def entry_before(self, change: Change, entry: str) -> tuple[Home, Add]:
        """An entry that was there before a change. Raises what `store.restoring.entry_before` raises."""
        from hermes_mem.store.restoring import entry_before

        return entry_before(change.id, entry, self.env)

    def undo(self, home: Home) -> str:
        """Take the newest change back; returns the history's words for it. Raises what `store.undoing.undo` raises."""
        from hermes_mem.store.undoing import undo

        return words_for(undo(home, self.env, actor="you"))

    def redo(self, home: Home) -> str:
        """Do the newest undo again; returns the history's words for it. Raises what `store.undoing.redo` raises."""
        from hermes_mem.store.undoing import redo

        return words_for(redo(home, self.env, actor="you"))

    def history(self) -> list[Change]:
        """Every change of the stores asked for, newest first; nothing is made where there is no history yet.

        Raises Unreadable, Damaged, and what `find_homes` raises.
        """
        from hermes_mem.config.places import state_dir
        from hermes_mem.history.schema import FILE
        from hermes_mem.store.looking_back import changes

        return changes(self.env, self.homes()) if (state_dir(self.env) / FILE).exists() else []

    def undo_change(self, change: Change) -> str:
        """Take this change back; returns the history's words for it. Raises what `store.undoing.undo` raises."""
        from hermes_mem.store.looking_back import home_at
        from hermes_mem.store.undoing import undo

        home = home_at(change.about.home, change.about.kind, self.env)
        return words_for(undo(home, self.env, actor="you", change=change.id))

    def undo_newest(self, homes: Sequence[Home]) -> str:
        """Take the newest change of any of these stores back. Raises as `undo` does."""
        from hermes_mem.store.undoing import undoable

        return self.undo((undoable(homes, self.env) or homes)[0])

    def redo_newest(self, homes: Sequence[Home]) -> str:
        """Do the newest undo in any of these stores again. Raises as `redo` does."""
        from hermes_mem.store.undoing import redoable

        return self.redo((redoable(homes, self.env) or homes)[0])

    def sight(self, shown: Sequence[Snapshot]) -> Sight:
        """What checks are given to look at."""
        from hermes_mem.health.check import Sight

        return Sight(shown, self.env, self.settings.hermes_rules == "late")

    def look(self, shown: Sequence[Snapshot]) -> Iterator[Looked]:
        """Runs one check after the other over these stores."""
        from hermes_mem.health.examining import look

        return look(self.sight(shown))

    @property
    def groups(self) -> list[str]:
        """What the checks are about, in the order in which they run."""
        from hermes_mem.health.examining import CHECKS

        return [check.group for check in CHECKS]

    def deep(self, shown: Sequence[Snapshot], stopped: Callable[[], bool]) -> list[Report]:
        """What many more rules take for a secret in these stores; takes seconds. Nothing once it is stopped."""
        from hermes_mem.health.deep import Stopped, deep

        try:
            return deep(self.sight(shown), stopped)
        except Stopped:
            return []

    @property
    def no_deep(self) -> str | None:
        """Why those rules cannot be run, and what helps; None where they can."""
        from hermes_mem.health.deep import check_installed

        try:
            check_installed()
        except HermesMemError as error:
            return f"That needs {error.message.removeprefix('--deep needs ').removesuffix('.')}: {error.hint}"
        return None

    def quieted(self, reports: Sequence[Report]) -> list[Report]:
        """The reports, those marked that the person has acknowledged."""
        from hermes_mem.health.acknowledging import quieted

        return quieted(reports, self.env)

    def acknowledge(self, report: Report) -> Report:
        """Let a report be quiet until it changes, or be told again if it is. Raises Unreadable, Damaged, Busy."""
        from hermes_mem.health.acknowledging import acknowledge, forget

        return (forget if report.acknowledged else acknowledge)(report, self.env)

    def remedies(self, report: Report, shown: Sequence[Snapshot]) -> list[Remedy]:
        """What would mend it, the best first."""
        from hermes_mem.health.examining import remedies

        return remedies(report, self.sight(shown))

    def mending(self, home: Home, remedy: Remedy, *, allow: Collection[str] = ()) -> Mending:
        """The remedy as the person's own order."""
        from hermes_mem.store.mending import Mending

        return Mending(home, remedy, "you", allow=allow, late=self.settings.hermes_rules == "late")

    def preview(self, mending: Mending) -> tuple[Result, list[Difference], list[LineChange]]:
        """What it would do now, to which entries, and to which lines of a file where it changes no entry.

        Raises what `store.mending.preview` raises.
        """
        from hermes_mem.store.differences import differences
        from hermes_mem.store.lines_changed import lines_changed
        from hermes_mem.store.mending import preview

        result = preview(mending, self.env)
        entries = differences(result.effects)
        shaped = () if entries or not mending.remedy.operations else result.effects
        return result, entries, [line for effect in shaped for line in lines_changed(effect, self.env)]

    def mend(self, mending: Mending) -> Result:
        """Do it. Raises what `store.mending.mend` raises."""
        from hermes_mem.store.mending import mend

        return mend(mending, self.env)

    @property
    def today(self) -> date:
        """The day as agents write it: that of UTC."""
        return self.clock().astimezone(UTC).date()

    @property
    def note(self) -> str:
        """The word at the right of the title."""
        return "demo" if self.demo else f"read {self.clock():%H:%M}"

    def short(self, words: Path | str) -> str:
        """A path, or each path in a sentence, as people write it: `~` for their home."""
        return re.sub(rf"(?<!\S){re.escape(str(self.env.user_home))}/", "~/", str(words))

    def log_crash(self, problem: BaseException | None) -> str:
        """Write down where something broke; returns the sentence about it."""
        from hermes_mem.config.crash import report

        return report(problem).message if isinstance(problem, Exception) else str(problem)

    def remember(self, choices: Remembered) -> str | None:
        """Keep choices for the next start, all but in a demo. Returns why that failed, None when it did not."""
        self.remembered = choices
        return None if self.demo else remembered.save(self.env, choices)


def cut_off(done: Done) -> list[str]:
    """What became of a change that a dead process left open, and what stays behind it."""
    told = f"A change was cut off ({done.change.about.summary}); it is {done.change.fate} now."
    return [told, *(finding.message for finding in done.findings)]


def words_for(done: Done) -> str:
    """The history's words for a change, and what the agent keeps elsewhere that stays behind it, without a point."""
    return ". ".join([done.change.about.summary, *(finding.message.rstrip(".") for finding in done.findings)])
