"""An entry keeps its line through every wording and place; what is worked out twice comes out the same."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hermes_mem.history import lineage
from hermes_mem.history.connecting import connection_to
from hermes_mem.history.history import History
from hermes_mem.history.lineage import How, Row
from hermes_mem.history.records import About, Fate, Origin
from hermes_mem.history.schema import FILE
from hermes_mem.model.file import FileChange, FileKind, FileVersion, Place
from hermes_mem.store import tracing
from hermes_mem.store.tracing import caught_up
from tests import replay
from tests.powerless import run_powerless

HOME, OTHER = Path("/homes/one"), Path("/homes/two")
MEMORY, USER = Place("hermes", HOME, "memory"), Place("hermes", HOME, "user")
ELSEWHERE = Place("hermes", OTHER, "memory")
START = datetime(2026, 1, 1, tzinfo=UTC)
ODD = b"\xff no text"

Lists = dict[Place, Sequence[str] | bytes | None]
"""What lies in each memory: its entries, bytes that are no text, or no file."""


class Past:
    """A history that is made by hand, and what lies there by now."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.now: dict[Place, FileVersion | None] = {}
        self.time = START

    def change(
        self,
        lists: Lists,
        *,
        actor: str = "unknown",
        origin: Origin = Origin.OBSERVED,
        fate: Fate | None = Fate.DONE,
        after: float = 3600,
    ) -> int:
        """Record a change, so many seconds after the one before, that leaves these lists; returns its number."""
        self.time += timedelta(seconds=after)
        files = []
        for place, entries in lists.items():
            version = version_of(entries)
            before = version if origin is Origin.FIRST else self.now.get(place)
            files.append(FileChange(place.home / f"{place.target}.md", before, version, place=place))
            if fate is Fate.DONE or fate is None:
                self.now[place] = version
        about = About(actor, "hermes", HOME, "memory", "changed", origin=origin)
        change = self.history.record(about, files, now=self.time)
        if fate:
            self.history.close(change, fate)
        return change.id

    def first(self, lists: Lists) -> int:
        """What lay there when it was first seen."""
        return self.change(lists, origin=Origin.FIRST)

    def rows(self) -> list[Row]:
        """All rows, once it is caught up."""
        with caught_up(self.history), self.history.transaction(writes=False) as cursor:
            return lineage.rows(cursor)

    def line(self, text: str) -> int:
        """The line of an entry that lies there."""
        [found] = [row.line for row in self.rows() if row.until is None and row.spelled == text]
        return found

    def told(self, text: str) -> list[tuple[str, How]]:
        """Every wording of the entry that lies there with this text, and how each came about."""
        line = self.line(text)
        return [(row.spelled, row.how) for row in self.rows() if row.line == line]


def version_of(entries: Sequence[str] | bytes | None) -> FileVersion | None:
    if entries is None:
        return None
    raw = entries if isinstance(entries, bytes) else "\n§\n".join(entries).encode()
    return FileVersion(FileKind.FILE, raw, 0o600)


@pytest.fixture
def past(memory: Path) -> Iterator[Past]:
    with History.opened(memory) as history:
        yield Past(history)


A, B, C = "Kai prefers tabs.", "The staging database is reset on Sundays.", "Run the tests with make check."


def test_an_entry_keeps_its_line_while_it_is_reworded_and_put_elsewhere(past: Past) -> None:
    past.first({MEMORY: [A, B]})
    past.change({MEMORY: [B, "Kai prefers tabs, except in YAML."]})
    past.change({MEMORY: ["Kai prefers tabs, never in YAML.", B, C]}, actor="you", origin=Origin.CHANGE)
    assert past.told("Kai prefers tabs, never in YAML.") == [
        (A, How.FIRST),
        ("Kai prefers tabs, except in YAML.", How.REWORDED),
        ("Kai prefers tabs, never in YAML.", How.REWORDED),
    ]
    assert past.told(B) == [(B, How.FIRST)]
    assert past.told(C) == [(C, How.ADDED)]


def test_what_lay_there_before_the_first_change_that_is_known_was_there_first(past: Past) -> None:
    past.now[MEMORY] = version_of([A])
    past.change({MEMORY: [A, B]})
    assert (past.told(A), past.told(B)) == ([(A, How.FIRST)], [(B, How.ADDED)])


