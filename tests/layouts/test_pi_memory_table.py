"""The table in which Pi searches: after our reconcile the agent's own has nothing left to do."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.layouts.delimited import serialise
from hermes_mem.layouts.pi import memory_table
from hermes_mem.layouts.pi.failures import Failure, composed
from hermes_mem.layouts.pi.format import parse, unique
from hermes_mem.layouts.pi.memory_table import reconcile
from hermes_mem.layouts.pi.metadata import encoded
from tests import pi_database
from tests.pi_database import found, left_to_do, rows

TODAY = "2026-11-30"
PNPM = encoded("uses pnpm, not npm", "2026-05-01", "2026-06-02")
SEVERAL = encoded("a note\n- of several lines", "2026-05-01", "2026-06-02")
BY_HAND = "written by hand"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    pi_database.make(tmp_path / memory_table.FILE)
    return tmp_path


def left(directory: Path, target: str, entries: list[str], project: str | None = None) -> list[tuple[str, object]]:
    (directory / "file.md").write_bytes(serialise(entries))
    return left_to_do(directory / memory_table.FILE, target, project, directory / "file.md", TODAY)


def test_entries_become_rows_with_their_days(directory: Path) -> None:
    entries = [PNPM, BY_HAND, SEVERAL]
    assert reconcile(directory, "memory", entries, TODAY) is None
    nothing = (None, None, None)
    assert rows(directory / memory_table.FILE) == [
        ("memory", None, None, "uses pnpm, not npm", *nothing, "2026-05-01", "2026-06-02"),
        ("memory", None, None, BY_HAND, *nothing, TODAY, TODAY),
        ("memory", None, None, SEVERAL, *nothing, TODAY, TODAY),
    ]
    assert left(directory, "memory", entries) == []


def test_what_went_is_no_longer_found_and_what_came_is(directory: Path) -> None:
    reconcile(directory, "memory", [PNPM, BY_HAND], TODAY)
    reconcile(directory, "memory", [encoded("uses bun now", TODAY, TODAY), BY_HAND], TODAY)
    database = directory / memory_table.FILE
    assert (found(database, "pnpm"), found(database, "uses bun")) == ([], ["uses bun now"])
    assert found(database, "by hand") == [BY_HAND]


def test_other_scopes_stay(directory: Path) -> None:
    reconcile(directory, "user", [PNPM], TODAY)
    reconcile(directory, "project:shop", [PNPM], TODAY)
    reconcile(directory, "memory", [], TODAY)
    assert [row[:2] for row in rows(directory / memory_table.FILE)] == [("user", None), ("memory", "shop")]


def test_a_row_that_is_there_keeps_its_number_and_its_earliest_day(directory: Path) -> None:
    reconcile(directory, "memory", [PNPM], TODAY)
    reconcile(directory, "memory", [encoded("uses pnpm, not npm", "2026-05-20", "2026-07-01"), BY_HAND], TODAY)
    with closing(sqlite3.connect(directory / memory_table.FILE)) as connection:
        first = connection.execute("SELECT id, created, last_referenced FROM memories ORDER BY id").fetchone()
    assert first == (1, "2026-05-01", "2026-07-01")


def test_failures_are_kept_by_project_with_their_parts(directory: Path) -> None:
    text = composed(Failure("Tried X", "tool-quirk", "it hangs", "v9", "Y"))
    entries = [
        encoded(text, "2026-05-01", "2026-05-01", "shop"),
        encoded(text, "2026-05-02", "2026-05-02"),
        encoded("[nonsense] no category", "2026-05-03", "2026-05-03"),
        encoded("[insight] several\nlines — Failed: because", "2026-05-04", "2026-05-04", "shop"),
    ]
    reconcile(directory, "failures", entries, TODAY)
    parts = ("it hangs", "v9", "Y")
    assert set(rows(directory / memory_table.FILE)) == {
        ("failure", "shop", "tool-quirk", text, *parts, "2026-05-01", "2026-05-01"),
        ("failure", None, "tool-quirk", text, *parts, "2026-05-02", "2026-05-02"),
        ("failure", None, None, "[nonsense] no category", None, None, None, "2026-05-03", "2026-05-03"),
        ("failure", None, "insight", entries[3], entries[3].partition("Failed: ")[2], None, None, TODAY, TODAY),
    }
    assert left(directory, "failure", entries) == []
    reconcile(directory, "failures", entries[1:], TODAY)
    assert not [row for row in rows(directory / memory_table.FILE) if row[1] == "shop"]
    assert left(directory, "failure", entries[1:]) == []


TEXTS = st.text(st.sampled_from("ab []—:,<>-!=\n\r\u2028\ufeff\u00a0§"), max_size=12) | st.sampled_from(
    ["[failure] x — Failed: y — Failed: z", "[insight] a — Corrected to: ", "<!-- created=a -->", "[correction] "]
)
DAYS = st.sampled_from(["2026-01-01", "2026-07-15", "soon"])


@st.composite
def entries(draw: st.DrawFn) -> list[str]:
    """Entries as a file may have them, some without a comment, some with one and a project."""
    made = []
    for text in draw(st.lists(TEXTS, max_size=6)):
        dated = draw(st.booleans())
        project = draw(st.sampled_from([None, "shop", "proj é", " "]))
        made.append(encoded(text, draw(DAYS), draw(DAYS), project) if dated else text)
    return unique(parse(serialise(made)))


@settings(deadline=None)
@given(entries(), entries(), st.sampled_from([("memory", "memory"), ("failures", "failure")]))
def test_whatever_the_entries_the_agent_has_nothing_left_to_do(
    first: list[str], then: list[str], target: tuple[str, str]
) -> None:
    with pi_database.temporary() as directory:
        for some in (first, then):
            assert reconcile(directory, target[0], some, TODAY) is None
        assert left(directory, target[1], then) == []
        assert found(directory / memory_table.FILE, "no such thing") == []


def test_standing_rules_are_in_no_table(directory: Path) -> None:
    assert reconcile(directory, "standing", ["a rule"], TODAY) is None
    assert rows(directory / memory_table.FILE) == []


def test_no_database_is_made(tmp_path: Path) -> None:
    assert reconcile(tmp_path, "memory", [PNPM], TODAY) is None
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_being_moved_is_left_alone(directory: Path) -> None:
    (directory / ".sessions-db-migration-pending").write_text("1:x")
    finding = reconcile(directory, "memory", [PNPM], TODAY)
    assert finding
    assert (finding.rule, finding.target) == ("mirror-behind", "memory")
    assert rows(directory / memory_table.FILE) == []


def test_what_is_no_database_stays_as_it_is_and_is_told(tmp_path: Path) -> None:
    (tmp_path / memory_table.FILE).write_bytes(b"no database" * 99)
    finding = reconcile(tmp_path, "memory", [PNPM], TODAY)
    assert finding
    assert "not a database" in finding.message
    assert (tmp_path / memory_table.FILE).read_bytes() == b"no database" * 99


@pytest.mark.parametrize("broken", ["DROP TABLE memory_fts", "ALTER TABLE memories DROP COLUMN tool_state"])
def test_a_table_of_another_shape_is_told_and_nothing_is_half_done(directory: Path, broken: str) -> None:
    reconcile(directory, "memory", [PNPM], TODAY)
    with closing(sqlite3.connect(directory / memory_table.FILE)) as connection:
        connection.execute(broken)
        before = connection.execute("SELECT * FROM memories").fetchall()
        finding = reconcile(directory, "memory", [BY_HAND], TODAY)
        assert finding
        assert finding.rule == "mirror-behind"
        assert connection.execute("SELECT * FROM memories").fetchall() == before


def test_an_older_tokenizer_will_do(tmp_path: Path) -> None:
    pi_database.make(tmp_path / memory_table.FILE, "unicode61")
    assert reconcile(tmp_path, "memory", [PNPM], TODAY) is None
    assert found(tmp_path / memory_table.FILE, "pnpm") == ["uses pnpm, not npm"]


def test_a_database_that_is_being_written_is_waited_for_and_then_told(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory_table, "TIMEOUT", 0.05)
    with closing(sqlite3.connect(directory / memory_table.FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        finding = reconcile(directory, "memory", [PNPM], TODAY)
    assert finding
    assert "locked" in finding.message


def test_one_of_another_user_is_not_written(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    finding = reconcile(directory, "memory", [PNPM], TODAY)
    assert finding
    assert "belongs to another user" in finding.message
    assert rows(directory / memory_table.FILE) == []
