"""The released agent, for rows that measure it or beside it."""

from __future__ import annotations

import pytest

from tests.bench.row import NotHere
from tests.real_client import python


def client() -> str:
    """Its interpreter. Raises NotHere where it cannot be installed."""
    try:
        return python()
    except pytest.skip.Exception as reason:
        raise NotHere(str(reason)) from reason
