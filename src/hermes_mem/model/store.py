"""An agent's home, and what was read from it at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hermes_mem.model.finding import Finding
from hermes_mem.model.target import PROJECT, Target


@dataclass(frozen=True, slots=True)
class Home:
    """Where a store lies: the kind of agent, the directory, the profile, and why it was chosen.

    `active` is True for the one that the agent itself would use now.
    """

    kind: str
    path: Path
    profile: str
    why: str
    active: bool = False

    @property
    def name(self) -> str:
        """The word for this store in JSON rows and messages, unique among the stores found: `hermes:default`."""
        return f"{self.kind}:{self.profile}"


@dataclass(frozen=True, slots=True)
class Contents:
    """How much else lies in a home; None where it was not counted."""

    sessions: int | None = None
    pending: int | None = None
    skills: int | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One store as it was read: immutable, so that it can cross threads. `findings` are those of no single target.

    `unloaded` says why a session started now would get no memory at all, None when it gets what the targets hold.
    `project` is the one that the working directory belongs to, where the agent has projects.
    """

    home: Home
    targets: tuple[Target, ...]
    findings: tuple[Finding, ...] = ()
    unloaded: str | None = None
    project: str | None = None

    def target(self, name: str) -> Target | None:
        """The target of that name, None when this store has none."""
        return next((target for target in self.targets if target.name == name), None)

    @property
    def prominent(self) -> tuple[Target, ...]:
        """The targets that a session started here has to do with: no other projects than the current one."""
        here = PROJECT + (self.project or "")
        return tuple(t for t in self.targets if not t.name.startswith(PROJECT) or t.name == here)

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        """Those of the store, then those of each target."""
        return self.findings + tuple(f for target in self.targets for f in target.all_findings)


@dataclass(frozen=True, slots=True)
class Block:
    """The text that one target contributes to the agent's prompt, byte for byte; `blocked` are ids the agent blanks.

    `secrets` are spans of the text that must be masked, in code points.
    """

    target: str
    text: str
    blocked: tuple[str, ...] = ()
    secrets: tuple[tuple[int, int], ...] = ()
