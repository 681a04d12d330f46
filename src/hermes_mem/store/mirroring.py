"""What an agent keeps of its memory files elsewhere follows each change of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change
from hermes_mem.model.file import FileChange
from hermes_mem.model.finding import Finding
from hermes_mem.store.layouts import layout_of

BEHIND = "mirror-behind"
"""The rule of such a finding, of whatever kind the store is."""


@dataclass(frozen=True, slots=True)
class Done:
    """A change as the history has it, and findings on what the agent keeps elsewhere that did not follow it."""

    change: Change
    findings: tuple[Finding, ...] = ()


def behind(findings: Iterable[Finding]) -> set[str | None]:
    """The targets whose mirror stays behind, of all the findings on a change."""
    return {finding.target for finding in findings if finding.rule == BEHIND}


class Mirrors:
    """Brings the mirrors of changed memories up to date, and knows which stay behind."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self._behind: dict[int, tuple[Finding, ...]] = {}

    def follow(self, change: Change) -> None:
        """For each memory that a change has written; the caller holds their locks."""
        self._behind[change.id] = self.followed(change.files)

    def followed(self, files: Iterable[FileChange]) -> tuple[Finding, ...]:
        """Bring up to date what is kept of each memory among these files; findings on what stays behind."""
        places = [file.place for file in files if file.place]
        findings = (layout_of(place.kind).mirror(place.home, place.target, self._env) for place in places)
        return tuple(filter(None, findings))

    def done(self, change: Change) -> Done:
        """The change with what stayed behind it; one that nothing had to follow has no findings."""
        return Done(change, self._behind.get(change.id, ()))
