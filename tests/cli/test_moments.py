"""Moments as people type them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from hermes_mem.cli.moments import moment
from hermes_mem.model.errors import Usage

NOW = datetime(2026, 7, 15, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where clocks change between summer and winter."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2026-07-01", "2026-06-30T22:00"),
        ("2026-01-01", "2025-12-31T23:00"),
        ("2026-07-01T12:30", "2026-07-01T10:30"),
        ("2026-07-01T12:30+00:00", "2026-07-01T12:30"),
        ("2026-07-01T12:30Z", "2026-07-01T12:30"),
        (" Yesterday ", "2026-07-13T22:00"),
        ("today", "2026-07-14T22:00"),
        ("7d", "2026-07-08T09:30"),
        ("2w", "2026-07-01T09:30"),
        ("12H", "2026-07-14T21:30"),
        ("0d", "2026-07-15T09:30"),
    ],
)
def test_a_moment_is_of_here(text: str, utc: str) -> None:
    assert moment(text, NOW) == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "soon", "7", "d", "-1d", "2026-13-01", "999999w", "٧d", "7 d", "9999-12-31T23:59+99:00"]
)
def test_what_is_none_is_told_with_what_is(text: str) -> None:
    with pytest.raises(Usage) as raised:
        moment(text, NOW)
    assert "is no date" in raised.value.message
    assert "yesterday" in (raised.value.hint or "")
