"""What a person has seen and lives with is quiet until it changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.history.schema import FILE
from hermes_mem.model.errors import HermesMemError
from hermes_mem.model.store import Home

if TYPE_CHECKING:
    from hermes_mem.health.check import Report


def acknowledge(report: Report, env: Environment) -> Report:
    """Let it be quiet until it changes; returns it so.

    Raises Unreadable where the history cannot be written, Damaged, Busy.
    """
    from hermes_mem.history import acknowledging
    from hermes_mem.history.history import History

    with History.opened(state_dir(env)) as history:
        acknowledging.acknowledge(history, real_path(report.home.path), [report.finding.fingerprint])
    return replace(report, acknowledged=True)


def forget(report: Report, env: Environment) -> Report:
    """Let it be told again; returns it so. Raises as `acknowledge`."""
    from hermes_mem.history import acknowledging
    from hermes_mem.history.history import History

    with History.opened(state_dir(env)) as history:
        acknowledging.forget(history, real_path(report.home.path), [report.finding.fingerprint])
    return replace(report, acknowledged=False)


def quieted(reports: Sequence[Report], env: Environment) -> list[Report]:
    """The reports, those marked that were acknowledged; none is where the history cannot be read."""
    known = _known({report.home for report in reports}, env)
    return [replace(one, acknowledged=one.finding.fingerprint in known.get(one.home.path, ())) for one in reports]


def quiet_in(home: Home, env: Environment) -> frozenset[str]:
    """The fingerprints of what was acknowledged in this store; none where the history cannot be read."""
    return _known([home], env).get(home.path, frozenset())


def _known(homes: Iterable[Home], env: Environment) -> dict[Path, frozenset[str]]:
    """What is quiet in each home; the history is not opened for nothing, since that takes longer than most checks."""
    homes, directory = list(homes), state_dir(env)
    if not homes or not (directory / FILE).exists():
        return {}
    from hermes_mem.history import acknowledging
    from hermes_mem.history.history import History

    try:
        with History.opened_to_read(directory) as history:
            return {home.path: acknowledging.acknowledged(history, real_path(home.path)) for home in homes}
    except HermesMemError:
        return {}  # Told too often is better than told never; who acknowledges is told what is wrong.
