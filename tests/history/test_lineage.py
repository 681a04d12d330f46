"""The rows in which versions of entries are tied together: worked out again whenever what they came from changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hermes_mem.history import lineage
from hermes_mem.history.history import History
from hermes_mem.history.keeping import prune, relink
from hermes_mem.history.lineage import How, Row
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.model.file import Place

HOME = Path("/homes/\udcff")
PLACE = Place("pi", HOME, "project:é")
ROWS = [
    Row(1, 1, PLACE, "Nul \0 and 日本", 1, 2, How.FIRST),
    Row(2, 1, Place("pi", Path("/other"), "memory"), "moved", 2, None, How.MOVED),
    Row(3, 3, Place("pi", Path("/other"), "memory"), "another", 2, None, How.ADDED),
]
START = datetime(2026, 1, 1, tzinfo=UTC)


def recorded(history: History, day: int, fate: Fate | None = Fate.DONE) -> int:
    change = history.record(About("you", "pi", HOME, "memory", "edited"), (), now=START + timedelta(days=day))
    if fate:
        history.close(change, fate)
    return change.id


def untraced(history: History) -> list[int]:
    with history.transaction(writes=False) as cursor:
        return lineage.untraced(cursor, 10)


def kept(history: History, rows: list[Row], traced: int) -> None:
    with history.transaction() as cursor:
        lineage.keep(cursor, rows, traced)


def there(history: History) -> list[Row]:
    with history.transaction(writes=False) as cursor:
        return lineage.rows(cursor)


def test_rows_come_back_as_they_were_kept(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        kept(history, ROWS, 2)
        assert there(history) == ROWS
        ended = replace(ROWS[2], until=3)
        kept(history, [ended], 3)
        assert there(history) == [*ROWS[:2], ended]


def test_the_rows_of_a_home_are_those_of_every_entry_that_ever_lay_there(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        for day in range(2):
            recorded(history, day)
        kept(history, ROWS, 2)
        rows, made = lineage.rows_of(history, [HOME])
        assert rows == ROWS[:2]
        assert made[2] == (START + timedelta(days=1), "you", "", Origin.CHANGE)
        assert lineage.rows_of(history, [Path("/other")])[0] == ROWS
        assert lineage.rows_of(history, []) == ([], {})
        assert lineage.rows_of(history, [HOME], there=True).rows == []
        assert lineage.rows_of(history, [Path("/other")], there=True).rows == ROWS


def test_what_somebody_took_away_is_what_has_no_later_version(tmp_path: Path) -> None:
    gone = Row(4, 4, PLACE, "gone", 1, 2, How.FIRST)
    with History.opened(tmp_path) as history:
        for day in range(2):
            recorded(history, day)
        kept(history, [*ROWS, gone], 2)
        assert lineage.removed_by(history, HOME, ["you", "script"]).rows == [gone]
        assert lineage.removed_by(history, HOME, ["script"]).rows == []
        assert lineage.removed_by(history, Path("/other"), ["you"]).rows == []


def test_changes_are_followed_up_to_the_first_that_is_open(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        numbers = [
            recorded(history, day, fate) for day, fate in enumerate((Fate.DONE, Fate.ROLLED_BACK, None, Fate.DONE))
        ]
        assert untraced(history) == numbers[:2]
        kept(history, [], numbers[0])
        assert untraced(history) == [numbers[1]]
        history.close(history.change(numbers[2]), Fate.DONE)
        assert untraced(history) == numbers[1:]


def test_what_is_pruned_or_moved_has_it_worked_out_again(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        numbers = [recorded(history, day) for day in range(3)]
        kept(history, ROWS, numbers[2])
        assert prune(history, START).changes == 0
        assert there(history) == ROWS
        assert prune(history, START + timedelta(days=1)).changes == 1
        assert (there(history), untraced(history)) == ([], numbers[1:])
        kept(history, ROWS, numbers[2])
        relink(history, HOME, Path("/new"))
        assert (there(history), untraced(history)) == ([], numbers[1:])


def test_what_is_worked_out_aside_leaves_nothing_behind(tmp_path: Path) -> None:
    with History.opened(tmp_path) as history:
        recorded(history, 0)
        kept(history, ROWS[:1], 1)
        with lineage.aside(history):
            assert there(history) == []
            assert untraced(history) == [1]
            kept(history, ROWS, 1)
            assert there(history) == ROWS
        assert there(history) == ROWS[:1]
        with lineage.aside(history):
            assert there(history) == []