def test_a_move_to_another_memory_in_one_change_or_in_two(past: Past) -> None:
    past.first({MEMORY: [A, B, C], USER: ["x y z"], ELSEWHERE: []})
    past.change({USER: ["x y z", A], MEMORY: [B, C]})
    assert past.told(A) == [(A, How.FIRST), (A, How.MOVED)]
    past.change({MEMORY: [C]})
    past.change({ELSEWHERE: [B]}, after=1.9)
    assert past.told(B) == [(B, How.FIRST), (B, How.MOVED)]
    past.change({ELSEWHERE: [B, C]})
    past.change({MEMORY: []}, after=1.9)
    assert past.told(C) == [(C, How.FIRST), (C, How.MOVED)]
    assert past.line(A) == 1


def test_what_comes_in_another_home_later_is_another_entry(past: Past) -> None:
    past.first({MEMORY: [A, B], ELSEWHERE: []})
    past.change({MEMORY: [B]})
    past.change({ELSEWHERE: [A]}, after=2.1)
    assert past.told(A) == [(A, How.ADDED)]
    past.change({ELSEWHERE: [A, B]})
    past.change({MEMORY: []}, after=2.1)
    assert past.told(B) == [(B, How.ADDED)]


def test_what_returns_has_its_line_back_also_with_an_earlier_wording(past: Past) -> None:
    past.first({MEMORY: [A, B], USER: []})
    past.change({MEMORY: ["Kai prefers tabs and tea.", B]})
    past.change({MEMORY: [B]})
    past.change({MEMORY: [B, A]})
    assert past.told(A) == [(A, How.FIRST), ("Kai prefers tabs and tea.", How.REWORDED), (A, How.RETURNED)]
    past.change({MEMORY: [A]})
    past.change({USER: [B]})
    assert past.told(B) == [(B, How.FIRST), (B, How.RETURNED)]


def test_a_wording_of_before_is_the_same_entry_however_unlike_it_is(past: Past) -> None:
    past.first({MEMORY: ["Never push to main.", A]})
    past.change({MEMORY: ["Pushing to main is never allowed without review.", A]})
    past.change({MEMORY: ["Whoever pushes there without a second pair of eyes is called.", A]})
    past.change({MEMORY: [A, "Never push to main."]})
    assert past.told("Never push to main.")[0] == ("Never push to main.", How.FIRST)
    assert past.line("Never push to main.") == 1


def test_a_file_that_is_no_text_ends_no_line(past: Past) -> None:
    past.first({MEMORY: [A, B]})
    odd = past.change({MEMORY: ODD})
    assert [row.until for row in past.rows()] == [None, None]
    whole = past.change({MEMORY: [B]})
    assert [(row.spelled, row.until) for row in past.rows()] == [(A, whole), (B, None)]
    assert odd < whole


def test_a_file_that_is_gone_and_comes_back_has_its_entries_back(past: Past) -> None:
    past.first({MEMORY: [A, B]})
    past.change({MEMORY: None})
    past.change({MEMORY: [B, A]})
    assert past.told(A) == [(A, How.FIRST), (A, How.RETURNED)]
    assert past.line(B) == 2


def test_what_moved_by_coming_first_is_known_in_whatever_pieces_it_is_caught_up(past: Past) -> None:
    past.change({USER: [A], ELSEWHERE: [A]})
    past.change({ELSEWHERE: None}, after=0.5)
    past.rows()
    past.change({USER: None}, after=0.5)
    past.change({ELSEWHERE: [A]}, after=0.5)
    piecemeal = past.rows()
    with past.history.transaction() as cursor:
        lineage.forget(cursor)
    assert past.rows() == piecemeal


def test_nothing_came_of_a_change_that_was_rolled_back(past: Past) -> None:
    past.first({MEMORY: [A]})
    past.change({MEMORY: [B]}, fate=Fate.ROLLED_BACK)
    past.change({MEMORY: [C]}, fate=Fate.UNKNOWN)
    assert [(row.spelled, row.until) for row in past.rows()] == [(A, None)]


def test_what_was_written_over_a_crash_is_known_by_the_next_change(past: Past) -> None:
    past.first({MEMORY: [A]})
    past.now[MEMORY] = version_of([A, B])
    past.change({MEMORY: [A, B, C]})
    assert [(row.spelled, row.how) for row in past.rows()] == [(A, How.FIRST), (B, How.FIRST), (C, How.ADDED)]


