"""What is left behind by a fault of ours: where it happened, and no text of any store."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from hermes_mem import __version__
from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.model.errors import HermesMemError

LOG = "hermes-mem.log"
LARGEST = 1_000_000
"""Bytes after which the log starts anew; the one before is kept beside it."""


def report(problem: Exception) -> HermesMemError:
    """Write the log and return what is said to the person; with HERMES_MEM_DEBUG the traceback goes to stderr."""
    if os.environ.get("HERMES_MEM_DEBUG"):
        traceback.print_exception(problem)
    try:
        path = _write(problem)
    except OSError as why:
        where = f"no log could be written ({why.strerror})"
    else:
        where = f"the details are in {path}"
    return HermesMemError(
        f"This is a fault of hermes-mem ({type(problem).__name__}); {where}.",
        "HERMES_MEM_DEBUG=1 shows where it happened.",
    )


def _write(problem: Exception) -> Path:
    directory = state_dir(Environment.here())
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = directory / LOG
    if path.exists() and path.stat().st_size > LARGEST:
        path.replace(path.with_suffix(".log.1"))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as log:
        log.write(_account(problem))
    return path


def _account(problem: Exception) -> str:
    """Time, versions and the places in the code. The message is left out: it may quote an entry."""
    head = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} hermes-mem {__version__} python {sys.version.split()[0]}"
    places = traceback.extract_tb(problem.__traceback__)
    lines = [f"  {place.filename}:{place.lineno} in {place.name}" for place in places]
    return "\n".join([head, f"  {type(problem).__module__}.{type(problem).__name__}", *lines, ""])
