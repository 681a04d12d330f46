"""A memory behind a link that leads out of its home is written once a person has trusted the file that is meant."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hermes_mem.config import trusted
from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.model.errors import Conflict, Refused
from hermes_mem.model.file import FileChange
from hermes_mem.model.target import Target
from hermes_mem.store.looking_back import target_at
from hermes_mem.store.refusing import OUTSIDE


def outside(target: Target) -> Path | None:
    """The real file of a target that lies outside of its home; None for any other."""
    return target.linked_to if any(finding.rule == OUTSIDE for finding in target.findings) else None


def is_trusted(target: Target, env: Environment) -> bool:
    """Whether a person has trusted the file that the links lead to now; a link that leads elsewhere asks again."""
    return outside(target) in trusted.load(env)


def check(files: Iterable[FileChange], env: Environment) -> None:
    """Raises Conflict where a file is not that of its memory any more, Refused where nobody has trusted it.

    For files that the history names: a link may lead elsewhere since, or may have taken the place of a file.
    """
    for file in files:
        target = target_at(file.place, env)[1] if file.place else None
        if target is not None:
            _check(file, target, env)


def _check(file: FileChange, target: Target, env: Environment) -> None:
    now = target.linked_to or real_path(target.path)
    if now != real_path(file.path.parent) / file.path.name:
        raise Conflict(
            f"{target.title} is another file now: {now}. That change was one of {file.path}.",
            "Nothing was written. `hermes-mem history show` has the texts of before.",
        )
    if outside(target) and not is_trusted(target, env):
        raise Refused(
            f"{target.title} is a link out of its home, to {file.path}, which you have not trusted.",
            f"Nothing was written. `hermes-mem trust {target.name}` once, then again.",
        )


def trust(file: Path, env: Environment) -> bool:
    """Remember that this real file may be written; False when it is so already. Raises Unreadable, Busy."""
    if file in trusted.load(env):
        return False
    trusted.change(env, add=[file])
    return True


def forget(file: Path, env: Environment) -> bool:
    """Take the trust back; False when there was none. Raises Unreadable, Busy."""
    if file not in trusted.load(env):
        return False
    trusted.change(env, remove=[file])
    return True
