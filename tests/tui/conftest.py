"""A still screen for every test of the application."""

from __future__ import annotations

import pytest
from tests.homes import HermesHome
from tests.tui.desk import joined
from textual.widgets import Input


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No blinking cursor, and colours whatever the person running the tests prefers."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    monkeypatch.delenv("NO_COLOR", raising=False)


FACTS = ["pnpm is the package manager", "Deploys happen on Tuesdays", "The API speaks JSON", "Tests live beside code"]


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A calm store: four facts and one preference."""
    return hermes_home.memory(joined(FACTS)).user(joined(["Prefers short answers"]))
