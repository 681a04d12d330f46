"""What the History view says of a change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hermes_mem.history.records import About, Change, Fate, Origin
from hermes_mem.model.budget import Budget, Unit
from hermes_mem.model.errors import NotFound
from hermes_mem.model.plan import Effect
from hermes_mem.model.store import Home
from hermes_mem.store.away import Elsewhere
from hermes_mem.store.differences import differences
from hermes_mem.tui.history.lines import LONG, MANY, Opened, change_lines, nothing_yet, plain_text
from hermes_mem.tui.history.rows import when

SECRET = "hunter2-and-more"
NOW = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
HOME = Home("hermes", Path("/homes/one"), "default", "asked for")
ABOUT = About("you", "hermes", HOME.path, "memory", "removed 2 from MEMORY")


def change(about: About = ABOUT, fate: Fate = Fate.DONE) -> Change:
    return Change(12, datetime(2026, 11, 24, 18, 31, tzinfo=UTC), about, "token", fate)


def opened(old: tuple[str, ...], new: tuple[str, ...], about: About = ABOUT) -> Opened:
    """A change of one memory from some entries to others."""
    before, after = (Budget(sum(map(len, part)), 2200, Unit.CODEPOINTS, "default") for part in (old, new))
    effects = (Effect(HOME, "memory", before, after, old, new),)
    return Opened(change(about), effects, tuple(differences(effects)))


def text(opened: Opened, *, reveal: bool = False, whole: bool = False) -> str:
    return plain_text(change_lines(opened, "~/one", NOW, reveal=reveal, whole=whole))


@pytest.mark.parametrize("reveal", [False, True])
def test_a_secret_in_a_reason_is_only_shown_on_request(reveal: bool) -> None:
    said = text(Opened(change(replace(ABOUT, reason=f"it said password is {SECRET}"))), reveal=reveal)
    assert "it said password is" in said
    assert (SECRET in said) is reveal


@pytest.mark.parametrize("reveal", [False, True])
def test_a_secret_in_an_entry_is_only_shown_on_request(reveal: bool) -> None:
    of = opened((f"The password is {SECRET}", "one"), ("one", f"The password is {SECRET}, still"))
    assert (SECRET in text(of, reveal=reveal)) is reveal
    assert (SECRET in text(of, reveal=reveal, whole=True)) is reveal


def test_the_head_says_who_when_and_how_much() -> None:
    lines = text(opened(("one", "two", "three"), ("two",))).splitlines()
    assert lines[:3] == ["Removed 2 from MEMORY", "Tue 24 Nov 2026 18:31 · by you · change 12", "~/one"]
    assert lines[4:6] == ["MEMORY of hermes:default", "3 entries → 1 · 11 → 3 / 2,200 chars"]
    assert lines[6:] == ["- one", "- three"]


@pytest.mark.parametrize(
    ("actor", "origin", "says"),
    [
        ("unknown", Origin.OBSERVED, "not by hermes-mem"),
        ("unknown", Origin.FIRST, "seen for the first time"),
        ("hermes", Origin.OBSERVED, "by hermes"),
        ("script", Origin.CHANGE, "by script"),
    ],
)
def test_who_did_it_is_said_as_far_as_it_is_known(actor: str, origin: Origin, says: str) -> None:
    assert f" · {says} · " in text(Opened(change(replace(ABOUT, actor=actor, origin=origin))))


def test_a_change_that_was_cut_off_says_what_became_of_it() -> None:
    assert "It was cut off and is rolled back." in text(Opened(change(fate=Fate.ROLLED_BACK)))


def test_very_many_entries_are_cut_and_counted_but_not_in_the_pager() -> None:
    of = opened(tuple(f"Fact {number}" for number in range(MANY + 19)), ())
    said = text(of)
    assert said.count("- Fact") == MANY
    assert said.endswith("… 19 removed more; enter opens all of it in $PAGER")
    assert text(of, whole=True).count("- Fact") == MANY + 19


def test_a_very_long_entry_is_cut_but_not_in_the_pager() -> None:
    of = opened(("x" * (LONG + 1000), "one"), ("one",))
    assert "… and 1,000 more characters" in text(of)
    assert "x" * (LONG + 1000) in text(of, whole=True)


def test_what_a_terminal_would_obey_is_made_visible() -> None:
    of = opened(("Window title: \x1b]0;owned\x07",), (), replace(ABOUT, reason="\x1b[2J", summary="a\x1b[2Jb"))
    assert "\x1b" not in text(of)
    assert "\x1b" not in text(of, reveal=True, whole=True)


@pytest.mark.parametrize(
    ("time", "written"),
    [
        (datetime(2026, 11, 30, 9, 5, tzinfo=UTC), "09:05"),
        (datetime(2026, 11, 29, 23, 59, tzinfo=UTC), "Sun"),
        (datetime(2026, 11, 24, 18, 31, tzinfo=UTC), "Tue"),
        (datetime(2026, 11, 23, 18, 31, tzinfo=UTC), "23 Nov"),
        (datetime(2025, 12, 31, 18, 31, tzinfo=UTC), "Dec '25"),
        (datetime(2026, 12, 1, 9, 5, tzinfo=UTC), "01 Dec"),
    ],
)
def test_times_are_as_short_as_people_write_them(time: datetime, written: str) -> None:
    assert when(time, NOW) == written


def test_a_home_that_was_moved_is_named_with_what_follows_it() -> None:
    moved = Elsewhere(Path("/homes/old place"), 41, there=False)
    said = plain_text(nothing_yet([moved, Elsewhere(Path("/homes/other"), 3, there=True)]))
    assert "Nothing was changed" not in said
    assert "It has 41 changes of /homes/old place, which is not there:" in said
    assert "hermes-mem history relink '/homes/old place' NEW" in said
    assert "/homes/other" not in said


def test_homes_that_are_only_not_asked_for_are_no_trouble() -> None:
    assert "Nothing was changed yet." in plain_text(nothing_yet([Elsewhere(Path("/homes/other"), 3, there=True)]))


def test_no_store_at_all_says_so_and_names_the_one_that_was_moved() -> None:
    said = plain_text(nothing_yet([Elsewhere(Path("/homes/old"), 1, there=False)], NotFound("No store.", "Look.")))
    assert said.startswith("No store.\nLook.\n\nIt has 1 change of /homes/old, which is not there:")
