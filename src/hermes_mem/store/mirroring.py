"""What an agent keeps of its memory files elsewhere follows each change of them."""

from __future__ import annotations

from hermes_mem.disk.environment import Environment
from hermes_mem.history.records import Change
from hermes_mem.model.finding import Finding
from hermes_mem.store.layouts import layout_of


class Mirrors:
    """Brings the mirrors of changed memories up to date; `findings` are about those that stay behind."""

    def __init__(self, env: Environment) -> None:
        self._env = env
        self.findings: list[Finding] = []

    def follow(self, change: Change) -> None:
        """For each memory that a change has written; the caller holds their locks."""
        for file in change.files:
            if place := file.place:
                finding = layout_of(place.kind).mirror(place.home, place.target, self._env)
                self.findings += [finding] if finding else []
