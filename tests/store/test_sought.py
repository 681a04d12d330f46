"""What holds a text that must not exist any more, and what remains of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hermes_mem.model.errors import Usage
from hermes_mem.model.file import Place
from hermes_mem.store.redacting import PIECE
from hermes_mem.store.sought import SHORTEST, Sought, of_entry, of_text

KEY = "ghp_" + "k9Zt4QmW2xVb7LrY8sNd3PfH6jGc1aTeUoB5"
MEMORY = Place("hermes", Path("/h"), "memory")
FAILURES = Place("pi", Path("/h"), "failures")


def joined(*entries: str) -> bytes:
    return "\n§\n".join(entries).encode()


def test_every_entry_that_holds_it_goes_whole() -> None:
    sought = of_text("blue bicycle", ["hermes"])
    raw = joined("a", "has a blue bicycle now", "blue", "the\nblue bicycle")
    assert sought.out_of(raw, MEMORY) == joined("a", "blue")
    assert [one.text for one in sought.entries_in(raw, MEMORY)] == ["has a blue bicycle now", "the\nblue bicycle"]


def test_a_short_entry_goes_where_it_stands_alone() -> None:
    sought = of_entry("pnpm", "hermes")
    raw = joined("uses pnpm", "pnpm", "b")
    assert sought.out_of(raw, MEMORY) == joined("uses pnpm", "b")
    assert sought.out_of(b"pnpm \xff", MEMORY) == b"pnpm \xff"
    with pytest.raises(Usage, match="too short"):
        of_text(" pnpm \n", ["hermes"])
    assert of_text("pnpm 9", ["hermes"]).texts == ("pnpm 9",)
    assert len("pnpm 9") == SHORTEST


def test_the_secret_of_an_entry_goes_wherever_it_stands() -> None:
    sought = of_entry(f"The key is {KEY}.", "hermes")
    assert sought.texts == (f"The key is {KEY}.", KEY)
    assert sought.out_of(joined("a", f"{KEY} was the key"), MEMORY) == joined("a")


def test_an_entry_of_pi_goes_with_its_comment_and_not_for_its_dates() -> None:
    dated = "<!-- created=2026-01-01, last=2026-01-01 -->"
    sought = of_entry("[failure] X is bad", "pi")
    raw = joined(f"[failure] X is bad {dated}", f"[failure] Y {dated}")
    assert sought.out_of(raw, FAILURES) == joined(f"[failure] Y {dated}")


@pytest.mark.parametrize(
    ("raw", "left"),
    [
        (b"\xffmy secret word\xff", b"\xff[purged]\xff"),
        ("my secret word".encode("utf-16-le"), "[purged]".encode("utf-16-le")),
        ("x my secret word".encode("utf-16"), "x [purged]".encode("utf-16")),
        (b"\xff" + json.dumps({"a": "my secret word"}).encode(), b'\xff{"a": "[purged]"}'),
    ],
)
def test_in_what_has_no_entries_it_is_marked(raw: bytes, left: bytes) -> None:
    assert of_text("my secret word", ["hermes"]).out_of(raw, MEMORY) == left


@pytest.mark.parametrize(
    "spelled", ["caf\u00e9 noir\nau lait", "cafe\u0301 noir\r\nau lait", "caf\u00e9 noir\rau lait"]
)
@pytest.mark.parametrize("given_as", ["caf\u00e9 noir\nau lait", "cafe\u0301 noir\r\nau lait"])
def test_other_spellings_of_the_same_text_are_found(spelled: str, given_as: str) -> None:
    sought = of_text(given_as, ["hermes"])
    assert sought.holds(f"x {spelled}")
    for encoding in ("utf-8", "utf-16-be"):
        assert sought.out_of(b"\xff\xff" + spelled.encode(encoding), None) == b"\xff\xff" + "[purged]".encode(encoding)
    assert sought.out_of(b"\xff" + json.dumps(spelled).encode(), None) == b'\xff"[purged]"'


def test_what_stands_between_entries_is_marked() -> None:
    sought = of_text("my secret word", ["pi"])
    standing = Place("pi", Path("/h"), "standing")
    assert sought.out_of(b"# my secret word\n- my secret word\nb\n", standing) == b"# [purged]\nb\n"
    assert of_text("a\n§\nbcdef", ["hermes"]).out_of(joined("xa", "bcdefy"), MEMORY) == b"x[purged]y"


TEXTS = st.text(alphabet="ab[purged]•\n§é", min_size=SHORTEST, max_size=12)


@settings(deadline=None)
@given(
    TEXTS,
    st.lists(TEXTS | st.text(alphabet="ab[]•", max_size=4), max_size=6).map("".join),
    st.sampled_from([MEMORY, FAILURES, None]),
)
def test_nothing_that_holds_it_is_left_whatever_it_is(text: str, around: str, place: Place | None) -> None:
    sought = Sought(None, (text,))
    for raw in ((around + text + around).encode(), (text + around + text).encode("utf-16-le"), b"\xff" + text.encode()):
        left = sought.out_of(raw, place)
        assert not sought.is_in(left)
        assert sought.out_of(left, place) == left
    assert not sought.holds(sought.words(around + text + around))


@settings(deadline=None)
@given(st.text(max_size=60), TEXTS)
def test_what_does_not_hold_it_keeps_every_byte(other: str, text: str) -> None:
    sought = Sought(None, (text,))
    raw = other.encode("utf-8", "surrogatepass")
    if not sought.is_in(raw):
        assert sought.out_of(raw, MEMORY) == raw


def test_a_glimpse_shows_nothing_of_a_text_that_was_given() -> None:
    sought = of_text("blue bicycle", ["hermes"])
    assert sought.glimpse("has a blue bicycle now", "hermes") == "has a •••••• now"
    named = of_entry(f"The key is {KEY}.", "hermes")
    shown = named.glimpse(f"The key is {KEY}.", "hermes")
    assert shown == "The key is ••••••."
    assert not any(KEY[at : at + PIECE] in shown for at in range(len(KEY) - PIECE + 1))
