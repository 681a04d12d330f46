"""A still screen for every test of the application."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

import pytest
from textual.widgets import Input

from tests.homes import HermesHome
from tests.tui.desk import joined
from tests.tui.text_snapshot import UPDATE, TextSnapshots


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No blinking cursor, and colours whatever the person running the tests prefers."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda self: None)
    for name in ("NO_COLOR", "EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)


FACTS = ["pnpm is the package manager", "Deploys happen on Tuesdays", "The API speaks JSON", "Tests live beside code"]


@pytest.fixture
def home(hermes_home: HermesHome) -> HermesHome:
    """A calm store: four facts and one preference."""
    return hermes_home.memory(joined(FACTS)).user(joined(["Prefers short answers"]))


@pytest.fixture
def snapshots(request: pytest.FixtureRequest) -> TextSnapshots:
    """What the screens looked like when they were accepted."""
    return TextSnapshots(update=request.config.getoption(UPDATE))


@pytest.fixture
def person(isolated: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home directory whose path is as long in every run, since paths are cut and wrapped."""
    directory = Path(mkdtemp(prefix="hermes-mem-", dir="/tmp"))
    monkeypatch.setenv("HOME", str(directory))
    yield directory
    shutil.rmtree(directory)