def test_dates_of_pi_are_no_wording(past: Past) -> None:
    place = Place("pi", HOME, "memory")
    past.first({place: ["Likes tea. <!-- created=2026-01-01, last=2026-01-01 -->"]})
    later = "Likes tea. <!-- created=2026-01-01, last=2026-11-30 -->"
    past.change({place: [later]})
    assert [(row.spelled, row.how, row.until) for row in past.rows()] == [(later, How.FIRST, None)]


def test_a_version_that_the_history_has_lost_is_passed_over(past: Past, memory: Path) -> None:
    past.first({MEMORY: [A]})
    past.change({MEMORY: [A, B]})
    past.change({MEMORY: [A, B, C]})
    assert past.now[MEMORY] is not None
    lost = version_of([A, B])
    assert lost is not None
    with past.history.transaction() as cursor:
        cursor.execute("DELETE FROM blobs WHERE hash = ?", (lost.digest,))
    past.change({MEMORY: [A, C]})
    assert {row.spelled for row in past.rows() if row.until is None} == {A, C}


def test_where_nothing_is_new_nothing_is_written(past: Past, monkeypatch: pytest.MonkeyPatch) -> None:
    past.first({MEMORY: [A]})
    past.change({MEMORY: [B]}, fate=None)
    past.rows()
    monkeypatch.setattr(lineage, "keep", lambda *_: pytest.fail("nothing was new"))
    assert [row.spelled for row in past.rows()] == [A]


def test_two_who_catch_up_at_once_have_the_same(past: Past, memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracing, "BATCH", 3)
    for version in replay.versions()[:60]:
        past.change({MEMORY: version.raw})
    started = Barrier(2)

    def caught(_: int) -> list[Row]:
        with History.opened(memory) as history:
            started.wait()
            return Past(history).rows()

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(caught, range(2))
    assert one == other
    with past.history.transaction() as cursor:
        lineage.forget(cursor)
    assert past.rows() == one


class Score(NamedTuple):
    right: int
    wrong: int
    missed: int

    def __str__(self) -> str:
        precision, recall = self.right / (self.right + self.wrong), self.right / (self.right + self.missed)
        return f"precision {precision:.3f}, recall {recall:.3f} {tuple(self)}"


def lived(past: Past) -> tuple[list[dict[str, int]], list[dict[str, int]]]:
    """The replay as observed changes: the line of each text in each version, as it is and as it was worked out."""
    versions = replay.versions()
    numbers = [past.first({MEMORY: versions[0].raw})]
    numbers += [past.change({MEMORY: version.raw}) for version in versions[1:]]
    rows = past.rows()
    found = [
        {row.spelled: row.line for row in rows if row.since <= number and (row.until is None or row.until > number)}
        for number in numbers
    ]
    return [{entry.text: entry.line for entry in version.entries} for version in versions], found


def lines_told(true: Sequence[dict[str, int]], found: Sequence[dict[str, int]], *, held_apart: bool) -> Score:
    """Over all pairs of another wording in one version and the next: whether both are the same entry."""
    right = wrong = missed = 0
    for step in replay.steps():
        if step.held_apart is held_apart:
            wanted, got = (
                {
                    (old, new)
                    for old, line in lines[step.number - 1].items()
                    for new, other in lines[step.number].items()
                    if line == other and old != new
                }
                for lines in (true, found)
            )
            right, wrong, missed = right + len(wanted & got), wrong + len(got - wanted), missed + len(wanted - got)
    return Score(right, wrong, missed)


def lives_told(true: Sequence[dict[str, int]], found: Sequence[dict[str, int]], *, held_apart: bool) -> Score:
    """Over what came anew in a version: whether it is the entry that it is, gone before and back, or one never seen."""
    right = wrong = missed = 0
    seen = {text: (line, found[0][text]) for text, line in true[0].items()}
    for step in replay.steps():
        now, told = true[step.number], found[step.number]
        for text, line in now.items():
            known = {lines[1] for lines in seen.values() if lines[0] == line}
            if line not in true[step.number - 1].values() and step.held_apart is held_apart and known:
                back = told[text] in known
                right, missed = right + back, missed + (not back)
                wrong += not back and told[text] in {lines[1] for lines in seen.values()}
        seen |= {text: (line, told[text]) for text, line in now.items()}
    return Score(right, wrong, missed)


