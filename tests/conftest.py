"""Every test runs in a home of its own: no test sees or touches what the person at this machine has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hermes_mem.disk.environment import Environment
from tests.homes import HermesHome, PiHome
from tests.tui.text_snapshot import UPDATE

OURS = ("HERMES_", "XDG_", "PI_CODING_AGENT")
KEPT = {"HERMES_AGENT_PYTHON"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """An option has to be known before the directory is looked at that it is for."""
    parser.addoption(UPDATE, action="store_true", help="accept the screens as they are now")


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's home directory during a test: empty, and everything that could point elsewhere taken away."""
    person = tmp_path_factory.mktemp("person")
    for name in os.environ:
        if name.startswith(OURS) and name not in KEPT:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(person))
    monkeypatch.setenv("HERMES_MANAGED_DIR", str(person / "no-managed-scope"))
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(person / f".{name.lower()}"))
    return person


@pytest.fixture
def env(isolated: Path) -> Environment:
    """The environment of the test as a value."""
    return Environment.here()


@pytest.fixture
def hermes_home(isolated: Path) -> HermesHome:
    """An empty Hermes home where the agent looks by default: ~/.hermes."""
    return HermesHome(isolated / ".hermes")


@pytest.fixture
def pi_home(isolated: Path) -> PiHome:
    """An empty home of Pi where the agent looks by default: ~/.pi/agent."""
    return PiHome(isolated / ".pi/agent")


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder that costs nothing to sync, where the system has one: for tests that make hundreds of histories."""
    shared = Path("/dev/shm")
    with TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
        yield Path(directory)
