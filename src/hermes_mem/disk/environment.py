"""What the process was started with, as a value: so that nothing below the faces looks at the real environment."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Environment:
    """The variables, the person's home directory and the directory in which the command was given."""

    environ: Mapping[str, str]
    user_home: Path
    cwd: Path

    @classmethod
    def here(cls) -> Environment:
        """Those of this process. A user without a home has the root; below a deleted working directory lies nothing."""
        return cls(dict(os.environ), _found(Path.home, Path("/")), _found(Path.cwd, Path(os.devnull)))

    def value(self, name: str) -> str:
        """A variable without surrounding blanks; "" when it is not set: to an agent that is the same."""
        return self.environ.get(name, "").strip()

    def path(self, value: str | Path) -> Path:
        """A path as a person gives it, absolute: `~` is their home, and what is relative starts at `cwd`."""
        text = str(value)
        if text == "~" or text.startswith("~/"):
            return self.user_home / text[2:]
        return self.cwd / text


def _found(directory: Callable[[], Path], otherwise: Path) -> Path:
    try:
        return directory()
    except (FileNotFoundError, RuntimeError):
        return otherwise
