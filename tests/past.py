"""A history that goes back further than the test: changes of one file of memory, each at its own time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History
from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place

PRIVATE = 0o600


@dataclass
class Past:
    """Of one target, whose file at the end lies on disk; `raw` is None as long as there is none."""

    env: Environment
    home: Path
    path: Path
    target: str = "memory"
    kind: str = "hermes"
    raw: bytes | None = None

    def seen(self, time: datetime, raw: bytes) -> Change:
        """The file is seen for the first time."""
        self.raw = raw
        return self.changed(time, raw, actor="unknown", summary="first seen", origin=Origin.FIRST)

    def changed(
        self,
        time: datetime,
        raw: bytes | None,
        *,
        actor: str = "you",
        summary: str = "changed",
        reason: str = "",
        origin: Origin = Origin.CHANGE,
    ) -> Change:
        """Somebody left these bytes there, or took the file away."""
        place = Place(self.kind, self.home, self.target)
        about = About(actor, self.kind, self.home, self.target, summary, reason, origin)
        change = FileChange(self.path, _version(self.raw), _version(raw), place=place)
        with History.opened(state_dir(self.env)) as history:
            done = history.record(about, [change], now=time)
            history.close(done, Fate.DONE)
        self.raw = raw
        if raw is None:
            self.path.unlink(missing_ok=True)
        else:
            self.path.write_bytes(raw)
        return done


def _version(raw: bytes | None) -> FileVersion | None:
    return None if raw is None else FileVersion(FileKind.FILE, raw, PRIVATE)
