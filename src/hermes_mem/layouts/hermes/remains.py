"""What lies beside the memory files of Hermes that it reads no more (hermes-agent 0.19.0 tools/memory_tool.py)."""

from __future__ import annotations

import re
from pathlib import Path

from hermes_mem.disk.environment import Environment
from hermes_mem.disk.reading import real_path
from hermes_mem.layouts.hermes.paths import FILES, MEMORIES
from hermes_mem.layouts.leaving import OURS, Kind, left_in
from hermes_mem.model.file import Leftover, Sort

_NAMES = "|".join(map(re.escape, FILES.values()))
KINDS = (
    Kind(re.compile(r"\.mem_.+\.tmp"), "temporary files of writes that were cut off", Sort.UNFINISHED),
    Kind(re.compile(rf"(?P<of>{_NAMES})\.bak\.\d+"), "copies that refused changes of Hermes left", Sort.COPY),
    OURS,
)


def left_behind(home: Path, env: Environment) -> list[Leftover]:  # noqa: ARG001 - Pi needs it
    """Temporary files of writes that were cut off, and the copies that refused changes left."""
    return list(left_in(real_path(home / MEMORIES), KINDS))
