"""The profiles below a root, and which of them is the sticky one.

Follows hermes-agent 0.19.0 hermes_cli/profiles.py and hermes_cli/main.py (`_apply_profile_override`); tombstones came
with later releases.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from errno import EACCES
from pathlib import Path

from hermes_mem.disk.reading import Present, is_directory, is_there, read_bytes
from hermes_mem.guards import without_secrets
from hermes_mem.layouts.hermes.paths import PROFILES

DEFAULT = "default"

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_RESERVED = frozenset({"hermes", "test", "tmp", "root", "sudo"})
"""Names that the launcher refuses to start, although a directory of that name is listed."""


@dataclass(frozen=True, slots=True)
class Sticky:
    """What the file `active_profile` says: `name` is a profile there is, `refused` how any other text begins."""

    name: str | None = None
    refused: str | None = None


def canonical(name: str) -> str:
    """A profile's name as it is spelled on disk: the agent takes `Default` and `Work` too."""
    return name.strip().lower()


def directory_of(root: Path, name: str) -> Path:
    """The home of a profile, whether it exists or not."""
    return root if name == DEFAULT else root / PROFILES / name


def named(root: Path) -> list[str]:
    """Names of the profiles below `root`, sorted, without `default`. Raises OSError when they cannot be listed."""
    directory = root / PROFILES
    if not is_directory(directory):
        return []
    entries = [path.name for path in directory.iterdir()]
    if not os.access(directory, os.X_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    return sorted(name for name in entries if exists(root, name))


def exists(root: Path, name: str) -> bool:
    """Whether `name` is a profile: well spelled, a directory, and not marked as deleted."""
    if name == DEFAULT or not _NAME.fullmatch(name):
        return False
    return is_directory(directory_of(root, name)) and not is_there(root / PROFILES / ".deleted" / name)


def sticky(root: Path) -> Sticky:
    """The profile to which `hermes profile use` has switched; nothing when that is `default`."""
    reading = read_bytes(root / "active_profile")
    text = reading.raw.decode("utf-8", "replace").strip() if isinstance(reading, Present) else ""
    name = canonical(text)
    if name in ("", DEFAULT):
        return Sticky()
    if name not in _RESERVED and exists(root, name):
        return Sticky(name)
    return Sticky(refused=without_secrets(text[:200])[:64])
