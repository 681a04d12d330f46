"""What is said of a text that must not exist any more: where it stands, and where nobody here can reach it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hermes_mem.model.plan import Result


@dataclass(frozen=True, slots=True)
class Holding:
    """A place with the text in it, and how often: entries, versions, rows or files, as its `kind` says.

    `kind` is `memory`, `mirror`, `copy` (beside a memory file), `version` and `words` (of our history), or `own` (a
    file of ours). `store` is None for what belongs to no store that was found, `home` the real path of its home, None
    where it has none. `done` says that the text is gone from it.
    """

    store: str | None
    place: str
    kind: str
    count: int
    home: Path | None
    done: bool = False


@dataclass(frozen=True, slots=True)
class Unreached:
    """Where the text may stand and nothing is done about it: the place, why, and how a person can look there."""

    place: str
    why: str
    look: str | None = None


@dataclass(frozen=True, slots=True)
class Purged:
    """What became of it, or would; each place once, those of other stores with it. `lost` counts our versions."""

    result: Result
    holdings: tuple[Holding, ...]
    unreached: tuple[Unreached, ...]

    @property
    def lost(self) -> int:
        """How many versions of files can never be had back as they were."""
        return sum(one.count for one in self.holdings if one.kind == "version")
