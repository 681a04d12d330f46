"""What `budget` says of how memory filled."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.schema import FILE
from tests.cli.conftest import Cli
from tests.cli.test_imports import SETTLED, imported
from tests.past import Past


def lived(home: Path, days: int) -> None:
    """MEMORY has grown by ten characters a day, and USER was never seen."""
    past = Past(Environment.here(), home, home / "memories/MEMORY.md")
    first = datetime.now(UTC) - timedelta(days)
    past.seen(first, b"x" * 1000)
    for day in range(1, days + 1):
        past.changed(first + timedelta(day), b"x" * (1000 + 10 * day))


def test_budget_tells_the_rate_and_when_a_memory_is_full(cli: Cli, home: Path) -> None:
    lived(home, 10)
    memory, user = cli("budget", "--json").shaped("budget")["targets"]
    assert (memory["used"], memory["growth"], memory["full_in_days"]) == (1100, 10.0, 110)
    assert (user["growth"], user["full_in_days"]) == (None, None)
    told = cli("budget").out
    assert "full in 110 days, limit from" in told
    assert told.count("full in") == 1


def test_budget_guesses_nothing_from_two_days(cli: Cli, home: Path) -> None:
    lived(home, 2)
    assert "full in" not in cli("budget").out


def test_budget_is_told_without_a_history_that_can_be_read(cli: Cli, home: Path) -> None:
    lived(home, 10)
    history = state_dir(Environment.here()) / FILE
    for file in history.parent.glob(f"{FILE}*"):
        file.unlink()
    history.write_bytes(b"no database at all" * 100)
    ran = cli("budget", "--json")
    assert ran.code == 0
    assert "How memory filled is not known." in ran.err
    assert ran.shaped("budget")["targets"][0]["growth"] is None


def test_budget_loads_nothing_for_a_history_that_is_not_there(user_home: Path, home: Path) -> None:
    for file in (home / "memories").iterdir():
        file.unlink()
    assert "sqlite3" not in imported(user_home, "budget", before=SETTLED)
