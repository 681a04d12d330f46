"""How a memory filled over the last days, told from what the history has of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from hermes_mem.config.places import state_dir
from hermes_mem.disk.environment import Environment
from hermes_mem.history.history import History, Known
from hermes_mem.history.schema import FILE
from hermes_mem.model.file import FileVersion
from hermes_mem.store import growth as growing
from hermes_mem.store.growth import Growth, growth
from hermes_mem.store.reading import Choice, find_homes, read
from tests.homes import HermesHome, PiHome
from tests.past import Past

NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
LIMIT = "memory:\n  memory_char_limit: 1000\n"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    growing._sizes.clear()


@pytest.fixture
def past(hermes_home: HermesHome, env: Environment) -> Past:
    hermes_home.config(LIMIT)
    return Past(env, hermes_home.path, hermes_home.path / "memories/MEMORY.md")


def ago(days: float) -> datetime:
    return NOW - timedelta(days)


def of_memory(env: Environment, days: int = 5, now: datetime = NOW) -> Growth | None:
    (home,) = find_homes(env, Choice())
    return growth(read(home, env), env, days, now=now).get("memory")


def text(size: int) -> bytes:
    return b"x" * size


def test_a_day_without_a_change_is_as_the_one_before(past: Past, env: Environment) -> None:
    past.seen(ago(9), text(100))
    past.changed(ago(3), text(160))
    past.changed(ago(1), text(200))
    assert of_memory(env) == Growth((100, 160, 160, 200, 200), rate=25.0, full_in=32)


def test_nothing_is_known_before_the_first_sight(past: Past, env: Environment) -> None:
    past.seen(ago(3), text(100))
    past.changed(ago(0), text(130))
    assert of_memory(env) == Growth((None, 100, 100, 100, 130), rate=10.0, full_in=87)


def test_the_last_version_of_a_day_counts(past: Past, env: Environment) -> None:
    past.seen(ago(4), text(100))
    for size in (900, 500, 140):
        past.changed(ago(1), text(size))
    assert of_memory(env) == Growth((100, 100, 100, 140, 140), rate=10.0, full_in=86)


@pytest.mark.parametrize("days", [0, 1, 2])
def test_fewer_than_three_days_are_no_ground_for_a_guess(days: int, past: Past, env: Environment) -> None:
    past.seen(ago(days), text(100))
    past.changed(ago(0), text(500))
    found = of_memory(env)
    assert found
    assert (found.rate, found.full_in) == (None, None)
    assert found.used[-1] == 500


@pytest.mark.parametrize(("last", "rate"), [(100, 0.0), (60, -10.0)])
def test_what_does_not_grow_is_never_full(last: int, rate: float, past: Past, env: Environment) -> None:
    past.seen(ago(4), text(100))
    past.changed(ago(0), text(last))
    found = of_memory(env)
    assert found
    assert (found.rate, found.full_in) == (rate, None)


@pytest.mark.parametrize("size", [1000, 1200])
def test_what_is_full_already_is_full_in_no_days(size: int, past: Past, env: Environment) -> None:
    past.seen(ago(4), text(100))
    past.changed(ago(0), text(size))
    found = of_memory(env)
    assert found
    assert found.rate == (size - 100) / 4
    assert found.full_in is None


def test_growth_is_told_since_the_memory_was_cleared_out(past: Past, env: Environment) -> None:
    past.seen(ago(9), text(800))
    past.changed(ago(4), text(500))
    past.changed(ago(2), text(530))
    past.changed(ago(0), text(540))
    assert of_memory(env, 8) == Growth((800, 800, 800, 500, 500, 530, 530, 540), rate=10.0, full_in=46)


def test_a_clearing_of_yesterday_leaves_too_few_days(past: Past, env: Environment) -> None:
    past.seen(ago(9), text(800))
    past.changed(ago(1), text(500))
    past.changed(ago(0), text(540))
    found = of_memory(env)
    assert found
    assert (found.rate, found.full_in) == (None, None)


def test_a_little_less_is_no_clearing(past: Past, env: Environment) -> None:
    past.seen(ago(4), text(600))
    past.changed(ago(2), text(500))
    past.changed(ago(0), text(640))
    assert of_memory(env) == Growth((600, 600, 500, 500, 640), rate=10.0, full_in=36)


def test_no_text_is_skipped_and_no_file_holds_nothing(past: Past, env: Environment) -> None:
    past.seen(ago(4), text(300))
    past.changed(ago(3), "café".encode("latin-1"))
    past.changed(ago(1), None)
    past.changed(ago(0), text(40))
    found = of_memory(env)
    assert found
    assert found.used == (300, 300, 300, 0, 40)


def test_a_version_that_the_history_lost_is_skipped(past: Past, env: Environment) -> None:
    past.seen(ago(4), text(300))
    lost = past.changed(ago(2), text(310)).files[0].after
    past.changed(ago(0), text(320))
    assert lost
    with History.opened(state_dir(env)) as history, history.transaction() as cursor:
        cursor.execute("DELETE FROM blobs WHERE hash = ?", (lost.digest,))
    found = of_memory(env)
    assert found
    assert found.used == (300, 300, 300, 300, 320)


def test_at_most_one_version_of_each_day_is_read(past: Past, env: Environment, monkeypatch: pytest.MonkeyPatch) -> None:
    past.seen(ago(40), text(10))
    for hour in range(200):
        past.changed(ago(20 - hour / 24), text(20 + hour))
    was_read: list[Known] = []
    version = History.version

    def counted(self: History, known: Known) -> FileVersion | None:
        was_read.append(known)
        return version(self, known)

    monkeypatch.setattr(History, "version", counted)
    assert of_memory(env, 30)
    assert len(was_read) == 10
    assert of_memory(env, 30)
    assert len(was_read) == 10


@pytest.mark.parametrize(("zone", "used"), [(UTC, (10, 50, 50)), (timezone(timedelta(hours=2)), (10, 10, 50))])
def test_days_are_those_of_the_person(zone: timezone, used: tuple[int, ...], past: Past, env: Environment) -> None:
    past.seen(datetime(2026, 11, 27, 12, tzinfo=UTC), text(10))
    past.changed(datetime(2026, 11, 29, 22, 30, tzinfo=UTC), text(50))
    now = datetime(2026, 11, 30, 9, tzinfo=UTC).astimezone(zone)
    found = of_memory(env, 3, now)
    assert found
    assert found.used == used


def test_the_days_on_which_clocks_change_are_days(past: Past, env: Environment) -> None:
    zone = ZoneInfo("Europe/Lisbon")
    past.seen(datetime(2026, 10, 20, 12, tzinfo=zone), text(10))
    past.changed(datetime(2026, 10, 25, 12, tzinfo=zone), text(40))
    found = of_memory(env, 4, datetime(2026, 10, 27, 0, 30, tzinfo=zone))
    assert found
    assert found.used == (10, 40, 40, 40)


def test_where_there_is_no_history_none_is_made(hermes_home: HermesHome, env: Environment) -> None:
    hermes_home.memory(b"one").config(LIMIT)
    assert of_memory(env) is None
    assert not (state_dir(env) / FILE).exists()


def test_a_memory_that_the_history_does_not_know_has_no_growth(past: Past, env: Environment) -> None:
    past.seen(ago(9), text(100))
    (home,) = find_homes(env, Choice())
    assert set(growth(read(home, env), env, now=NOW)) == {"memory"}


def test_pi_is_measured_as_pi_measures(pi_home: PiHome, env: Environment) -> None:
    """Comments behind the entries count, in UTF-16 code units."""
    path = pi_home.path / "pi-hermes-memory/MEMORY.md"
    raw = "Ship it 🚀 <!-- created=2026-11-01, last=2026-11-01 -->".encode()
    Past(env, pi_home.path, path, kind="pi").seen(ago(9), raw)
    (home,) = find_homes(env, Choice())
    store = read(home, env)
    (memory,) = (target for target in store.targets if target.name == "memory")
    assert growth(store, env, 3, now=NOW)["memory"].used == (memory.budget.used,) * 3
