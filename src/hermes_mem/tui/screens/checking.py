"""The stores are checked in a worker once they are on the screen: for the number on the tab, and the Health view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker, get_current_worker

from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Home, Snapshot
from hermes_mem.model.text import safe
from hermes_mem.tui.memory.facts import Line, Role, number_of
from hermes_mem.tui.widgets.glyphs import own
from hermes_mem.tui.widgets.tab_bar import TabBar
from hermes_mem.tui.working import work

if TYPE_CHECKING:
    from hermes_mem.health.check import Report
    from hermes_mem.tui.health.rows import Examined
    from hermes_mem.tui.screens.desk import DeskScreen

PATIENCE = 0.5
"""Seconds after which it is said how far the checks are."""


class Checking(Widget):
    """Has no face of its own. `examined` is the last run that came to its end, `nothing` why there is none to look at.

    `told` is called whenever there is something else to show.
    """

    DEFAULT_CSS = "Checking { display: none; }"

    @dataclass
    class Step(Message):
        """This kind is checked now."""

        group: str
        number: int
        of: int

    @dataclass
    class Done(Message):
        """All checks are done."""

        examined: Examined

    @dataclass
    class Deep(Message):
        """The many more rules for secrets have been run."""

        reports: Sequence[Report]

    @dataclass
    class Quieted(Message):
        """A report was acknowledged, or is told again."""

        report: Report

    @dataclass
    class Failed(Message):
        """It could not be acknowledged."""

        error: HermesMemError

    def __init__(self, desk: DeskScreen) -> None:
        super().__init__()
        self._desk = desk
        self._run: Worker[None] | None = None
        self._deep_run: Worker[None] | None = None
        self._deep: Sequence[Report] = ()
        self._begun = 0.0
        self._step: Checking.Step | None = None
        self.examined: Examined | None = None
        self.nothing: Sequence[Line] = ()
        self.told: Callable[[], None] | None = None

    def begin(self) -> None:
        """Check the stores that are shown, from the beginning."""
        self._begun, self._step = monotonic(), None
        self.set_timer(PATIENCE, self._tell)
        self._run = work(self._desk, partial(self._look, self._desk.snapshots), "check", exclusive=True)
        self._tell()

    def begin_deep(self) -> None:
        """Look for secrets by many more rules, which takes seconds; what they find stays until its entry is gone."""
        self._deep_run = work(self._desk, partial(self._look_deep, self._desk.snapshots), "deep", exclusive=True)
        self._tell()

    def show_nothing(self, lines: Sequence[Line]) -> None:
        """There is nothing to check, and why."""
        self.cancel()
        self.examined, self.nothing = None, lines
        self._tell()

    def cancel(self) -> bool:
        """Stop, if checks are under way; whether they were."""
        under_way = [run for run in (self._run, self._deep_run) if run]
        for run in under_way:
            run.cancel()
        self._run = self._deep_run = None
        self._tell()
        return bool(under_way)

    @property
    def progress(self) -> str | None:
        """How far the checks are, None when none is under way."""
        if self._run is None:
            return own("looking for secrets… (esc stops)") if self._deep_run else None
        if (step := self._step) is None or monotonic() - self._begun < PATIENCE:
            return own("checking…")
        return own(f"checking (esc stops) {step.number} of {step.of}, {step.group}")

    def _look(self, stores: Sequence[Snapshot]) -> None:
        from hermes_mem.tui.health.rows import Examined, report_rows

        worker, session = get_current_worker(), self._desk.session
        reports: list[Report] = []
        problems: list[str] = []
        checks, groups = session.look(stores), session.groups
        for number, group in enumerate(groups, 1):
            self.post_message(self.Step(group, number, len(groups)))
            looked = next(checks)
            if worker.is_cancelled:
                return
            reports += looked.reports
            problems += [f"{looked.group} could not be checked. {looked.problem}"] if looked.problem else []
        rows = report_rows(session.quieted([*reports, *_still_there(self._deep, stores)]), stores)
        examined = Examined(stores, rows, tuple(problems), session.clock())
        if not worker.is_cancelled:
            self.post_message(self.Done(examined))

    def _look_deep(self, stores: Sequence[Snapshot]) -> None:
        worker, session = get_current_worker(), self._desk.session
        reports = session.quieted(session.deep(stores, lambda: worker.is_cancelled))
        if not worker.is_cancelled:
            self.post_message(self.Deep(reports))

    @on(Deep)
    def show_deep(self, event: Deep) -> None:
        """Takes in what the many more rules have found; the others stand."""
        from hermes_mem.tui.health.rows import report_rows

        event.stop()
        self._deep_run, found = None, len(event.reports)
        if self.examined:
            stores, old = self.examined.stores, {_name(report) for report in self._deep}
            known = [row.report for row in self.examined.rows if _name(row.report) not in old]
            rows = report_rows([*known, *_still_there(event.reports, stores)], stores)
            self.examined = replace(self.examined, rows=rows)
        self._deep = event.reports
        self._tell()
        what = number_of(found, "more secret") if found else "No more secrets"
        self._desk.say(f"{what} found by the many more rules.")

    @on(Step)
    def show_progress(self, event: Step) -> None:
        """Says how far the checks are, once a person would wonder."""
        event.stop()
        self._step = event
        self._tell()

    @on(Done)
    def show(self, event: Done) -> None:
        """Takes in what was found."""
        event.stop()
        self._run = None
        self.examined, self.nothing = event.examined, ()
        self._tell()

    def _tell(self) -> None:
        if self._desk.closing:
            return
        found = self.examined.needing if self.examined else 0
        self._desk.query_one(TabBar).counts = {"health": found} if found else {}
        if self.told:
            self.told()

    # What a person acknowledges

    def acknowledge(self, report: Report) -> None:
        """Let it be quiet until it changes, or be told again if it is quiet."""
        work(self._desk, partial(self._acknowledge, report), "acknowledge")

    def _acknowledge(self, report: Report) -> None:
        try:
            self.post_message(self.Quieted(self._desk.session.acknowledge(report)))
        except HermesMemError as error:
            self.post_message(self.Failed(error))

    @on(Quieted)
    def show_quieted(self, event: Quieted) -> None:
        """Shows it as it is now, without another run of the checks."""
        event.stop()
        name = _name(event.report)
        if self.examined:
            rows = tuple(
                replace(row, report=event.report) if _name(row.report) == name else row for row in self.examined.rows
            )
            self.examined = replace(self.examined, rows=rows)
        self._tell()
        now = "It is quiet until it changes." if event.report.acknowledged else "It is told again."
        self._desk.say(now, hint="f shows what is quiet" if event.report.acknowledged else "")

    @on(Failed)
    def tell_failure(self, event: Failed) -> None:
        """Says why it cannot be acknowledged."""
        event.stop()
        self._desk.say(safe(f"{event.error.message} {event.error.hint or ''}"), Role.ERROR)


def _still_there(reports: Sequence[Report], stores: Sequence[Snapshot]) -> list[Report]:
    """Those whose entries are still there, word for word."""
    there = (
        {(s.home.name, t.name, entry.id) for s in stores for t in s.targets for entry in t.entries} if reports else ()
    )
    return [one for one in reports if (one.home.name, one.finding.target, one.finding.entry) in there]


def _name(report: Report) -> tuple[Home, str]:
    """What stays the same while it is the same finding, acknowledged or not."""
    return report.home, report.finding.fingerprint
