"""Where a text may stand in a Hermes home, for who wants it gone from everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import is_there, listing, real_path
from hermes_mem.layouts.beyond_reach import among_messages, below
from hermes_mem.layouts.delimited import text_of
from hermes_mem.layouts.hermes.format import parse
from hermes_mem.layouts.hermes.leftovers import copies
from hermes_mem.layouts.hermes.paths import memory_path
from hermes_mem.layouts.hermes.remains import KINDS
from hermes_mem.layouts.taking_out import taken_out
from hermes_mem.model.purging import Unreached

_DIVIDER = re.compile("((?:\r\n|\r|\n)§(?:\r\n|\r|\n))")
"""As the agent sees it, which reads every kind of line end as LF."""

_OTHERS = ("sessions", "state-snapshots", "backups", "checkpoints", "logs", "pending", "cron", "skills")


def without(raw: bytes, target: str, gone: Callable[[str], bool]) -> bytes:  # noqa: ARG001 - Pi needs it
    """A file without the entries that are gone, every other byte as it is. Raises Undecodable."""
    return taken_out(text_of(raw), _DIVIDER, lambda piece: any(map(gone, parse(piece.encode())))).encode()


def beside(home: Path, target: str, env: Environment) -> list[Path]:
    """Copies of the file of a target, by whomever, out of which its history is read; and writes that were cut off."""
    path = real_path(memory_path(home, target))
    kept = [copy.path for copy in copies(home, target, env)]
    names = (name for name, is_directory in listing(path.parent).items() if not is_directory)
    mine = (name for name in names if name.startswith((".", f"{path.name}.")))
    left = [path.parent / name for name in mine if any(kind.name.fullmatch(name) for kind in KINDS)]
    return sorted({*kept, *left})


def mirrored(home: Path, holds: Callable[[str], bool], env: Environment) -> None:  # noqa: ARG001
    """None: Hermes keeps its entries nowhere else."""
    return


def beyond(home: Path, env: Environment) -> Iterator[Unreached]:  # noqa: ARG001
    """What else of a home may hold any text, as far as it is there."""
    for name in sorted(listing(home)):
        if name == "state.db" or (name.startswith("state.db.") and not name.endswith(".lock")):
            why = "Hermes keeps its sessions there, with the prompts that had the memory in them."
            yield Unreached(str(home / name), why, among_messages(home / name) if name == "state.db" else None)
    for name in _OTHERS:
        if is_there(home / name):
            yield Unreached(str(home / name), "Files of the agent that are no memory.", below(home / name))
