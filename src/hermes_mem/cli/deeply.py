"""`hermes-mem check --deep`: it takes seconds, so a worker does it while the person is told."""

from __future__ import annotations

from threading import Event, Thread

from hermes_mem.cli import output
from hermes_mem.health.check import Report, Sight
from hermes_mem.health.deep import Stopped, check_installed, deep

PATIENCE = 0.5
"""Seconds after which somebody who waits is told why."""


def looked(sight: Sight) -> list[Report]:
    """What `health.deep` finds. Ctrl-C ends the waiting at once. Raises Usage where the SDK is not installed."""
    check_installed()
    worker = _Worker(sight)
    worker.start()
    try:
        worker.join(PATIENCE)
        if worker.is_alive():
            output.note("Looking for secrets by the rules of kingfisher; the first time takes seconds…")
        while worker.is_alive():
            worker.join(PATIENCE)
    finally:
        worker.stopped.set()
    if worker.problem:
        raise worker.problem
    return worker.reports


class _Worker(Thread):
    """A daemon: the process does not wait for it when it ends."""

    def __init__(self, sight: Sight) -> None:
        super().__init__(name="deep", daemon=True)
        self._sight = sight
        self.stopped = Event()
        self.reports: list[Report] = []
        self.problem: BaseException | None = None

    def run(self) -> None:
        try:
            self.reports = deep(self._sight, self.stopped.is_set)
        except Stopped:
            pass
        except BaseException as problem:  # noqa: BLE001  who waits raises it
            self.problem = problem
