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
from hermes_mem.model.store import Snapshot
from hermes_mem.model.text import safe
from hermes_mem.tui.memory.facts import Line, Role
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
        self._worker: Worker[None] | None = None
        self._begun = 0.0
        self._step: Checking.Step | None = None
        self.examined: Examined | None = None
        self.nothing: Sequence[Line] = ()
        self.told: Callable[[], None] | None = None

    def begin(self) -> None:
        """Check the stores that are shown, from the beginning."""
        self._begun, self._step = monotonic(), None
        self.set_timer(PATIENCE, self._tell)
        self._worker = work(self._desk, partial(self._look, self._desk.snapshots), "check", exclusive=True)
        self._tell()

    def show_nothing(self, lines: Sequence[Line]) -> None:
        """There is nothing to check, and why."""
        self.cancel()
        self.examined, self.nothing = None, lines
        self._tell()

    def cancel(self) -> bool:
        """Stop, if checks are under way; whether they were."""
        under_way = self._worker is not None
        if self._worker:
            self._worker.cancel()
        self._worker = None
        self._tell()
        return under_way

    @property
    def progress(self) -> str | None:
        """How far the checks are, None when none is under way."""
        if self._worker is None:
            return None
        if (step := self._step) is None or monotonic() - self._begun < PATIENCE:
            return own("checking…")
        return own(f"checking {step.number} of {step.of}, {step.group} · esc stops")

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
        rows = report_rows(session.quieted(reports), stores)
        examined = Examined(stores, rows, tuple(problems), session.clock())
        if not worker.is_cancelled:
            self.post_message(self.Done(examined))

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
        self._worker = None
        self.examined, self.nothing = event.examined, ()
        self._tell()

    def _tell(self) -> None:
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
        if self.examined:
            rows = tuple(
                replace(row, report=event.report) if _same(row.report, event.report) else row
                for row in self.examined.rows
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


def _same(one: Report, other: Report) -> bool:
    return one.home == other.home and one.finding.fingerprint == other.finding.fingerprint