def test_the_lines_of_two_hundred_versions(past: Past) -> None:
    true, found = lived(past)
    for what, score in (("reworded", lines_told), ("back again", lives_told)):
        tuned, held = (score(true, found, held_apart=held_apart) for held_apart in (False, True))
        print(f"\n{what}, tuned on: {tuned}\n{what}, held apart: {held}")
        assert tuned.right / (tuned.right + tuned.wrong) >= 0.9, f"{what}: {tuned}"
        assert tuned.right / (tuned.right + tuned.missed) >= 0.9, f"{what}: {tuned}"
    for before, after in pairwise(found):
        assert all(after[text] == line for text, line in before.items() if text in after)


TEXTS = [A, B, C, "Kai prefers tabs, not spaces.", "Kai prefers tabs.\nNever spaces.", "日本語で答える。", "x"]
LISTS = st.one_of(st.none(), st.just(ODD), st.lists(st.sampled_from(TEXTS), max_size=5))
CHANGES = st.lists(
    st.tuples(
        st.dictionaries(st.sampled_from([MEMORY, USER, ELSEWHERE]), LISTS, min_size=1),
        st.sampled_from([Origin.FIRST, Origin.OBSERVED, Origin.CHANGE, Origin.UNDO]),
        st.sampled_from([Fate.DONE, Fate.DONE, Fate.DONE, Fate.ROLLED_BACK, Fate.UNKNOWN]),
        st.sampled_from([0.5, 1.5, 60.0, -30.0]),
        st.booleans(),
    ),
    max_size=12,
)


@contextmanager
def new_past() -> Iterator[Past]:
    shared = Path("/dev/shm")
    directory = TemporaryDirectory(dir=shared if shared.is_dir() else None)
    with directory as name, History.opened(Path(name)) as history:
        yield Past(history)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(CHANGES, st.integers(1, 4))
def test_in_whatever_pieces_it_is_caught_up_the_lineage_is_the_same(
    changes: list[tuple[Lists, Origin, Fate, float, bool]], batch: int
) -> None:
    with new_past() as past, pytest.MonkeyPatch.context() as patched:
        patched.setattr(tracing, "BATCH", batch)
        for lists, origin, fate, after, look in changes:
            past.change(lists, origin=origin, fate=fate, after=after)
            if look:
                past.rows()
        piecemeal = past.rows()
        with past.history.transaction() as cursor:
            lineage.forget(cursor)
        patched.setattr(tracing, "BATCH", 1000)
        assert past.rows() == piecemeal
        there = [row for row in piecemeal if row.until is None]
        assert len({row.line for row in there}) == len(there)
        for place, version in past.now.items():
            if version is None or version.raw != ODD:
                entries = [piece for piece in version.raw.decode().split("\n§\n") if piece] if version else []
                assert Counter(row.spelled for row in there if row.place == place) == Counter(entries)


READ_ONLY = """
from hermes_mem.history import lineage
from hermes_mem.history.history import History
from hermes_mem.store.tracing import caught_up

answer = []
with History.opened_to_read(Path(sys.argv[2])) as history:
    for _ in range(2):
        with caught_up(history), history.transaction(writes=False) as cursor:
            answer.append([row.spelled for row in lineage.rows(cursor)])
"""


@pytest.mark.parametrize("version", [1, 2])
def test_in_a_history_that_may_not_be_written_it_is_worked_out_in_memory(
    past: Past, memory: Path, version: int
) -> None:
    past.first({MEMORY: [A]})
    past.change({MEMORY: [A, "x"]})
    if version == 1:
        with sqlite3.connect(memory / FILE) as connection:
            for table in ("lineage", "traced", "acknowledged"):
                connection.execute(f"DROP TABLE {table}")
            connection.execute("PRAGMA user_version = 1")
    connection_to(memory / "another")  # Lets go of the one to this history, whose log goes with it.
    closed = memory / "closed"
    closed.touch()
    for path in (memory, *memory.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    closed.chmod(0)
    assert run_powerless(READ_ONLY, closed, str(memory)) == [[A, "x"], [A, "x"]]
    memory.chmod(0o755)
