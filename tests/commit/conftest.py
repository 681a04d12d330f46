"""A place for tests that make hundreds of histories."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that costs nothing to sync, where the system has one."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
        yield Path(directory)
