"""Agents that run right now on a home."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.process import Process, arguments_of, looked_into, processes, program
from hermes_mem.disk.reading import real_path
from hermes_mem.health.check import Check, Sight, no_remedies
from hermes_mem.model.finding import Finding, Severity
from hermes_mem.model.store import Home
from hermes_mem.store.layouts import layout_of, layouts


def _examine(sight: Sight) -> Iterator[tuple[Home, Finding]]:
    homes = {real_path(store.home.path): store.home for store in sight.stores}
    for pid in processes() if homes else ():
        if pid != os.getpid() and _may_be_one(pid):
            process = looked_into(pid)
            home = process and homes.get(_home(process, sight.env))
            if process and home:
                yield home, _finding(process, home)


def _may_be_one(pid: int) -> bool:
    """Told by the command line alone: nothing more is read of a process that is no agent."""
    line = arguments_of(pid)
    return any(layout.is_run_by(line) for layout in layouts().values())


def _home(process: Process, env: Environment) -> Path:
    """The real path of the home that it works on; an empty one where there is none."""
    person = Path(process.environ.get("HOME") or env.user_home)
    theirs = Environment(process.environ, person, process.cwd)
    found = (layout.works_on(process.arguments, theirs) for layout in layouts().values())
    return next((real_path(path) for path in found if path), Path())


def _finding(process: Process, home: Home) -> Finding:
    message = f"{layout_of(home.kind).AGENT} runs on this home: process {process.pid} ({program(process.pid)})."
    since = f"Since {process.since.astimezone():%Y-%m-%d %H:%M}. " if process.since else ""
    effect = f"{since}It writes under its lock, as hermes-mem does; what it has in its prompt it keeps for the session."
    return Finding("agent.running", Severity.INFO, message, effect)


AGENTS = Check("Agents at work", _examine, no_remedies)
